import JSON

/// A text, of one value or of several joined.
///
/// - `join`: what stands between several; `, ` if left out.
/// - `decode`: how each is encoded: `percent`, as in addresses.
/// - `pattern`: what the text must look like, and which part of it is meant (`TextPattern`).
/// - `template`: what is made of it, with `{}` in its place, such as an address; there the text is
///   percent-encoded. Pointers such as `{/image/provider}` stand for other parts of the message.
/// - `encoded`: how many times it is percent-encoded there; 1 if left out.
struct TextFormat: FieldFormat {
    typealias Output = String

    static let keys = ["join", "decode", "pattern", "template", "encoded"]

    private var separator = ", "
    private var isPercentEncoded = false
    private var pattern: TextPattern?
    private var template: TextTemplate?

    init() {}

    init?(_ section: SettingSection) {
        if let join = section["join"] {
            guard let text = join.anyText() else { return nil }
            separator = text
        }
        if let value = section["decode"] {
            guard let isPercent = value.word([("percent", true)]) else { return nil }
            isPercentEncoded = isPercent
        }
        if let value = section["pattern"] {
            guard let pattern = TextPattern(value) else { return nil }
            self.pattern = pattern
        }
        if let value = section["template"] {
            let times = section["encoded"].map { $0.whole(in: 1...2) } ?? 1
            guard let times, let template = TextTemplate(value, encoded: times) else { return nil }
            self.template = template
        }
    }

    func read(_ values: [JSONValue], in root: JSONValue) -> String? {
        guard let text = read(values) else { return nil }
        guard let template else { return text }
        return template.filled(with: text, in: root)
    }

    func read(_ values: [JSONValue]) -> String? {
        let texts = values.compactMap(\.lenientString).filter { !$0.isEmpty }
            .map { isPercentEncoded ? PercentEncoding.decoded($0) ?? $0 : $0 }
        var text = texts.joined(separator: separator)
        if let pattern {
            guard let part = pattern.part(of: text) else { return nil }
            text = part
        }
        return text.isEmpty ? nil : text
    }
}

/// A text with a place for another, `{}`, and places for what pointers lead to.
private struct TextTemplate: Hashable, Sendable {
    private let head: [Placeholders.Part]
    private let tail: [Placeholders.Part]
    private let timesEncoded: Int

    init?(_ value: SettingValue, encoded times: Int) {
        let expected = "a text with one `{}` in it, such as `https://radio.example/{}/400`"
        guard let text = value.text(expected) else { return nil }
        let parts = text.parts(between: "{}").map { Placeholders.parts(of: $0) }
        let arePointers = parts.joined().allSatisfy { part in
            guard case .placeholder(let name) = part else { return true }
            return ValuePointer(name) != nil
        }
        guard parts.count == 2, arePointers else {
            value.note(mustBe: expected)
            return nil
        }
        head = parts[0]
        tail = parts[1]
        timesEncoded = times
    }

    /// A whole address stands for itself. `nil` where a pointer leads to no text.
    func filled(with text: String, in root: JSONValue) -> String? {
        if text.hasPrefix("https://") || text.hasPrefix("http://") { return text }
        var encoded = text
        for _ in 0..<timesEncoded { encoded = PercentEncoding.encoded(encoded, keeping: "/") }
        guard let head = Self.text(of: head, in: root), let tail = Self.text(of: tail, in: root)
        else { return nil }
        return head + encoded + tail
    }

    private static func text(of parts: [Placeholders.Part], in root: JSONValue) -> String? {
        let texts = parts.compactMap { part -> String? in
            switch part {
            case .literal(let literal): literal
            case .placeholder(let name):
                ValuePointer(name)?.value(in: root)?.lenientString.map {
                    PercentEncoding.encoded($0)
                }
            }
        }
        return texts.count == parts.count ? texts.joined() : nil
    }
}

extension String {
    /// What stands before, between and after each occurrence of a text.
    func parts(between separator: String) -> [String] {
        var parts: [String] = []
        var rest = self[...]
        while let place = rest.firstPlace(of: separator) {
            parts.append(String(rest[..<place.lowerBound]))
            rest = rest[place.upperBound...]
        }
        return parts + [String(rest)]
    }
}

extension Substring {
    /// The place where a text occurs first, byte by byte: both are composed.
    func firstPlace(of part: String) -> Range<Index>? {
        let part = part.utf8Span.span
        guard let offset = utf8Span.span.firstOffset(of: part) else { return nil }
        let start = utf8.index(startIndex, offsetBy: offset)
        return start..<utf8.index(start, offsetBy: part.count)
    }

    /// The last word, as blanks divide words; `nil` where there is none.
    var lastWord: Substring? {
        let blank = UInt8(ascii: " ")
        guard let last = utf8.lastIndex(where: { $0 != blank }) else { return nil }
        let end = utf8.index(after: last)
        let space = utf8[..<last].lastIndex(of: blank)
        return self[(space.map { utf8.index(after: $0) } ?? startIndex)..<end]
    }
}

import JSON

/// A text, of one value or of several joined.
///
/// - `join`: the separator of several values; `, ` if left out.
/// - `decode`: the encoding of each value: `percent`, as in addresses.
/// - `pattern`: the form of the text, and the part of it that is used (`TextPattern`).
/// - `template`: a text with `{}` in the place of the value, such as an address; there the value is
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

    func read(_ values: FoundValues, in root: MappedValue) -> String? {
        guard let text = read(values) else { return nil }
        guard let template else { return text }
        return template.filled(with: text, in: root)
    }

    func read(_ values: FoundValues) -> String? {
        let text = joined(values)
        guard let pattern else { return text }
        return pattern.part(of: text ?? "").flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The values as one text; `nil` if that is empty.
    private func joined(_ values: FoundValues) -> String? {
        var joined: String?
        for value in values {
            guard let text = value.lenientString, !text.isEmpty else { continue }
            let plain = isPercentEncoded ? PercentEncoding.decoded(text) ?? text : text
            joined = joined.map { $0 + separator + plain } ?? plain
        }
        return joined
    }
}

/// A text with a place for another, `{}`, and places for the values of pointers.
private struct TextTemplate: Hashable, Sendable {
    private enum Part: Hashable, Sendable {
        case literal(String)
        case value(ValuePointer)
    }

    private let head: [Part]
    private let tail: [Part]
    private let timesEncoded: Int

    init?(_ value: SettingValue, encoded times: Int) {
        let expected = "a text with one `{}` in it, such as `https://radio.example/{}/400`"
        guard let text = value.text(expected) else { return nil }
        let halves = text.parts(between: "{}").map { Self.parts(of: $0) }
        guard halves.count == 2, let head = halves[0], let tail = halves[1] else {
            value.note(mustBe: expected)
            return nil
        }
        self.head = head
        self.tail = tail
        timesEncoded = times
    }

    /// The parts of one half; `nil` if a name in braces is no pointer.
    private static func parts(of text: String) -> [Part]? {
        let all = Placeholders.parts(of: text)
        let parts = all.compactMap { part -> Part? in
            switch part {
            case .literal(let literal): .literal(literal)
            case .placeholder(let name): ValuePointer(name).map { .value($0) }
            }
        }
        return parts.count == all.count ? parts : nil
    }

    /// Fills the template. A whole address is returned unchanged. `nil` if a pointer leads to no
    /// text.
    func filled(with text: String, in root: MappedValue) -> String? {
        if text.hasPrefix("https://") || text.hasPrefix("http://") { return text }
        var encoded = text
        for _ in 0..<timesEncoded { encoded = PercentEncoding.encoded(encoded, keeping: "/") }
        guard let head = Self.text(of: head, in: root), let tail = Self.text(of: tail, in: root)
        else { return nil }
        return head + encoded + tail
    }

    private static func text(of parts: [Part], in root: MappedValue) -> String? {
        var whole = ""
        for part in parts {
            switch part {
            case .literal(let literal): whole += literal
            case .value(let pointer):
                guard let text = pointer.value(in: root)?.lenientString else { return nil }
                whole += PercentEncoding.encoded(text)
            }
        }
        return whole
    }
}

extension String {
    /// The parts before, between and after the occurrences of a text.
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

    /// The last word, divided by blanks; `nil` if there is none.
    var lastWord: Substring? {
        let blank = UInt8(ascii: " ")
        guard let last = utf8.lastIndex(where: { $0 != blank }) else { return nil }
        let end = utf8.index(after: last)
        let space = utf8[..<last].lastIndex(of: blank)
        return self[(space.map { utf8.index(after: $0) } ?? startIndex)..<end]
    }
}

import JSON

/// A text, of one value or of several joined.
///
/// - `join`: what stands between several; `, ` if left out.
/// - `pattern`: what the text must look like, and which part of it is meant (`TextPattern`).
/// - `template`: what is made of it, with `{}` in its place, such as an address; there the text is
///   percent-encoded.
struct TextFormat: FieldFormat {
    typealias Output = String

    static let keys = ["join", "pattern", "template"]

    private var separator = ", "
    private var pattern: TextPattern?
    private var template: TextTemplate?

    init() {}

    init?(_ section: SettingSection) {
        if let join = section["join"] {
            guard let text = join.anyText() else { return nil }
            separator = text
        }
        if let value = section["pattern"] {
            guard let pattern = TextPattern(value) else { return nil }
            self.pattern = pattern
        }
        if let value = section["template"] {
            guard let template = TextTemplate(value) else { return nil }
            self.template = template
        }
    }

    func read(_ values: [JSONValue]) -> String? {
        let texts = values.compactMap(\.lenientString).filter { !$0.isEmpty }
        var text = texts.joined(separator: separator)
        if let pattern {
            guard let part = pattern.part(of: text) else { return nil }
            text = part
        }
        guard !text.isEmpty else { return nil }
        return template?.filled(with: text) ?? text
    }
}

/// A text with a place for another, `{}`.
private struct TextTemplate: Hashable, Sendable {
    private let head: String
    private let tail: String

    init?(_ value: SettingValue) {
        let expected = "a text with one `{}` in it, such as `https://radio.example/{}/400`"
        guard let text = value.text(expected) else { return nil }
        let parts = text.parts(between: "{}")
        guard parts.count == 2 else {
            value.note(mustBe: expected)
            return nil
        }
        head = parts[0]
        tail = parts[1]
    }

    /// A whole address stands for itself.
    func filled(with text: String) -> String {
        if text.hasPrefix("https://") || text.hasPrefix("http://") { return text }
        return head + PercentEncoding.encoded(text, keeping: "/") + tail
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
    /// Where a text occurs first.
    func firstPlace(of part: String) -> Range<Index>? {
        guard !part.isEmpty else { return startIndex..<startIndex }
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(part) {
                return start..<index(start, offsetBy: part.count)
            }
            formIndex(after: &start)
        }
        return nil
    }
}

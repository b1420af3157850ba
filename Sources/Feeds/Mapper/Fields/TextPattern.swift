/// The form of a text: `{}` is the part that is used, `*` is anything, all else is literal.
/// `{} / *` takes the part before the first slash, `Now: {}` the part after the words. A pattern
/// for several parts has their names in braces: `play {title} / {artist}`.
///
/// Each part or `*` takes as little as it can, the last one all that is left. There is no
/// backtracking, so that no text can make it slow.
struct TextPattern: Hashable, Sendable {
    private enum Part: Hashable, Sendable {
        case literal(String)
        /// A part; `nil` for `*`.
        case any(name: String?)

        var isOpen: Bool {
            if case .any = self { true } else { false }
        }

        var name: String? {
            if case .any(let name) = self { name } else { nil }
        }
    }

    private let parts: [Part]

    /// A pattern for one part.
    init?(_ value: SettingValue) {
        let expected = "a text with one `{}` in it, and `*` for anything, such as `{} / *`"
        guard let text = value.text(expected) else { return nil }
        let halves = text.parts(between: "{}")
        let parts =
            Self.parts(of: halves[0]) + [.any(name: "")]
            + (halves.count == 2 ? Self.parts(of: halves[1]) : [])
        guard halves.count == 2, !Self.isAmbiguous(parts) else {
            value.note(mustBe: expected)
            return nil
        }
        self.parts = parts
    }

    /// A pattern for parts with names.
    init?(naming value: SettingValue) {
        let expected =
            "a text with names in braces, each once and not side by side, which begin with a small "
            + "letter, and `*` for anything, such as `play {title} / {artist}`"
        guard let text = value.text(expected) else { return nil }
        let parts = Placeholders.parts(of: text).flatMap { part -> [Part] in
            switch part {
            case .literal(let literal): Self.parts(of: literal)
            case .placeholder(let name): [.any(name: name)]
            }
        }
        let names = parts.compactMap(\.name)
        let hasOtherBraces = parts.contains {
            if case .literal(let literal) = $0 { literal.contains("{") } else { false }
        }
        guard !names.isEmpty, Set(names).count == names.count, !Self.isAmbiguous(parts),
            !names.contains(where: { $0.hasPrefix("/") }), !hasOtherBraces
        else {
            value.note(mustBe: expected)
            return nil
        }
        self.parts = parts
    }

    private static func isAmbiguous(_ parts: [Part]) -> Bool {
        zip(parts, parts.dropFirst()).contains { $0.isOpen && $1.isOpen }
    }

    private static func parts(of text: String) -> [Part] {
        var parts: [Part] = []
        for (place, literal) in text.parts(between: "*").enumerated() {
            if place > 0 { parts.append(.any(name: nil)) }
            if !literal.isEmpty { parts.append(.literal(literal)) }
        }
        return parts
    }

    /// The used part of a text; `nil` if the text does not match.
    func part(of text: String) -> String? {
        parts(of: text)?.first.map { String($0.text) }
    }

    /// The parts of a text by their names; `nil` if the text does not match.
    func parts(of text: String) -> [(name: String, text: Substring)]? {
        var rest = text[...]
        var found: [(name: String, text: Substring)] = []
        // The open part that ends at the next literal.
        var open: Part?
        for (place, part) in parts.enumerated() {
            switch part {
            case .any: open = part
            case .literal(let literal):
                let isLast = place == parts.count - 1
                guard let match = Self.place(of: literal, in: rest, isOpen: open != nil, isLast)
                else { return nil }
                if let name = open?.name { found.append((name, rest[..<match.lowerBound])) }
                open = nil
                rest = rest[match.upperBound...]
            }
        }
        if let name = open?.name { found.append((name, rest)) }
        return open != nil || rest.isEmpty ? found : nil
    }

    private static func place(
        of literal: String, in text: Substring, isOpen: Bool, _ isLast: Bool
    ) -> Range<Substring.Index>? {
        if isLast, isOpen {
            guard text.hasSuffix(literal) else { return nil }
            return text.index(text.endIndex, offsetBy: -literal.count)..<text.endIndex
        }
        guard let place = text.firstPlace(of: literal) else { return nil }
        return isOpen || place.lowerBound == text.startIndex ? place : nil
    }
}

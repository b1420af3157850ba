/// What a text looks like: `{}` is the part that is meant, `*` is anything, all else stands there
/// as it is. `{} / *` takes what is before the first slash, `Now: {}` what is after the words.
///
/// Each `{}` or `*` takes as little as it can, the last one all that is left; nothing is tried
/// twice, so that no text can make it slow.
struct TextPattern: Hashable, Sendable {
    private enum Part: Hashable, Sendable {
        case literal(String)
        case any(isMeant: Bool)

        var isOpen: Bool {
            if case .any = self { true } else { false }
        }
    }

    private let parts: [Part]

    init?(_ value: SettingValue) {
        let expected = "a text with one `{}` in it, and `*` for anything, such as `{} / *`"
        guard let text = value.text(expected) else { return nil }
        let halves = text.parts(between: "{}")
        let parts =
            Self.parts(of: halves[0]) + [.any(isMeant: true)]
            + (halves.count == 2 ? Self.parts(of: halves[1]) : [])
        let isAmbiguous = zip(parts, parts.dropFirst()).contains { $0.isOpen && $1.isOpen }
        guard halves.count == 2, !isAmbiguous else {
            value.note(mustBe: expected)
            return nil
        }
        self.parts = parts
    }

    private static func parts(of text: String) -> [Part] {
        var parts: [Part] = []
        for (place, literal) in text.parts(between: "*").enumerated() {
            if place > 0 { parts.append(.any(isMeant: false)) }
            if !literal.isEmpty { parts.append(.literal(literal)) }
        }
        return parts
    }

    /// The part of a text that is meant; `nil` where the text does not look like this.
    func part(of text: String) -> String? {
        var rest = text[...]
        var meant: Substring?
        // Whatever stands for anything and waits for the literal behind it.
        var open: Bool?
        for (place, part) in parts.enumerated() {
            switch part {
            case .any(let isMeant): open = isMeant
            case .literal(let literal):
                let isLast = place == parts.count - 1
                guard let found = Self.place(of: literal, in: rest, isOpen: open != nil, isLast)
                else { return nil }
                if open == true { meant = rest[..<found.lowerBound] }
                open = nil
                rest = rest[found.upperBound...]
            }
        }
        if open == true { meant = rest }
        guard open != nil || rest.isEmpty else { return nil }
        return meant.map { String($0) }
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

import JSON
import NowPlaying

/// The texts that stand for the names in a mapping's pointers and conditions: those of a feed's
/// settings, and what its messages told under names of the mapping's own.
struct NameTexts: Sendable {
    /// Few: they are searched from the first.
    private var entries: [(name: String, text: String)] = []

    /// No names.
    init() {}

    /// The settings of a feed that may stand in braces.
    init(_ feed: Feed?) {
        for (name, value) in feed?.placeholders ?? [:] {
            if let text = value.plainText { entries.append((name, text)) }
        }
    }

    /// The text of a name; `nil` where none is known.
    subscript(name: String) -> String? { entries.first { $0.name == name }?.text }

    /// The same with what messages told; the names of settings stay what they are.
    func adding(_ picks: PickedValues) -> NameTexts {
        var all = self
        for (name, text) in picks.texts where self[name] == nil { all.entries.append((name, text)) }
        return all
    }
}

/// A text of a mapping in which names may stand in braces.
enum NamedText: Hashable, Sendable {
    case plain(String)
    case named([Placeholders.Part])

    init(_ text: String) {
        let parts = Placeholders.parts(of: text)
        self = parts.contains { $0.isPlaceholder } ? .named(parts) : .plain(text)
    }

    /// The text with what stands for its names; a name for which nothing does stays in its braces.
    func filled(by names: NameTexts) -> String {
        switch self {
        case .plain(let text): text
        case .named(let parts): Self.filled(parts, by: names)
        }
    }

    private static func filled(_ parts: [Placeholders.Part], by names: NameTexts) -> String {
        parts.reduce(into: "") { text, part in
            switch part {
            case .literal(let literal): text += literal
            case .placeholder(let name): text += names[name] ?? "{\(name)}"
            }
        }
    }
}

extension Placeholders.Part {
    fileprivate var isPlaceholder: Bool {
        if case .placeholder = self { true } else { false }
    }
}

/// A value of a message, with what stands for the names in pointers that lead on from it.
struct MappedValue {
    let json: JSONValue
    let names: NameTexts

    init(_ json: JSONValue, names: NameTexts = NameTexts()) {
        self.json = json
        self.names = names
    }

    /// Another value of the same message.
    func with(_ json: JSONValue) -> MappedValue { MappedValue(json, names: names) }
}

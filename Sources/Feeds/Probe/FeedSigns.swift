import JSON
import Support

/// What a probe knows the servers of a feed by, beside the form of their address.
///
/// As data: `{ "messages": [ CONDITIONS, … ], "question": MESSAGE,
/// "choices": { SETTING: POINTER } }`.
struct FeedSigns: Sendable {
    /// The values that a setting can have, as servers list them.
    private struct Choice: Sendable {
        let setting: String
        let place: ValuePointer
    }

    /// What only these servers say: all the conditions of one of these hold for a message.
    private var messages: [[Condition]] = []
    /// What makes a server say so that speaks only when asked.
    private(set) var question: Feed.Value?
    private var choices: [Choice] = []

    /// No signs at all.
    init() {}

    /// The signs that a feed type tells.
    init(_ value: SettingValue) {
        guard let section = value.section(["messages", "question", "choices"]) else { return }
        messages = section["messages"]?.oneOrMore.map { $0.conditions() } ?? []
        question = section["question"]?.value
        choices = (section["choices"]?.members?.values ?? []).compactMap { name, value in
            value.pointer().map { Choice(setting: name, place: $0) }
        }
    }

    /// The signs in a text of ours.
    init(_ text: String) {
        let reading = MappingReading()
        guard let value = try? SettingValue(json: text, reading: reading) else {
            crash("the signs of a feed are not JSON: \(text)")
        }
        self.init(value)
        guard reading.mistakes.isEmpty else { crash("wrong signs: \(reading.mistakes)") }
    }

    /// Whether its servers can be told by what they say.
    var isTold: Bool { !messages.isEmpty }

    /// Whether only such a server says this.
    func tell(_ message: JSONValue) -> Bool {
        messages.contains { $0.hold(for: MappedValue(message)) }
    }

    /// What a message lists of the values that settings can have.
    func choices(in message: JSONValue) -> [String: [String]] {
        var values: [String: [String]] = [:]
        for choice in choices {
            let texts = choice.place.values(in: MappedValue(message)).compactMap(\.lenientString)
            if !texts.isEmpty { values[choice.setting] = texts }
        }
        return values
    }
}

import JSON
import Support

/// The signs by which a probe knows the servers of a feed, beside the form of their address.
///
/// As data: `{ "messages": [ CONDITIONS, … ], "question": MESSAGE,
/// "choices": { SETTING: POINTER } }`.
struct FeedSigns: Sendable {
    /// The values that a setting can have, as servers list them.
    private struct Choice: Sendable {
        let setting: String
        let place: ValuePointer
    }

    /// Signs that only these servers send: all the conditions of one of these hold for a message.
    private var messages: [[Condition]] = []
    /// A message that makes a server send its signs, if it is silent otherwise.
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

    /// The signs in a text of this program.
    init(_ text: String) {
        let reading = MappingReading()
        guard let value = try? SettingValue(json: text, reading: reading) else {
            crash("the signs of a feed are not JSON: \(text)")
        }
        self.init(value)
        guard reading.mistakes.isEmpty else { crash("wrong signs: \(reading.mistakes)") }
    }

    /// True if its servers can be recognised by their messages.
    var isTold: Bool { !messages.isEmpty }

    /// True if only such a server sends this message.
    func tell(_ message: JSONValue) -> Bool {
        messages.contains { $0.hold(for: MappedValue(message)) }
    }

    /// The values of settings that a message lists.
    func choices(in message: JSONValue) -> [String: [String]] {
        var values: [String: [String]] = [:]
        for choice in choices {
            let texts = choice.place.values(in: MappedValue(message)).compactMap(\.lenientString)
            if !texts.isEmpty { values[choice.setting] = texts }
        }
        return values
    }
}

import JSON
import NowPlaying
import Support

/// Bounds the commands that come over MQTT, and knows to which sessions their answers belong.
struct CommandGate {
    /// Commands that may come at once, and a second after that.
    private static let burst = 20.0
    private static let rate = 10.0
    /// Commands that may wait for their answers.
    private static let waitingMax = 64

    /// The commands that were let through.
    private(set) var count = 0
    /// The commands that were not.
    private(set) var dropped = 0
    private var allowance = burst
    private var filledAt = Instant(milliseconds: 0)
    private var waiting: [Int: String] = [:]

    /// Lets a command through, and gives its number; `nil` for one too many.
    mutating func admit(for session: String, at now: Instant) -> Int? {
        let passed = max(0, (now - filledAt).seconds)
        allowance = min(Self.burst, allowance + passed * Self.rate)
        filledAt = now
        guard allowance >= 1, waiting.count < Self.waitingMax else {
            dropped += 1
            return nil
        }
        allowance -= 1
        count += 1
        waiting[count] = session
        return count
    }

    /// Counts commands that did not come as far as this.
    mutating func drop(_ count: Int) { dropped += count }

    /// Takes the session of a command that is answered.
    mutating func takeSession(of number: Int) -> String? { waiting.removeValue(forKey: number) }
}

/// The payload of a command.
enum CommandPayload {
    /// A command is shorter; the limit of a request on the socket.
    static let sizeMax = 64 << 10

    /// The parameters of the socket's `command`, for a session.
    ///
    /// - Returns: A text on what is wrong, where something is.
    static func parameters(
        _ payload: [UInt8], for session: String, _ parser: JSONParser
    ) -> Result<[UInt8], CommandMistake> {
        if let word = word(payload) {
            return .success(object(session) { $0.member("action", word) })
        }
        let read = try? parser.parse(payload) { value -> Result<[UInt8], CommandMistake>? in
            value.isObject ? parameters(value, for: session) : nil
        }
        return (read ?? nil)
            ?? .failure(
                CommandMistake(
                    text: #"a command is an object such as {"action":"pause"}, or a word: pause"#))
    }

    private static func parameters(
        _ value: JSONValue, for session: String
    ) -> Result<[UInt8], CommandMistake> {
        if let named = value["session"]?.text, !(named == session) {
            return .failure(CommandMistake(text: "the topic names the session \(session)"))
        }
        return .success(
            object(session) { writer in
                for member in value.members where !(member.name == "session") {
                    guard let name = member.name.word, name != "sender" else { continue }
                    writer.key(named: name)
                    writer.raw(Array(member.value.source))
                }
            })
    }

    private static func object(
        _ session: String, _ write: (inout JSONWriter) -> Void
    ) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("session", session)
        writer.member("sender", "mqtt")
        write(&writer)
        writer.endObject()
        return writer.bytes
    }

    /// A word of small letters.
    private static func word(_ payload: [UInt8]) -> String? {
        let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
        let spaces: [UInt8] = [0x20, 0x0A, 0x0D, 0x09]
        let trimmed = payload.drop { spaces.contains($0) }
        let word = trimmed.prefix { letters.contains($0 | 0x20) }
        guard (1...32).contains(word.count),
            trimmed.dropFirst(word.count).allSatisfy({ spaces.contains($0) })
        else { return nil }
        return String(word.map { Character(Unicode.Scalar($0)) })
    }
}

/// The reason for which a payload is no command.
struct CommandMistake: Error, Equatable {
    let text: String
}

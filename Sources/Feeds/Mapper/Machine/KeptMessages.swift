import NowPlaying

/// The newest messages that will get another meaning, each of another rule: after a time, or when a
/// later message brings a name that stands in their rule's pointers.
struct KeptMessages: Sendable {
    /// A message, and the stations that it is about.
    struct Message: Sendable {
        let bytes: [UInt8]
        let stations: [Int]
        /// The time at which it is read again, if nothing happens before.
        let readsAt: Instant?
    }

    /// Longer ones are read once.
    private static let maximumBytes = 256 << 10

    private var messages: [Int: Message] = [:]

    /// The first time at which a message is read again.
    var deadline: Instant? { messages.values.reduce(nil) { earliest($0, $1.readsAt) } }

    /// Keeps a rule's message in place of the one before.
    mutating func keep(_ message: Message, ofRule rule: Int) {
        messages[rule] = message.bytes.count > Self.maximumBytes ? nil : message
    }

    /// The rules whose messages are due, in their order.
    func due(at now: Instant) -> [Int] {
        messages.keys.sorted().filter { messages[$0]?.readsAt.map { $0 <= now } ?? false }
    }

    /// The message of a rule.
    subscript(rule: Int) -> Message? { messages[rule] }
}

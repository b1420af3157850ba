/// What a listener hears, as the session's player reports it, and what was asked of it since.
public struct ListeningSession: Hashable, Sendable {
    /// What was asked of the player, which has not done it yet or could not.
    public struct Request: Hashable, Sendable {
        /// What was asked.
        public var command: SessionCommand
        /// Why it was not done; `nil` while it may still be.
        public var failure: Failure?

        /// Something that was asked.
        public init(command: SessionCommand, failure: Failure? = nil) {
            self.command = command
            self.failure = failure
        }
    }

    /// Why something that was asked for was not done.
    public enum Failure: Hashable, Sendable {
        /// The player has not said anything for too long.
        case noAnswer
        /// The player said why, in its own words.
        case reported(String)
    }

    /// What is played again at its end, in the words of Apple's `MPRepeatType`.
    public enum RepeatMode: String, CaseIterable, Sendable {
        case off, one, all
    }

    /// The session's name.
    public var id: String
    /// Who changed it last.
    public var sender: String?
    /// The station that is listened to.
    public var station: String?
    /// Which of its streams, where it has several.
    public var stream: String?
    /// By how much that is behind the station's main stream.
    public var streamDelay = Interval.zero
    /// What the player does.
    public var state: PlaybackState
    /// Since when `state`, `rate` and `station` have been what they are, on the hub's wall clock.
    public var since: Timestamp
    /// The time for which the station had been listened to at `since`, without its pauses.
    public var listened = Interval.zero
    /// Seconds of broadcast for each second of time while it plays; 1 at the live edge.
    public var rate: Double
    /// The rates that a listener can choose, ascending.
    public var supportedRates: [Double]
    /// Where the listener is in the broadcast.
    public var position: ListeningPosition
    /// How far back a listener can go; zero where rewinding is not possible.
    public var rewindWindow: Interval
    /// What is played again, where the player reports it.
    public var repeatMode: RepeatMode?
    /// Whether the order is random, where the player reports it.
    public var isShuffled: Bool?
    /// What was asked for and is not done, oldest first.
    public var requests: [Request]

    /// What could not be done last.
    public var failed: Request? { requests.last { $0.failure != nil } }

    /// The listener has gone back in the broadcast, and is not behind it only by a pause.
    public var isRewound: Bool { position.rewound?.isSought ?? false }

    /// A session in which nothing has been played yet.
    public init(id: String, since: Timestamp) {
        self.id = id
        self.since = since
        state = .stopped
        rate = 1
        supportedRates = [1]
        position = .live
        rewindWindow = .seconds(5 * 3_600)
        requests = []
    }
}

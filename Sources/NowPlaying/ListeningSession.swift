/// The playback of a listener, as the session's player reports it, and the requests made since.
public struct ListeningSession: Hashable, Sendable {
    /// The name of the session that always exists. Each member of a cluster has its own.
    public static let main = "main"

    /// A request to the player, which has not been done yet or could not be.
    public struct Request: Hashable, Sendable {
        /// The requested command.
        public var command: SessionCommand
        /// The reason for its failure; `nil` while it may still be done.
        public var failure: Failure?

        /// Something that was asked.
        public init(command: SessionCommand, failure: Failure? = nil) {
            self.command = command
            self.failure = failure
        }
    }

    /// The reason for which a request was not done.
    public enum Failure: Hashable, Sendable {
        /// The player has not said anything for too long.
        case noAnswer
        /// The player said why, in its own words.
        case reported(String)
    }

    /// The mode of repetition, in the words of Apple's `MPRepeatType`.
    public enum RepeatMode: String, CaseIterable, Sendable {
        case off, one, all
    }

    /// The session's name.
    public var id: String
    /// The name of the client that changed it last.
    public var sender: String?
    /// The station that is listened to.
    public var station: String?
    /// The chosen stream, where the station has several.
    public var stream: String?
    /// The time by which that stream is behind the station's main stream.
    public var streamDelay = Interval.zero
    /// The state of the player.
    public var state: PlaybackState
    /// The time since which `state`, `rate` and `station` are unchanged, on the hub's wall clock.
    public var since: Timestamp
    /// The time for which the station had been listened to at `since`, without its pauses.
    public var listened = Interval.zero
    /// Seconds of broadcast for each second of time while it plays; 1 at the live edge.
    public var rate: Double
    /// The rates that a listener can choose, ascending.
    public var supportedRates: [Double]
    /// The place of the listener in the broadcast.
    public var position: ListeningPosition
    /// The furthest that a listener can go back; zero where rewinding is not possible.
    public var rewindWindow: Interval
    /// The mode of repetition, where the player reports it.
    public var repeatMode: RepeatMode?
    /// True if the order is random; `nil` where the player does not report it.
    public var isShuffled: Bool?
    /// The moment of the broadcast up to which the listener has looked at what was played.
    public var seenUntil: Timestamp?
    /// The requests that are not done, oldest first.
    public var requests: [Request]

    /// The request that failed last.
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

extension ListeningSession {
    /// The rates that make sense now, ascending: at the live edge nothing can be faster than life.
    public var allowedRates: [Double] {
        position == .live ? supportedRates.filter { $0 <= 1 } : supportedRates
    }

    /// The rate after the present one: the fastest is followed by the slowest.
    public var nextRate: Double {
        let allowed = allowedRates
        return allowed.first { $0 > rate } ?? allowed.first ?? 1
    }
}

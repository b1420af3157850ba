import HubClient
public import NowPlaying

/// A command or a player's report, as a user words it for `nphub send`.
///
/// The words are those of the socket's methods, in the order in which one would say them:
/// `select radiospiral`, `seek -30`, `seek at 14:05`, `report playing rate 1.5`.
public struct SendRequest: Hashable, Sendable {
    /// Who is meant, and who sends.
    public struct Address: Hashable, Sendable {
        /// The session; `nil` for the one that always is.
        public var session: String?
        /// What the hub calls the sender in what it tells the others.
        public var sender: String?

        /// An address with its parts.
        public init(session: String? = nil, sender: String? = nil) {
            self.session = session
            self.sender = sender
        }
    }

    /// It is a player's report, not a command.
    let isReport: Bool
    /// The parameters.
    let parameters: [String: JSONTree]

    /// Everything that can be sent.
    public static let actions = SendReader.actions
    /// What a player can report that it does.
    public static let reportedStates = PlaybackState.allCases.map(\.rawValue)

    /// The hub's name for it.
    var method: String { isReport ? "report" : "command" }

    /// Reads what a user wrote.
    ///
    /// - Parameters:
    ///   - words: The action and what belongs to it.
    ///   - clock: What times of day are measured by.
    public init(
        _ words: [String], to address: Address = Address(), by clock: LocalClock
    ) throws(SendError) {
        var reader = SendReader(words, clock: clock)
        let action = try reader.next("an action")
        isReport = action == SendReader.report
        var parameters = try reader.readAction(action)
        try reader.end()
        // A report is of one player, so that the hub wants to know which session's it is.
        let session = isReport ? address.session ?? "main" : address.session
        parameters["session"] = session.map { .string($0) }
        if !isReport { parameters["sender"] = address.sender.map { .string($0) } }
        self.parameters = parameters
    }
}

/// A wall clock, as people nearby read it.
public struct LocalClock: Hashable, Sendable {
    /// Now.
    public var now: Timestamp
    /// By how much it is ahead of UTC.
    public var offset: Interval

    /// A clock that shows a time.
    public init(now: Timestamp, offset: Interval) {
        self.now = now
        self.offset = offset
    }

    /// When it last showed a time of day, counted from midnight.
    func last(_ timeOfDay: Interval) -> Timestamp {
        let day = Interval.seconds(86_400).milliseconds
        let local = now + offset
        let sinceMidnight = ((local.milliseconds % day) + day) % day
        let ago = ((sinceMidnight - timeOfDay.milliseconds) % day + day) % day
        return now - .milliseconds(ago)
    }
}

/// Why words are nothing that can be sent.
public struct SendError: Error, Equatable, Sendable {
    /// What is wrong, and what would be right.
    public let problem: String
}

extension SendError: CustomStringConvertible {
    /// The problem.
    public var description: String { problem }
}

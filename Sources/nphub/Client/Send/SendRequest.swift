import HubClient
public import NowPlaying

/// A command or a player's report, as a user words it for `nphub send`.
///
/// The words are those of the socket's methods, in their spoken order: `select radiospiral`,
/// `seek -30`, `seek at 14:05`, `report playing rate 1.5`.
public struct SendRequest: Hashable, Sendable {
    /// The session and the sender.
    public struct Address: Hashable, Sendable {
        /// The session; `nil` for the one that always is.
        public var session: String?
        /// The sender's name, which the hub tells the others.
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
    /// The states that a player can report.
    public static let reportedStates = PlaybackState.allCases.map(\.rawValue)

    /// The stations that it names.
    var stations: [String] {
        guard case .array(let list) = parameters["stations"] else {
            return [parameters["station"]?.string].compactMap(\.self)
        }
        return list.compactMap(\.string)
    }

    /// The hub's name for it.
    var method: String { isReport ? "report" : "command" }

    /// Reads the words of a user.
    ///
    /// - Parameters:
    ///   - words: The action and what belongs to it.
    ///   - clock: The clock for times of day.
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
    /// The time by which it is ahead of UTC.
    public var offset: Interval

    /// A clock that shows a time.
    public init(now: Timestamp, offset: Interval) {
        self.now = now
        self.offset = offset
    }

    /// Returns the last time at which it showed a time of day, counted from midnight.
    func last(_ timeOfDay: Interval) -> Timestamp {
        let day = Interval.seconds(86_400).milliseconds
        let local = now + offset
        let sinceMidnight = ((local.milliseconds % day) + day) % day
        let ago = ((sinceMidnight - timeOfDay.milliseconds) % day + day) % day
        return now - .milliseconds(ago)
    }
}

/// The reason for which words cannot be sent.
public struct SendError: Error, Equatable, Sendable {
    /// The problem, and its remedy.
    public let problem: String
}

extension SendError: CustomStringConvertible {
    /// The problem.
    public var description: String { problem }
}

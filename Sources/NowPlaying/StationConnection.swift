/// The state of the hub's connection to a station's feed.
public struct StationConnection: Hashable, Sendable {
    /// The freshness and reliability of the station's state.
    public enum State: String, CaseIterable, Sendable {
        /// Nothing has been heard yet, good or bad.
        case connecting
        /// Reports come in.
        case live
        /// The last state is shown, but nothing has confirmed it for a while.
        case stale
        /// It does not work, and has not for a while.
        case failing
        /// Switched off, or closed for good by the station.
        case stopped
    }

    /// The reason for which the connection is not live.
    public struct Reason: Hashable, Sendable {
        /// The code where the connection stands and the station says nothing.
        public static let silence = "silent"

        /// For programs: a word of a fixed list, such as `refused`.
        public var code: String
        /// For people: a sentence.
        public var text: String

        /// A reason in both forms.
        public init(code: String, text: String) {
            self.code = code
            self.text = text
        }
    }

    /// The freshness and reliability of the station's state.
    public var state: State
    /// The reason for which it is not live; `nil` while it is.
    public var reason: Reason?
    /// The time since which it is in that state, on the hub's wall clock.
    public var since: Timestamp

    /// A connection with its parts.
    public init(state: State, reason: Reason? = nil, since: Timestamp) {
        self.state = state
        self.reason = reason
        self.since = since
    }
}

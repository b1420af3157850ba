/// How the hub stands with a station's feed.
public struct StationConnection: Hashable, Sendable {
    /// How fresh and how reliable the state is.
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

    /// Why it is not live.
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

    /// How fresh and how reliable the state is.
    public var state: State
    /// Why it is not live; `nil` while it is.
    public var reason: Reason?
    /// Since when, on the hub's wall clock.
    public var since: Timestamp

    /// A connection with its parts.
    public init(state: State, reason: Reason? = nil, since: Timestamp) {
        self.state = state
        self.reason = reason
        self.since = since
    }
}

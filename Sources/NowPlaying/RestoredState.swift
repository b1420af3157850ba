/// The state that a hub restores from its last run.
public struct RestoredState: Hashable, Sendable {
    /// A session as it survives a restart: it comes back paused, where it was.
    public struct Session: Hashable, Sendable {
        /// The session's name.
        public var id: String
        /// The station that was listened to.
        public var station: String?
        /// The stream that was chosen.
        public var stream: String?
        /// The time at which the part heard last was broadcast; `nil` at the live edge. During
        /// playback it is the start of the element that was heard.
        public var heard: Timestamp?
        /// The listener wanted to be there, and was not there only because of a pause.
        public var isSought = false

        /// A session by its name.
        public init(id: String, station: String? = nil, stream: String? = nil) {
            self.id = id
            self.station = station
            self.stream = stream
        }
    }

    /// The stations' past broadcasts, as far back as a listener can go, by the station's id.
    public var timelines: [String: StationTimeline] = [:]
    /// The listeners' choices.
    public var preferences = Preferences()
    /// The listening sessions.
    public var sessions: [Session] = []

    /// Nothing is known: the first life.
    public init() {}
}

/// One thing that is to survive a restart. Each replaces what was remembered under the same id.
public enum PersistedChange: Hashable, Sendable {
    /// An element of a station's timeline: new, or known better now.
    case element(TimelineElement, station: String)
    /// An element of a station's timeline has another id, under which it is told, too.
    case renamed(String, station: String)
    /// A programme of a station's timeline: new, or known better now.
    case programme(AiredProgramme, station: String)
    /// The listeners' choices.
    case preferences(Preferences)
    /// The station and position of a session.
    case session(RestoredState.Session)
    /// A session is over.
    case sessionEnded(String)
}

/// The listeners' choices among the stations. They belong to the hub, not to a session, and survive
/// a restart.
public struct Preferences: Hashable, Sendable {
    /// The ids of the favourite stations, in the order in which they became that.
    public var favourites: [String] = []
    /// The ids of stations in the listener's order; those that it does not name come after.
    public var order: [String] = []
    /// The stream that was chosen last, by the station's id.
    public var streams: [String: String] = [:]

    /// Nothing has been chosen yet.
    public init() {}
}

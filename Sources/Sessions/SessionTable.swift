package import NowPlaying
package import Stations

/// All listening sessions, and what listeners chose.
package struct SessionTable: Sendable {
    private var states: [SessionIndex: SessionState] = [:]
    /// All there are, in the order in which they were made.
    package private(set) var all: [SessionIndex] = []
    private var indices: [String: SessionIndex] = [:]
    /// The stations of which a session's followers were shown something.
    private var shown: [SessionIndex: Set<StationIndex>] = [:]
    /// The sessions whose followers were shown something of a station.
    private var showing: [StationIndex: Set<SessionIndex>] = [:]
    private var lastIndex = 0
    private let limits: Box<Limits>
    /// The listeners' choices among the stations.
    package var preferences = Preferences()
    /// The stations in the listeners' order.
    package private(set) var order: [StationIndex] = []
    /// The stations that listeners had tried again, until the attempt has its outcome.
    package var retried: Set<StationIndex> = []
    /// The end of the time in which the favourites have news.
    package var newsEnds: Instant?
    /// The time by which the listeners' clocks are ahead of UTC.
    package var offsetFromUTC = Interval.zero

    package init(limits: Box<Limits>) {
        self.limits = limits
    }

    /// A session that there is.
    package subscript(index: SessionIndex) -> SessionState? {
        _read { yield states[index] }
        _modify { yield &states[index] }
    }

    /// The session of this name.
    package func index(of name: String) -> SessionIndex? { indices[name] }

    /// The settings of all sessions, in the order in which they were made.
    package var settings: [SessionConfiguration] { all.compactMap { states[$0]?.settings } }

    /// Makes a session that there is not.
    package mutating func add(
        _ name: String, _ settings: SessionConfiguration?, at now: Moment
    ) throws(RequestError) -> SessionIndex {
        guard name.isIdentifier else {
            throw RequestError(
                .unknownSession,
                "no session can be called that: 1 to 64 of the characters A-Z a-z 0-9 . _ -",
                ("session", String(name.prefix(100))))
        }
        guard states.count < limits.sessions else {
            throw RequestError(
                .limitReached, "there are \(limits.sessions) sessions already",
                ("limit", "sessions"))
        }
        lastIndex += 1
        let index = SessionIndex(number: lastIndex)
        states[index] = SessionState(
            index: index, name: name, settings: settings, limits: limits, at: now)
        indices[name] = index
        all.append(index)
        return index
    }

    /// A session is over.
    package mutating func remove(_ index: SessionIndex) {
        guard let state = states.removeValue(forKey: index) else { return }
        indices[state.reported.id] = nil
        all.removeAll { $0 == index }
        showNothing(in: index)
    }

    /// The sessions whose followers were shown something of a station, in the order in which they
    /// were made.
    package func showing(_ station: StationIndex) -> [SessionIndex] {
        showing[station]?.sorted() ?? []
    }

    /// A session's followers are shown something of these stations, too.
    package mutating func show(_ stations: Set<StationIndex>, in index: SessionIndex) {
        for station in stations where shown[index, default: []].insert(station).inserted {
            showing[station, default: []].insert(index)
        }
    }

    /// Nothing is shown in a session any more.
    package mutating func showNothing(in index: SessionIndex) {
        for station in shown.removeValue(forKey: index) ?? [] {
            showing[station]?.remove(index)
            if showing[station]?.isEmpty == true { showing[station] = nil }
        }
    }

    /// Puts the stations into the listeners' order: those that it names first.
    package mutating func arrange(_ stations: StationStore) {
        let named = preferences.order.compactMap { stations.index(of: $0) }
        order = (named + stations.present).withoutRepeats
    }
}

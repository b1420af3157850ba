package import NowPlaying
package import Stations
import Support

/// All listening sessions, and the listeners' choices: commands, reports, changes of stations and
/// time in, outputs out.
package struct SessionBook: Sendable {
    /// The sessions at their places; `nil` at a free one. From an array, unlike from a dictionary,
    /// a part of a state is read without a copy of the whole.
    private var states: [SessionState?] = []
    private var places: [SessionIndex: Int] = [:]
    private var freePlaces: [Int] = []
    /// All sessions, in the order in which they were made.
    package private(set) var all: [SessionIndex] = []
    private var indices: [String: SessionIndex] = [:]
    /// The stations of which a session's followers were shown something.
    private var shown: [SessionIndex: Set<StationIndex>] = [:]
    /// The sessions whose followers were shown something of a station.
    private var showing: [StationIndex: Set<SessionIndex>] = [:]
    private var lastIndex = 0
    let limits: Box<Limits>
    /// The listeners' choices among the stations.
    package internal(set) var preferences = Preferences()
    /// The choices of listeners while their earlier choices are not known; `nil` once they are.
    var chosenMeanwhile: ChosenMeanwhile?
    /// The stations in the listeners' order.
    package private(set) var order: [StationIndex] = []
    /// The stations that listeners had dialled again, until the attempt has its outcome.
    var retried: Set<StationIndex> = []
    /// The end of the time in which the favourites have news.
    package internal(set) var newsEnds: Instant?
    /// The time by which the listeners' clocks are ahead of UTC.
    package internal(set) var offsetFromUTC = Interval.zero

    /// - Parameter isRestored: The state of the hub's earlier life is known, or there is none.
    package init(isRestored: Bool, limits: Box<Limits>) {
        chosenMeanwhile = isRestored ? nil : ChosenMeanwhile()
        self.limits = limits
    }

    /// An existing session; `nil` for an index that has ended.
    package internal(set) subscript(index: SessionIndex) -> SessionState? {
        _read {
            if let place = places[index] { yield states[place] } else { yield nil }
        }
        _modify {
            if let place = places[index] {
                yield &states[place]
            } else {
                var none: SessionState?
                yield &none
            }
        }
    }

    /// The session of this name.
    package func index(of name: String) -> SessionIndex? { indices[name] }

    /// The names of the sessions that the config has, in their order.
    package var configured: [String] {
        all.compactMap { self[$0] }.filter(\.isPermanent).map(\.reported.id).sorted()
    }

    /// The settings of all sessions, in the order in which they were made.
    package var settings: [SessionConfiguration] { all.compactMap { self[$0]?.settings } }

    // MARK: Coming and going

    /// The session of this name, made where there is none yet.
    package mutating func session(
        named name: String, _ settings: SessionConfiguration? = nil,
        in context: inout SessionContext
    ) throws(RequestError) -> SessionIndex {
        if let known = index(of: name) { return known }
        let index = try add(name, settings, at: context.now)
        context.outputs.append(.began(index, named: name))
        context.outputs.append(.deadlineChanged(index))
        return index
    }

    /// Carries out a request of a session. If it is refused, a session that was made for it is
    /// taken back, before the hub hears of it.
    mutating func carryOut<Answer>(
        in name: String, _ context: inout SessionContext,
        _ request: (inout SessionBook, SessionIndex, inout SessionContext) throws(RequestError)
            -> Answer
    ) throws(RequestError) -> Answer {
        let isNew = index(of: name) == nil
        let outputCount = context.outputs.count
        let index = try session(named: name, in: &context)
        do throws(RequestError) {
            return try request(&self, index, &context)
        } catch {
            guard isNew else { throw error }
            remove(index)
            context.outputs.removeSubrange(outputCount...)
            throw error
        }
    }

    /// Refuses a name that no session has and none can get.
    package func checkSession(named name: String) throws(RequestError) {
        guard index(of: name) == nil else { return }
        guard name.isIdentifier else {
            throw RequestError(
                .unknownSession,
                "no session can be called that: 1 to 64 of the characters A-Z a-z 0-9 . _ -",
                ("session", String(name.prefix(100))))
        }
        guard all.count < limits.sessions else {
            throw RequestError(
                .limitReached, "there are \(limits.sessions) sessions already",
                ("limit", "sessions"))
        }
    }

    private mutating func add(
        _ name: String, _ settings: SessionConfiguration?, at now: Moment
    ) throws(RequestError) -> SessionIndex {
        try checkSession(named: name)
        lastIndex += 1
        let index = SessionIndex(number: lastIndex)
        let place = freePlaces.popLast() ?? states.count
        if place == states.count { states.append(nil) }
        states[place] = SessionState(
            index: index, name: name, settings: settings, limits: limits, at: now)
        places[index] = place
        indices[name] = index
        all.append(index)
        return index
    }

    /// Sets the sessions that the config names. Others end without followers.
    package mutating func configure(
        _ configured: [String: SessionConfiguration], in context: inout SessionContext
    ) {
        for (name, settings) in configured.sorted(by: { $0.key < $1.key }) {
            _ = try? session(named: name, settings, in: &context)
        }
        for index in all {
            guard let name = self[index]?.reported.id else { continue }
            self[index]?.configure(configured[name])
            context.outputs.append(.deadlineChanged(index))
        }
    }

    /// Ends a session.
    package mutating func end(_ index: SessionIndex, in context: inout SessionContext) {
        guard let state = remove(index) else { return }
        context.outputs.append(.ended(index))
        remember(.sessionEnded(state.reported.id), in: &context)
    }

    /// - Returns: The state of the session that is gone.
    @discardableResult
    private mutating func remove(_ index: SessionIndex) -> SessionState? {
        guard let place = places.removeValue(forKey: index), let state = states[place] else {
            return nil
        }
        states[place] = nil
        freePlaces.append(place)
        indices[state.reported.id] = nil
        all.removeAll { $0 == index }
        showNothing(in: index)
        return state
    }

    /// Counts the subscriptions to a session.
    ///
    /// - Returns: True if they are others than before.
    package mutating func followersChanged(
        of index: SessionIndex, to count: Int, isSubscribed: Bool,
        in context: inout SessionContext
    ) -> Bool {
        guard let before = self[index],
            before.followerCount != count || before.isSubscribed != isSubscribed
        else { return false }
        self[index]?.followed(by: count, isSubscribed: isSubscribed, at: context.now.monotonic)
        if count == 0, before.followerCount > 0 { lastFollowerLeft(index, in: &context) }
        context.outputs.append(.deadlineChanged(index))
        return true
    }

    private mutating func lastFollowerLeft(
        _ index: SessionIndex, in context: inout SessionContext
    ) {
        showNothing(in: index)
        showOwnStation(of: index, in: context)
        guard let state = self[index], state.reported.state == .playing,
            state.settings.pauseOnDisconnect, !context.isShared(state)
        else { return }
        context.outputs.append(.pause(index))
    }

    // MARK: The stations that are shown

    /// The sessions whose followers were shown something of a station, in the order in which they
    /// were made.
    package func showing(_ station: StationIndex) -> [SessionIndex] {
        showing[station]?.sorted() ?? []
    }

    /// Notes that a session's followers are shown something of these stations, too.
    mutating func show(_ stations: Set<StationIndex>, in index: SessionIndex) {
        for station in stations where shown[index, default: []].insert(station).inserted {
            showing[station, default: []].insert(index)
        }
    }

    /// Has a session hear of changes of its own station.
    mutating func showOwnStation(of index: SessionIndex, in context: SessionContext) {
        guard let session = self[index]?.reported,
            let station = context.stations.station(of: session)
        else { return }
        show([station], in: index)
    }

    private mutating func showNothing(in index: SessionIndex) {
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

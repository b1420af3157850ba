package import NowPlaying
import Support

/// This hub as one of the members of a cluster: which upstreams it owns, what it writes, and what
/// its clients are served.
///
/// The members share a bucket of NATS' key-value store, which is one ordered stream with
/// compare-and-set: all agreement comes from there, and there is none besides.
///
/// - A member writes a heartbeat every two seconds. One that was not heard for six is dead.
/// - An *upstream* belongs to the living member with the highest rendezvous hash. It becomes the
///   owner by writing the owner's key, expecting the revision that it has seen. The revision of
///   that write is its *term*.
/// - The owner reads the stations and writes their states, each with its term and expecting the
///   revision of the key. A new owner writes every station's key before it dials: it goes on from
///   what its predecessor wrote last, and has all later writes of that one refused.
/// - Every member, the owner included, serves its clients what the watch of the bucket returns. So
///   all send the same states in the same order, by the same versions: the stream's sequence
///   numbers.
/// - Without the store, a member serves what it reads itself, in an epoch of its own. A store that
///   answers and takes no writes is none: each connection begins with a heartbeat that is stored.
///
/// It is a value: events and time in, effects out.
package struct Member: Sendable {
    /// The state of this member's connection to the store.
    enum Connection: Equatable, Sendable {
        /// Not connected; the next attempt is at this instant.
        case closed(until: Instant)
        /// Being connected, or told the initial state, or waiting for an epoch.
        case filling(since: Instant)
        /// The initial state is complete and served; the watch tells each change.
        case current
        /// The hub has ended.
        case ended
    }

    /// The states that clients are served.
    enum Serving: Equatable, Sendable {
        /// Nothing yet: the hub has just begun.
        case nothing
        /// The cluster's states.
        case cluster(epoch: String)
        /// The states that this member reads itself.
        case alone
    }

    package let identity: MemberIdentity
    let owns: Bool
    let timing: ClusterTiming
    var generator: SeededGenerator

    var connection: Connection
    var initial = InitialState()
    var lives = StoreLives()
    var writes = Writes()
    var heartbeats: Heartbeats
    var session: StoreSession = 0
    var serving = Serving.nothing
    /// The time at which a store that took writes was lost, or the hub began.
    var lostAt: Instant
    /// A store has told its state since the last write that it took, and took none.
    var isDoubted = false
    var rejections = Rejections()
    /// The store was lost since the roster was complete, and not only asked once more.
    var hasLostStore = true
    /// The number of attempts to connect since the store was trusted.
    var redials = 0
    /// The time of the store's last message.
    var heardAt: Instant
    /// The time at which the initial state was complete.
    var filledAt: Instant
    /// The reason why the store was lost.
    var lostReason = "NATS has not answered yet"
    /// The reasons for which this member is, or was last, alone, each told once.
    var reasons: Set<String> = []
    /// The reason why the store's version is not to be used.
    var versionProblem: String?

    var roster = Roster()
    /// The version of the roster that the hub was told last.
    var announcedRoster: Int?
    var documents = Documents()
    var upstreams: [UpstreamID: Upstream] = [:]
    /// The values of the owners' keys, also of upstreams that this config does not have.
    var owners: [UpstreamID: Upstream.Owner] = [:]
    var inspection = Inspection()
    /// No upstream is to be looked at before: each event would walk all of them.
    var upstreamsDueAt: Instant?
    /// The number of upstreams that each other member has taken from this one by the event under
    /// way.
    var deposed: [String: Int] = [:]
    var stations: [String: StationRecord] = [:]
    /// The stations that another upstream's owner wrote last, and perhaps some more.
    var contested: Set<String> = []
    /// The stations whose states are to be told once more, when the event under way is done.
    var rewrites: Set<String> = []
    /// The time at which the watch told something last.
    var toldAt: Instant
    /// Another member has this one's name until then.
    var namesakeUntil: Instant?
    /// The time at which it was last looked how full the store is.
    var measuredAt: Instant
    /// The keys of which nothing is of use from a time on, unless they are written again: what is
    /// left of members and of deleted documents, up to a revision.
    var remains: [StoreKey: (revision: UInt64, due: Instant)] = [:]

    /// The time up to which plays were told, in nanoseconds since 1970 by the store's clock.
    package var newestPlay: Int64?
    package internal(set) var counters = ClusterCounters()
    /// The subjects of the warnings that were given: streams that are nearly full, the clock, the
    /// replicas.
    var warned: Set<String> = []

    /// A member that connects to the store with its first event.
    package init(
        _ identity: MemberIdentity, owns: Bool = true, timing: ClusterTiming = ClusterTiming(),
        seed: UInt64, at now: Instant
    ) {
        self.identity = identity
        self.owns = owns
        self.timing = timing
        generator = SeededGenerator(seed: seed)
        connection = .closed(until: now)
        (lostAt, heardAt, filledAt, toldAt, measuredAt) = (now, now, now, now, now)
        heartbeats = Heartbeats(at: now)
        _ = roster.heard(heartbeat, at: now)
    }

    /// Takes an event that happened at `now`, and appends what is to be done about it.
    package mutating func handle(
        _ event: ClusterEvent, at now: Instant, into effects: inout [ClusterEffect]
    ) {
        switch event {
        case .configured(let upstreams): configure(upstreams, at: now, into: &effects)
        case .woke: break
        case .stopping: stop(into: &effects)
        case .reduced(let station, let payload): reduced(station, payload)
        case .played(let station, let id, let play):
            // A play that cannot be kept now is told again when the store is back.
            guard connection == .current else { break }
            effects.append(.store(session, .keep(station: station, id: id, play)))
        case .proposed(let number, let document, let content, let revision):
            propose(number, document, content, expecting: revision, into: &effects)
        case .store(let session, let event) where session == self.session:
            apply(event, at: now, into: &effects)
        case .store: break
        }
        wake(at: now, into: &effects)
        planInspection(at: now)
        writeStations(into: &effects)
        tellMembers(into: &effects)
        noteDeposed(into: &effects)
        tellRewrites(into: &effects)
    }

    /// The time at which the member wants `ClusterEvent.woke`, if nothing happens before.
    package var nextDeadline: Instant? {
        switch connection {
        case .ended: return nil
        case .closed(let until): return earliest(until, aloneDeadline)
        case .filling(let since): return earliest(fillingEnd(since: since), aloneDeadline)
        case .current:
            let answer = heartbeats.unanswered == nil ? beatDue : answerEnd
            let watches = earliest(measuredAt + timing.measure, silenceEnd)
            let next = earliest(earliest(answer, watches), upstreamsDueAt)
            let trouble = earliest(aloneDeadline, rejections.pausedUntil)
            return earliest(
                earliest(next, namesakeUntil), earliest(trouble, inspection.due))
        }
    }

    /// Does the work whose time has come.
    private mutating func wake(at now: Instant, into effects: inout [ClusterEffect]) {
        if case .closed(let until) = connection, until <= now { open(at: now, into: &effects) }
        if case .filling(let since) = connection, fillingEnd(since: since) <= now {
            close("NATS did not tell its state in time", at: now, into: &effects)
        }
        rejections.woke(at: now)
        goAloneIfOverdue(at: now, into: &effects)
        if connection == .current { keepAlive(at: now, into: &effects) }
        if connection == .current { inspectIfDue(at: now, into: &effects) }
    }

    // MARK: Configuration

    /// These are the stations of each upstream from now on.
    private mutating func configure(
        _ configured: [UpstreamID: [String]], at now: Instant,
        into effects: inout [ClusterEffect]
    ) {
        guard configured != upstreams.mapValues(\.stations) else { return }
        for id in upstreams.keys.sorted() where configured[id] == nil {
            letGo(id, into: &effects)
            rejections.end(.owner(id))
            upstreams[id] = nil
            if connection == .current { disown(id, into: &effects) }
        }
        for (id, stations) in configured { configure(id, stations) }
        let ids = Set(configured.values.joined())
        for id in stations.keys where !ids.contains(id) {
            rejections.end(.station(id))
            stations[id] = nil
        }
        if connection == .current { readNew(at: now, into: &effects) }
        guard serving == .alone else { return }
        for id in upstreams.keys.sorted() where upstreams[id]?.isHeld == true {
            acquire(id, into: &effects)
        }
        holdOwnShare(into: &effects)
    }

    /// Asks for what the store has of the stations that a config has brought.
    private mutating func readNew(at now: Instant, into effects: inout [ClusterEffect]) {
        if stations.count(where: \.value.isUntold) > timing.readsAtOnce {
            lives.known = nil
            return refill("the config was changed", at: now, into: &effects)
        }
        readUntold(into: &effects)
        inspection.isWanted = true
        review(at: now, into: &effects)
    }

    private mutating func configure(_ id: UpstreamID, _ stations: [String]) {
        var upstream = upstreams[id] ?? Upstream(stations: [])
        if !Set(upstream.stations).isSubset(of: stations) { upstream.needsTerm = true }
        // Its stations are written once more: those that it has got are fenced by that.
        if upstream.stations != stations { upstream.fence = nil }
        upstream.stations = stations
        let isNew = upstreams.updateValue(upstream, forKey: id) == nil
        if isNew { bar(id, until: filledAt + timing.firstClaim) }
        for station in stations where self.stations[station]?.upstream != id {
            var record = StationRecord(upstream: id)
            record.revision = self.stations[station]?.revision ?? 0
            // Its key was told before this config had it.
            record.isUntold = lives.known != nil
            self.stations[station] = record
            rejections.end(.station(station))
        }
    }

    private mutating func stop(into effects: inout [ClusterEffect]) {
        if connection == .current {
            for id in upstreams.keys.sorted() where isOwned(id) {
                effects.append(.replicas(.released(upstreams[id]?.stations ?? [])))
            }
            leave(into: &effects)
        }
        if connection != .ended { effects.append(.store(session, .close)) }
        connection = .ended
        // Events still on their way from the store do not open it again.
        session += 1
    }
}

/// Counts the events in this life of a member.
package struct ClusterCounters: Equatable, Sendable {
    /// Writes that the store refused: another member owns the station.
    package var refusedWrites = 0
    /// Writes that the store did not take for another reason.
    package var rejectedWrites = 0
    /// States that were ignored, because their writer is not the owner any more.
    package var ignoredStates = 0
    /// Upstreams that this member took because their owner had died.
    package var takeovers = 0
    /// Times that the store could not be reached.
    package var losses = 0
    /// Times that the watch told less than the store had, and was made anew.
    package var silentWatches = 0
}

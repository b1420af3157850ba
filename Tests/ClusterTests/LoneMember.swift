@testable import Cluster
import NowPlaying

/// One member, and a test that plays the store.
struct LoneMember {
    var member: Member
    var now = Instant(milliseconds: 1_000_000)
    let identity = MemberIdentity(name: "a", incarnation: "1")
    let other = MemberIdentity(name: "b", incarnation: "1")
    private(set) var session: StoreSession = 0
    /// The effects that it wanted since the last look.
    private(set) var effects: [ClusterEffect] = []

    /// Its view of the cluster. The wall clock shows what the monotonic one does.
    var status: HubStatus.Cluster {
        member.status(of: "test", [:], at: Moment(monotonic: now, wall: wall(at: now)))
    }

    func wall(at instant: Instant) -> Timestamp {
        Timestamp(milliseconds: instant.milliseconds)
    }

    init(
        _ upstreams: [UpstreamID: [String]] = ["u": ["s"]], timing: ClusterTiming = ClusterTiming()
    ) {
        member = Member(identity, timing: timing, seed: 1, at: now)
        handle(.configured(upstreams))
    }

    /// A member that has joined a cluster with these entries.
    static func joined(
        _ entries: [StoreEntry] = [], timing: ClusterTiming = ClusterTiming()
    ) -> LoneMember {
        var lone = LoneMember(timing: timing)
        lone.tell(.changed(StoreEntry(key: .epoch, value: Array("e".utf8), revision: 1)))
        for entry in entries { lone.tell(.changed(entry)) }
        lone.fill(last: 20)
        return lone
    }

    /// A member that has become the owner of its upstream in the term 30, and has written nothing.
    static func claiming(_ entries: [StoreEntry] = []) -> LoneMember {
        var lone = joined(entries)
        lone.beat()
        lone.wait(.milliseconds(2_600))
        lone.tell(.changed(owner(lone.identity, at: 30)))
        return lone
    }

    /// A member that reads its upstream, and has written "0" at 31.
    static func owning() -> LoneMember {
        var lone = claiming()
        lone.reduce("0")
        lone.confirm(at: 31)
        return lone
    }

    /// Tells the member the state that its link has made of its station.
    mutating func reduce(_ text: String) {
        handle(.reduced(station: "s", payload: Array(text.utf8)))
    }

    /// The store confirms the last write, and its watch tells it.
    mutating func confirm(at revision: UInt64) {
        guard let write = takeWrites().last else { return }
        tell(.written(write.id, .stored(revision)))
        tell(
            .changed(
                StoreEntry(key: .station("s"), value: write.state.bytes, revision: revision)))
    }

    static func owner(_ member: MemberIdentity?, at revision: UInt64) -> StoreEntry {
        StoreEntry(key: .owner("u"), value: Array((member?.text ?? "").utf8), revision: revision)
    }

    static func state(
        _ text: String, term: UInt64, at revision: UInt64, writeID: String = "x-1"
    ) -> StoreEntry {
        let value = StationValue(
            term: term, upstream: "u", writeID: writeID, payload: Array(text.utf8))
        return StoreEntry(key: .station("s"), value: value.bytes, revision: revision)
    }

    /// Its heartbeat, as the store has it under a revision.
    func ownBeat(at revision: UInt64) -> StoreEntry {
        let beat = Heartbeat(member: identity, owns: true)
        return StoreEntry(
            key: .member(identity.name), value: Array(beat.text.utf8), revision: revision)
    }

    /// The heartbeat that the store told last, as the store still has it.
    var lastBeat: StoreEntry {
        StoreEntry(key: .member(identity.name), value: [], revision: member.heartbeats.echoed)
    }

    /// The connection is lost, and made again a second later: the store has these entries since.
    mutating func rejoin(
        _ entries: [StoreEntry], epoch: String = "e", last: UInt64 = 40,
        version: StoreVersion? = nil
    ) {
        tell(.closed(reason: "connection lost"))
        wait(.seconds(1))
        reopen(entries, epoch: epoch, last: last, version: version)
    }

    /// The connection stands, and the store tells these entries.
    mutating func reopen(
        _ entries: [StoreEntry], epoch: String = "e", last: UInt64 = 40,
        version: StoreVersion? = nil
    ) {
        let key = StoreEntry(key: .epoch, value: Array(epoch.utf8), revision: 1)
        tell(.opened(StoreHead(epoch: key, own: lastBeat, last: last, version: version)))
        let isKnown = effects.contains { effect in
            if case .store(session, .follow(behind: .some)) = effect { true } else { false }
        }
        for entry in (isKnown ? [] : [key]) + entries { tell(.changed(entry)) }
        tell(.filled)
        beat()
    }

    /// A member's heartbeat comes, or tells that it has left.
    mutating func hear(_ name: String, _ heartbeat: Heartbeat?) {
        let value = Array((heartbeat?.text ?? "").utf8)
        tell(.changed(StoreEntry(key: .member(name), value: value, revision: 2)))
    }

    /// A member that is to own the upstream in place of this one.
    var preferred: MemberIdentity? {
        let own = Heartbeat(member: identity, owns: true)
        return (0..<50).map { MemberIdentity(name: "m\($0)", incarnation: "1") }.first { other in
            var roster = Roster()
            _ = roster.heard(own, at: now)
            _ = roster.heard(Heartbeat(member: other, owns: true), at: now)
            return roster.preferredOwner(of: "u", without: []) == other
        }
    }

    /// A state that this member wrote.
    func ownState(_ text: String, at revision: UInt64) -> StoreEntry {
        Self.state(text, term: 30, at: revision, writeID: "\(identity.incarnation)-1")
    }

    mutating func handle(_ event: ClusterEvent) {
        member.handle(event, at: now, into: &effects)
        for case .store(let session, .open) in effects { self.session = session }
    }

    mutating func tell(_ event: StoreEvent) { handle(.store(session, event)) }

    /// The store has told all, and stores the heartbeat that follows.
    mutating func fill(last: UInt64) {
        tell(.opened(StoreHead(epoch: nil, own: nil, last: last)))
        tell(.filled)
        beat()
    }

    /// The store confirms the heartbeat, and its watch tells it.
    mutating func beat() {
        let beats = effects.filter(\.isBeat)
        effects.removeAll(where: \.isBeat)
        answer(beats)
    }

    /// The store stores the next heartbeat, and its watch tells one with its number.
    mutating func beat(at stored: UInt64, told: StoreEntry) {
        now = max(now, member.heartbeats.next)
        handle(.woke)
        let beats = effects.filter(\.isBeat)
        effects.removeAll(where: \.isBeat)
        for case .store(session, .write(let id, _, _, _)) in beats {
            tell(.written(id, .stored(stored)))
            var entry = told
            entry.write = id
            tell(.changed(entry))
        }
    }

    private mutating func answer(_ beats: [ClusterEffect]) {
        for case .store(session, .write(let id, .member, let value, _)) in beats {
            tell(.written(id, .stored(2)))
            hear(identity.name, Heartbeat(String(decoding: value, as: UTF8.self)))
        }
    }

    /// Lets so much time pass, with heartbeats.
    mutating func wait(_ length: Interval) {
        let end = now + length
        while let deadline = member.nextDeadline, deadline <= end {
            now = max(now, deadline)
            handle(.woke)
            answer(effects)
            effects.removeAll(where: \.isBeat)
        }
        now = end
    }

    /// The effects but for heartbeats, which are still to be answered.
    mutating func takeEffectsKeepingBeats() -> [ClusterEffect] {
        defer { effects = effects.filter(\.isBeat) }
        return effects.filter { !$0.isBeat }
    }

    mutating func takeEffects() -> [ClusterEffect] {
        defer { effects = [] }
        return effects
    }

    /// The writes of states since this was looked at last.
    mutating func takeWrites() -> [(id: WriteID, state: StationValue, expecting: UInt64?)] {
        takeEffects().compactMap { effect in
            guard case .store(_, .write(let id, .station, let bytes, let revision)) = effect
            else { return nil }
            return StationValue(bytes).map { (id, $0, revision) }
        }
    }
}

extension ClusterEffect {
    fileprivate var isBeat: Bool {
        if case .store(_, .write(_, .member, let value, _)) = self { !value.isEmpty } else { false }
    }

    var isGoAlone: Bool { if case .replicas(.alone) = self { true } else { false } }
}

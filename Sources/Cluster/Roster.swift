import NowPlaying
import Support

/// The members of a cluster, as one of them sees them.
///
/// A member is dead when the watch tells a heartbeat that the observer sent `ClusterTiming.death`
/// after it was told that member's last one: by the order of the store, the member had all that
/// time. No two clocks are ever compared, and a watch that is behind, or tells nothing, kills no
/// member.
struct Roster: Sendable {
    struct Entry: Sendable {
        var heartbeat: Heartbeat
        var heardAt: Instant
        /// A heartbeat has come on this connection, and not only what was left of the last one.
        var hasBeaten = false
    }

    private(set) var entries: [String: Entry] = [:]
    /// The members that have died lately: what is left of one's heartbeats does not revive it.
    private(set) var dead: [String: Entry] = [:]
    /// Grows when a member comes or goes.
    private(set) var version = 0
    /// The time at which the watch told the last heartbeat of any member.
    private(set) var lastHeardAt = Instant(milliseconds: .min)
    /// The time at which the observer sent the last of its own heartbeats that were told.
    private var toldUpTo = Instant(milliseconds: .min)

    /// Takes a heartbeat.
    ///
    /// - Returns: Whether the member is new, or in another life.
    mutating func heard(
        _ heartbeat: Heartbeat, at now: Instant, isInitialState: Bool = false
    ) -> Bool {
        // One that is known may be what is left of a member that has died.
        let known = entries[heartbeat.member.name] ?? dead[heartbeat.member.name]
        if isInitialState, known?.heartbeat == heartbeat { return false }
        if !isInitialState { lastHeardAt = now }
        dead[heartbeat.member.name] = nil
        let before = entries.updateValue(
            Entry(heartbeat: heartbeat, heardAt: now, hasBeaten: !isInitialState),
            forKey: heartbeat.member.name)
        let isNews = before?.heartbeat != heartbeat
        if isNews { version += 1 }
        return isNews
    }

    /// A member has left.
    ///
    /// - Returns: Whether it was there.
    mutating func left(_ name: String) -> Bool {
        dead[name] = nil
        guard entries.removeValue(forKey: name) != nil else { return false }
        version += 1
        return true
    }

    /// After a reconnect every member has the whole time to be heard again: the store was lost, and
    /// perhaps to all. One that was not heard on the connection before has what was left of it, and
    /// so have all where the observer has only asked for all once more: one loss, or silence, after
    /// the other keeps no one alive.
    mutating func reconnected(afterLoss: Bool, at now: Instant) {
        let silence = now - lastHeardAt
        for (name, entry) in entries {
            let hasWhole = afterLoss && entry.hasBeaten
            entries[name]?.heardAt = hasWhole ? now : min(entry.heardAt + silence, now)
            entries[name]?.hasBeaten = false
        }
        lastHeardAt = now
    }

    /// The watch has told what was stored before the observer sent a heartbeat at this time.
    mutating func told(upTo sending: Instant) { toldUpTo = max(toldUpTo, sending) }

    /// The next time, behind another, at which a member will be dead that is not heard until then.
    func nextDeath(after time: Instant, timing: ClusterTiming, observer: String) -> Instant? {
        entries.lazy.filter { $0.key != observer }.map { $0.value.heardAt + timing.death }
            .filter { $0 > time }.min()
    }

    /// A member has written since the observer was told last.
    mutating func wasThere(_ name: String, at now: Instant) { entries[name]?.heardAt = now }

    /// Takes out the members that have died, which the observer has not.
    ///
    /// - Returns: Their names.
    mutating func expireSilent(after timing: ClusterTiming, observer: String) -> [String] {
        let silent = entries.filter {
            $0.key != observer && $0.value.heardAt + timing.death <= toldUpTo
        }
        dead = dead.filter { lastHeardAt < $0.value.heardAt + timing.mourning }
        for (name, entry) in silent {
            entries[name] = nil
            dead[name] = entry
        }
        if !silent.isEmpty { version += 1 }
        return silent.keys.sorted()
    }

    /// True if this very life of a member is present.
    func isAlive(_ member: MemberIdentity) -> Bool {
        entries[member.name]?.heartbeat.member == member
    }

    /// True if a heartbeat of this very life of a member has come on this connection.
    func hasBeaten(_ member: MemberIdentity) -> Bool {
        entries[member.name].map { $0.heartbeat.member == member && $0.hasBeaten } ?? false
    }

    /// The member that is to own an upstream: the one with the highest hash of both (rendezvous
    /// hashing), so that a member that comes or goes moves only its own share.
    ///
    /// - Parameter passedOver: Members that are left out.
    func preferredOwner(
        of upstream: UpstreamID, without passedOver: Set<MemberIdentity>
    ) -> MemberIdentity? {
        entries.values.filter(\.heartbeat.owns).map(\.heartbeat.member)
            .filter { !passedOver.contains($0) }
            .max { Self.rank($0.name, upstream) < Self.rank($1.name, upstream) }
    }

    private static func rank(_ name: String, _ upstream: UpstreamID) -> (UInt64, String) {
        // FNV alone leaves names that differ in their last letter close together.
        var generator = SeededGenerator(
            seed: StableHash.number(of: name), stream: StableHash.number(of: upstream))
        return (generator.next(), name)
    }
}

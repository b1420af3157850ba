package import NowPlaying

/// A member's view of its cluster, for people.
package struct MemberStatus: Equatable, Sendable {
    /// The member's relation to the cluster.
    package enum State: String, Sendable {
        /// It has not found it yet.
        case joining
        /// It serves the cluster's states.
        case joined
        /// The store is away, and was not for long.
        case waiting
        /// It serves what it reads itself.
        case alone
    }

    /// A member, itself included.
    package struct Other: Equatable, Sendable {
        /// The member's state, as far as known.
        package enum State: String, Sendable {
            /// Its heartbeats come.
            case alive
            /// They have not come for a while, though others' have.
            case dead
            /// Without the store no heartbeats come.
            case unknown
        }

        package let name: String
        /// It reads stations.
        package let owns: Bool
        package let state: State
        /// The time at which the watch told its last heartbeat.
        package let heardAt: Instant
        /// The number of upstreams that it owns.
        package let upstreamCount: Int
    }

    /// An upstream, and who owns it.
    package struct Ownership: Equatable, Sendable {
        package let id: UpstreamID
        package let stationCount: Int
        /// `nil` where none does, or it is not known.
        package let owner: String?
        package let term: UInt64?
    }

    /// The numbers of upstreams by owner.
    package struct Owners: Equatable, Sendable {
        package var own = 0
        package var others = 0
        /// Without an owner, or it is not known.
        package var none = 0
    }

    /// So many upstreams are named.
    package static let upstreamsNamed = 500

    package let name: String
    package let state: State
    /// The problem, in words.
    package let reason: String?
    /// The difference between configs of members; `nil` if they have not differed for a while.
    package let difference: String?
    /// The number of stations that no member reads.
    package let unreadCount: Int
    /// The cluster's epoch, if clients are served in it.
    package let epoch: String?
    /// The members, and those that have died lately.
    package let members: [Other]
    package let owners: Owners
    /// Some of the upstreams; those without an owner come first.
    package let upstreams: [Ownership]
    /// The number of revisions by which the watch is behind the last write that was confirmed.
    package let lag: UInt64
    /// The time at which the watch told the last heartbeat of any member.
    package let heardAt: Instant
    package let counters: ClusterCounters
}

extension Member {
    /// The member's view of its cluster.
    package var status: MemberStatus {
        let all = upstreams.map { id, upstream in
            MemberStatus.Ownership(
                id: id, stationCount: upstream.stations.count, owner: owner(of: upstream),
                term: upstream.owner?.term)
        }
        let counts = Dictionary(grouping: all) { $0.owner ?? "" }.mapValues(\.count)
        let sorted = all.sorted {
            ($0.owner == nil ? 0 : 1, $0.id) < ($1.owner == nil ? 0 : 1, $1.id)
        }
        return MemberStatus(
            name: identity.name, state: state, reason: reason, difference: difference,
            unreadCount: inspection.unreadCount, epoch: clusterEpoch,
            members: members(owning: counts),
            owners: MemberStatus.Owners(counts, of: identity.name),
            upstreams: Array(sorted.prefix(MemberStatus.upstreamsNamed)),
            lag: newestStored > lastRevision ? newestStored - lastRevision : 0,
            heardAt: roster.lastHeardAt, counters: counters)
    }

    /// The reason why it does not do its part; `nil` if it does, or will within seconds.
    package var problem: String? {
        if namesakeUntil != nil {
            return "another member has this one's name: give each a `cluster.member` of its own"
        }
        if clusterEpoch == nil { return lostReason }
        return rejections.since == nil ? inspection.unread : rejections.reason
    }

    private var difference: String? {
        inspection.difference.flatMap { $0.isReported ? $0.text : nil }
    }

    private var state: MemberStatus.State {
        switch serving {
        case .nothing: .joining
        case .cluster: connection == .current ? .joined : .waiting
        case .alone: .alone
        }
    }

    private var reason: String? {
        problem ?? (connection == .current ? versionProblem : lostReason)
    }

    private var clusterEpoch: String? {
        guard case .cluster(let epoch) = serving else { return nil }
        return epoch
    }

    /// Without the store, only its own are known.
    private func owner(of upstream: Upstream) -> String? {
        upstream.owner?.member?.name ?? (upstream.isHeld ? identity.name : nil)
    }

    private func members(owning counts: [String: Int]) -> [MemberStatus.Other] {
        let others: MemberStatus.Other.State = connection == .current ? .alive : .unknown
        let present = roster.entries.map { name, entry in
            MemberStatus.Other(
                entry, name == identity.name ? .alive : others, owning: counts[name] ?? 0)
        }
        let dead = roster.dead.map { name, entry in
            MemberStatus.Other(entry, .dead, owning: counts[name] ?? 0)
        }
        return (present + dead).sorted { $0.name < $1.name }
    }
}

extension MemberStatus.Other {
    fileprivate init(_ entry: Roster.Entry, _ state: State, owning upstreamCount: Int) {
        self.init(
            name: entry.heartbeat.member.name, owns: entry.heartbeat.owns, state: state,
            heardAt: entry.heardAt, upstreamCount: upstreamCount)
    }
}

extension MemberStatus.Owners {
    /// - Parameter counts: By the owners' names; an empty one for those without.
    fileprivate init(_ counts: [String: Int], of member: String) {
        own = counts[member] ?? 0
        none = counts[""] ?? 0
        others = counts.values.reduce(0, +) - own - none
    }
}

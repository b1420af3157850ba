/// A member's view of its cluster, for people.
package struct MemberStatus: Equatable, Sendable {
    /// How it stands with the cluster.
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
        package let name: String
        /// It reads stations.
        package let owns: Bool
    }

    /// An upstream, and who owns it.
    package struct Ownership: Equatable, Sendable {
        package let id: UpstreamID
        package let stationCount: Int
        /// `nil` where none does, or it is not known.
        package let owner: String?
        package let term: UInt64?
    }

    package let name: String
    package let state: State
    /// Why it is not joined.
    package let reason: String?
    package let members: [Other]
    package let upstreams: [Ownership]
    /// By how many revisions the watch was behind the store when it was looked last.
    package let lag: UInt64
    package let counters: ClusterCounters
}

extension Member {
    /// So many upstreams are named.
    private static let upstreamsNamed = 500

    /// What it knows of its cluster.
    package var status: MemberStatus {
        MemberStatus(
            name: identity.name, state: state,
            reason: connection == .current ? nil : lostReason,
            members: roster.entries.values.map {
                MemberStatus.Other(name: $0.heartbeat.member.name, owns: $0.heartbeat.owns)
            }.sorted { $0.name < $1.name },
            upstreams: upstreams.sorted { $0.key < $1.key }.prefix(Self.upstreamsNamed).map {
                MemberStatus.Ownership(
                    id: $0.key, stationCount: $0.value.stations.count,
                    owner: owner(of: $0.value), term: $0.value.owner?.term)
            },
            lag: probed.map { $0 > lastRevision ? $0 - lastRevision : 0 } ?? 0,
            counters: counters)
    }

    private var state: MemberStatus.State {
        switch serving {
        case .nothing: .joining
        case .cluster: connection == .current ? .joined : .waiting
        case .alone: .alone
        }
    }

    /// Without the store, only its own are known.
    private func owner(of upstream: Upstream) -> String? {
        upstream.owner?.member?.name ?? (upstream.isHeld ? identity.name : nil)
    }
}

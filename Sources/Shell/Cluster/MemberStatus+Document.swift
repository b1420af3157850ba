import Cluster
import NowPlaying

extension HubStatus.Cluster {
    /// The cluster's part of the status.
    ///
    /// - Parameters:
    ///   - addresses: The addresses of upstreams.
    ///   - now: The present moment, by both clocks.
    init(
        _ status: MemberStatus, of cluster: String, _ addresses: [UpstreamID: String],
        at now: Moment
    ) {
        self.init(name: cluster)
        member = status.name
        state = status.state.rawValue
        reason = status.reason
        difference = status.difference
        unread = status.unreadCount
        epoch = status.epoch
        lag = Int(clamping: status.lag)
        heardAt = now.wall(at: status.heardAt)
        members = status.members.map { Member($0, at: now) }
        (owners.own, owners.others) = (status.owners.own, status.owners.others)
        owners.none = status.owners.none
        upstreams = status.upstreams.map { Upstream($0, addresses[$0.id] ?? $0.id) }
            .sorted {
                ($0.owner == nil ? 0 : 1, $0.url ?? "") < ($1.owner == nil ? 0 : 1, $1.url ?? "")
            }
        count(status.counters)
    }

    private mutating func count(_ counters: ClusterCounters) {
        refusedWrites = counters.refusedWrites
        rejectedWrites = counters.rejectedWrites
        ignoredStates = counters.ignoredStates
        takeovers = counters.takeovers
        losses = counters.losses
        silentWatches = counters.silentWatches
    }
}

extension HubStatus.Cluster.Member {
    fileprivate init(_ member: MemberStatus.Other, at now: Moment) {
        self.init()
        name = member.name
        owns = member.owns
        state = member.state.rawValue
        heardAt = now.wall(at: member.heardAt)
        upstreams = member.upstreamCount
    }
}

extension HubStatus.Cluster.Upstream {
    fileprivate init(_ upstream: MemberStatus.Ownership, _ address: String) {
        self.init()
        id = upstream.id
        url = address
        stations = upstream.stationCount
        owner = upstream.owner
        term = upstream.term.map { Int(clamping: $0) }
    }
}

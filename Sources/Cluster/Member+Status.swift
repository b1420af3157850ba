package import NowPlaying

extension Member {
    /// So many upstreams are named.
    private static let upstreamsNamed = 500

    /// Returns the member's view of its cluster, for people.
    ///
    /// - Parameters:
    ///   - cluster: The cluster's name.
    ///   - addresses: The addresses of upstreams.
    ///   - now: The present moment, by both clocks.
    package func status(
        of cluster: String, _ addresses: [UpstreamID: String], at now: Moment
    ) -> HubStatus.Cluster {
        var status = HubStatus.Cluster(name: cluster)
        status.member = identity.name
        status.state = state
        status.reason = problem ?? (connection == .current ? versionProblem : lostReason)
        status.difference = warned.contains("configs") ? inspection.difference?.text : nil
        status.unread = inspection.unreadCount
        status.epoch = clusterEpoch
        let newest = max(writes.newestStored, lives.lastRevision)
        status.lag = Int(clamping: newest - lives.lastRevision)
        status.heardAt = now.wall(at: roster.lastHeardAt)
        tellOwners(in: &status, addresses)
        tellMembers(in: &status, at: now)
        status.refusedWrites = counters.refusedWrites
        status.rejectedWrites = counters.rejectedWrites
        status.ignoredStates = counters.ignoredStates
        status.takeovers = counters.takeovers
        status.losses = counters.losses
        status.silentWatches = counters.silentWatches
        return status
    }

    /// The reason why it does not do its part; `nil` if it does, or will within seconds.
    package var problem: String? {
        if namesakeUntil != nil {
            return "another member has this one's name: give each a `cluster.member` of its own"
        }
        if clusterEpoch == nil { return lostReason }
        return rejections.since == nil ? inspection.unread : rejections.reason
    }

    private var state: String {
        switch serving {
        case .nothing: "joining"
        case .cluster: connection == .current ? "joined" : "waiting"
        case .alone: "alone"
        }
    }

    private var clusterEpoch: String? {
        guard case .cluster(let epoch) = serving else { return nil }
        return epoch
    }

    /// Without the store, only its own are known.
    private func owner(of id: UpstreamID) -> String? {
        owners[id]?.member?.name ?? (upstreams[id]?.isHeld == true ? identity.name : nil)
    }

    private func tellOwners(in status: inout HubStatus.Cluster, _ addresses: [UpstreamID: String]) {
        let all = upstreams.map { id, upstream in
            var told = HubStatus.Cluster.Upstream()
            (told.id, told.url) = (id, addresses[id] ?? id)
            told.stations = upstream.stations.count
            told.owner = owner(of: id)
            told.term = owners[id].map { Int(clamping: $0.term) }
            return told
        }
        status.owners.own = all.count { $0.owner == identity.name }
        status.owners.none = all.count { $0.owner == nil }
        status.owners.others = all.count - status.owners.own - status.owners.none
        let sorted = all.sorted {
            ($0.owner == nil ? 0 : 1, $0.url ?? "") < ($1.owner == nil ? 0 : 1, $1.url ?? "")
        }
        status.upstreams = Array(sorted.prefix(Self.upstreamsNamed))
    }

    /// Those that have died lately are among them. Without the store no heartbeats come.
    private func tellMembers(in status: inout HubStatus.Cluster, at now: Moment) {
        let counts = Dictionary(grouping: upstreams.keys.compactMap { owner(of: $0) }) { $0 }
        let others = connection == .current ? "alive" : "unknown"
        let present = roster.entries.map { ($1, $0 == identity.name ? "alive" : others) }
        let members = (present + roster.dead.values.map { ($0, "dead") }).map { entry, state in
            var member = HubStatus.Cluster.Member()
            member.name = entry.heartbeat.member.name
            member.owns = entry.heartbeat.owns
            member.state = state
            member.heardAt = now.wall(at: entry.heardAt)
            member.upstreams = counts[member.name]?.count ?? 0
            return member
        }
        status.members = members.sorted { $0.name < $1.name }
    }
}

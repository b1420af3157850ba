import Cluster
import JSON
import NowPlaying

extension MemberStatus {
    /// The cluster's part of `status`, an object.
    ///
    /// - Parameters:
    ///   - addresses: The addresses of upstreams.
    ///   - now: The present moment, by both clocks.
    func bytes(
        of cluster: String, _ addresses: [UpstreamID: String], at now: Moment
    ) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("name", cluster)
        writer.member("member", name)
        writer.member("state", state.rawValue)
        writer.member("reason", reason)
        writer.member("difference", difference)
        writer.member("unread", unreadCount)
        writer.member("epoch", epoch)
        writer.member("lag", Int(clamping: lag))
        writer.member("heardAt", milliseconds: now.wall(at: heardAt).milliseconds)
        writer.beginArray("members")
        for member in members { writer.write(member, at: now) }
        writer.endArray()
        writer.write(owners)
        writer.beginArray("upstreams")
        let sorted = upstreams.map { (addresses[$0.id] ?? $0.id, $0) }.sorted {
            ($0.1.owner == nil ? 0 : 1, $0.0) < ($1.1.owner == nil ? 0 : 1, $1.0)
        }
        for (address, upstream) in sorted { writer.write(upstream, address) }
        writer.endArray()
        writer.write(counters)
        writer.endObject()
        return writer.bytes
    }
}

extension JSONWriter {
    fileprivate mutating func write(_ member: MemberStatus.Other, at now: Moment) {
        beginObject()
        self.member("name", member.name)
        self.member("own", member.owns)
        self.member("state", member.state.rawValue)
        self.member("heardAt", milliseconds: now.wall(at: member.heardAt).milliseconds)
        self.member("upstreams", member.upstreamCount)
        endObject()
    }

    fileprivate mutating func write(_ owners: MemberStatus.Owners) {
        beginObject("owners")
        member("self", owners.own)
        member("others", owners.others)
        member("none", owners.none)
        endObject()
    }

    fileprivate mutating func write(_ upstream: MemberStatus.Ownership, _ address: String) {
        beginObject()
        member("id", upstream.id)
        member("url", address)
        member("stations", upstream.stationCount)
        member("owner", upstream.owner)
        member("term", upstream.term.map { Int(clamping: $0) })
        endObject()
    }

    fileprivate mutating func write(_ counters: ClusterCounters) {
        member("refusedWrites", counters.refusedWrites)
        member("rejectedWrites", counters.rejectedWrites)
        member("ignoredStates", counters.ignoredStates)
        member("takeovers", counters.takeovers)
        member("losses", counters.losses)
        member("silentWatches", counters.silentWatches)
    }
}

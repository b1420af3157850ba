import Cluster
import JSON

extension MemberStatus {
    /// What `status` says of the cluster, an object.
    ///
    /// - Parameter addresses: Where upstreams lead.
    func bytes(of cluster: String, _ addresses: [UpstreamID: String]) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("name", cluster)
        writer.member("member", name)
        writer.member("state", state.rawValue)
        writer.member("reason", reason)
        writer.member("lag", Int(clamping: lag))
        writer.beginArray("members")
        for member in members { writer.write(member) }
        writer.endArray()
        writer.beginArray("upstreams")
        for upstream in upstreams { writer.write(upstream, addresses[upstream.id]) }
        writer.endArray()
        writer.member("refusedWrites", counters.refusedWrites)
        writer.member("ignoredStates", counters.ignoredStates)
        writer.member("takeovers", counters.takeovers)
        writer.member("losses", counters.losses)
        writer.endObject()
        return writer.bytes
    }
}

extension JSONWriter {
    fileprivate mutating func write(_ member: MemberStatus.Other) {
        beginObject()
        self.member("name", member.name)
        self.member("own", member.owns)
        endObject()
    }

    fileprivate mutating func write(_ upstream: MemberStatus.Ownership, _ address: String?) {
        beginObject()
        member("id", upstream.id)
        member("url", address)
        member("stations", upstream.stationCount)
        member("owner", upstream.owner)
        member("term", upstream.term.map { Int(clamping: $0) })
        endObject()
    }
}

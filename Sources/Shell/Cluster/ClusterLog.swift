import Cluster
import Logging
import NowPlaying

/// Writes what happens in a cluster to the log.
struct ClusterLog {
    let log: Logger

    /// - Parameter addresses: Where upstreams lead.
    func write(_ notice: ClusterNotice, _ addresses: [UpstreamID: String]) {
        switch notice {
        case .joined(let epoch, let members):
            log.notice(
                "joined the cluster",
                metadata: ["hub-epoch": "\(epoch)", "hub-members": "\(members)"])
        case .alone(let reason):
            log.warning(
                "without NATS: serving what this hub reads itself",
                metadata: ["hub-reason": "\(reason)"])
        case .stillAlone(let reason):
            log.warning("NATS still cannot be used", metadata: ["hub-reason": "\(reason)"])
        case .memberCame(let name):
            log.notice("a member came", metadata: ["hub-member": "\(name)"])
        case .memberLeft(let name):
            log.notice("a member left", metadata: ["hub-member": "\(name)"])
        case .memberDied(let name):
            log.warning("a member has died", metadata: ["hub-member": "\(name)"])
        case .acquired(let id, let term):
            log.info(
                "reading an upstream",
                metadata: ["hub-url": "\(addresses[id] ?? id)", "hub-term": "\(term)"])
        case .released(let id):
            log.info("left an upstream", metadata: ["hub-url": "\(addresses[id] ?? id)"])
        case .deposed(let upstreams, let successor):
            log.warning(
                "another member reads what this one read",
                metadata: ["hub-upstreams": "\(upstreams)", "hub-member": "\(successor)"])
        case .store(let notice): write(notice)
        case .stateTooLarge(let station):
            log.error(
                "a state is too large for NATS, so that others lack it: raise max_payload there",
                metadata: ["hub-station": "\(station)"])
        case .writesRejected(let reason):
            log.error(
                "NATS does not store what this hub writes",
                metadata: ["hub-reason": "\(reason)"])
        case .unread(let text):
            log.warning("no member reads some stations", metadata: ["hub-reason": "\(text)"])
        case .configsDiffer(let text):
            log.warning(
                """
                members have other configs, or are of two clusters: give each cluster a `name` of \
                its own, and all members of one the same stations
                """,
                metadata: ["hub-reason": "\(text)"])
        case .otherReplicas(let count, let expected):
            log.warning(
                """
                the cluster's buckets were made with another `replicas`: give the cluster another \
                `name` to change it, or the config this one
                """,
                metadata: ["hub-replicas": "\(count)", "hub-configured": "\(expected)"])
        case .nameTaken(let name):
            log.error(
                """
                another member has this one's name, and this one reads nothing while it is there: \
                give each a `cluster.member` of its own
                """,
                metadata: ["hub-member": "\(name)"])
        }
    }

    private func write(_ notice: StoreNotice) {
        switch notice {
        case .watchSilent:
            log.warning("the watch of the store was silent, and is made anew")
        case .doubted:
            log.warning("the store has less than it had: it is looked at again")
        case .wentBack:
            log.warning("the store has less than it had: a new epoch begins")
        case .badVersion(let problem):
            log.warning(
                "this version of NATS is not to be used", metadata: ["hub-reason": "\(problem)"])
        case .split:
            log.error(
                """
                the servers of NATS have different states under the same numbers: upgrade them, \
                and give the cluster another name
                """)
        case .fills(let stream, let percent):
            log.warning(
                "a stream of NATS is nearly full: raise its max_bytes before it takes no more",
                metadata: ["hub-stream": "\(stream)", "hub-percent": "\(percent)"])
        case .clockDiffers(let difference):
            log.warning(
                "the clocks of this machine and of NATS differ: starts of tracks will, see to NTP",
                metadata: ["hub-difference": "\(difference.milliseconds) ms"])
        }
    }
}

import Cluster
import NowPlaying

/// A member with as much of a hub as the simulation needs: links that bring the number of the
/// track on air, what was made of it, and what clients are served.
struct SimulatedMember {
    var member: Member
    let name: String
    /// What this machine's clock says when the world's says 0, and how fast it runs.
    let clockOffset: Int64
    let clockRate: Double
    /// Its process is stopped until then.
    var stoppedUntil: Int64 = 0
    /// The network between it and the store is cut until then.
    var cutOffUntil: Int64 = 0
    /// The process is there.
    var isRunning = true

    /// The connection to the store; `nil` while there is none.
    var session: StoreSession?
    /// The watch of the cluster's state tells nothing any more.
    var isWatchSilent = false
    /// The watch of the heartbeats tells nothing any more.
    var isRosterSilent = false
    /// What it sends and is sent takes long until then.
    var slowUntil: Int64 = 0
    /// When the last message from the store arrives: the next comes later.
    var lastArrival: Int64 = 0
    /// The same on the way to the store.
    var lastDeparture: Int64 = 0

    /// The upstreams to which it has links, each with the link's number.
    var links: [UpstreamID: Int] = [:]
    /// What the links of this member have made of their stations.
    var reduced: [String: Int] = [:]
    /// The epoch in which clients are served; `nil` before the first.
    var epoch: String?
    var isAlone = false
    /// What clients are shown.
    var shown: [String: Int] = [:]
    /// What clients are shown of stations that this member reads, and by which link.
    var shownByLink: [String: (link: Int, track: Int)] = [:]
    /// The version of what clients are shown, in the cluster's epoch.
    var versions: [String: UInt64] = [:]

    var documents = SimulatedDocuments()

    init(
        name: String, life: Int, owns: Bool, seed: UInt64, offset: Int64, rate: Double,
        at now: Int64
    ) {
        self.name = name
        clockOffset = offset
        clockRate = rate
        member = Member(
            MemberIdentity(name: name, incarnation: "\(life)\(name)"), owns: owns, seed: seed,
            at: Self.local(now, offset, rate))
    }

    private static func local(_ time: Int64, _ offset: Int64, _ rate: Double) -> Instant {
        Instant(milliseconds: offset + Int64(Double(time) * rate))
    }

    /// The world's time as this machine's clock has it.
    func local(_ time: Int64) -> Instant { Self.local(time, clockOffset, clockRate) }

    /// The stations that it reads.
    var ownStations: Set<String> {
        Set(links.keys.flatMap { ClusterSimulation.stations[$0] ?? [] })
    }

    /// When it is woken, in the world's time.
    private(set) var wakesAt = Int64.max

    /// Looks when it wants to be woken.
    mutating func planWake() {
        guard isRunning, let deadline = member.nextDeadline else { return wakesAt = .max }
        let time = Int64((Double(deadline.milliseconds - clockOffset) / clockRate).rounded(.up)) + 1
        wakesAt = max(time, stoppedUntil)
    }
}

import Feeds
import NowPlaying

@testable import Cluster
@testable import Hub
@testable import Stations

/// A member with the hub that it is a part of.
///
/// The hub is a real one: which stations it reads, on which links, and when it tells the cluster of
/// one is its own affair, through reloads, too. Only what stations play goes past it, as a track in
/// place of a state: `reduced` and `shown` stand for its two reducers of each station.
final class SimulatedMember {
    var member: Member
    var hub: Hub
    let name: String
    /// The time of this machine's clock when the world's clock shows 0, and the clock's rate.
    let clockOffset: Int64
    let clockRate: Double
    /// Its process is stopped until then.
    var stoppedUntil: Int64 = 0
    /// The network between it and the store is cut until then.
    var cutOffUntil: Int64 = 0
    /// Tracks that clients were told of when that was looked at last.
    var toldTracks: [String: SimulatedTrack] = [:]
    /// The time for which clients were told of a track as live that had ended.
    var lies: [String: Int64] = [:]
    /// The process is there.
    var isRunning = true
    /// Events that the member is told after the current one.
    var events: [ClusterEvent] = []
    var isHandling = false

    /// The connection to the store; `nil` while there is none.
    var session: StoreSession?
    /// The state of the watch: everything that the store has told this connection.
    var watch = SimulatedWatch()
    /// The watch tells nothing any more.
    var isWatchSilent = false
    /// It finds a server that is behind the others until then.
    var outdatedUntil: Int64 = 0
    /// The end of a slow network: until then, its messages take long in both directions.
    var slowUntil: Int64 = 0
    /// The arrival of the last message of each kind from the store: the next one comes later.
    var lastArrivals: [SimulatedWatch.Channel: Int64] = [:]
    /// The same on the way to the store.
    var lastDeparture: Int64 = 0

    /// The tracks that this member's links have made of their stations.
    var reduced: [String: SimulatedTrack] = [:]
    /// The epoch in which clients are served; `nil` before the first.
    var epoch: String?
    var isAlone = false
    /// The tracks that clients are shown.
    var shown: [String: SimulatedTrack] = [:]
    /// The link that has told each station last.
    var toldBy: [String: LinkID] = [:]
    /// The tracks that clients are shown of stations that this member reads, with their links.
    var shownByLink: [String: (link: LinkID, track: SimulatedTrack)] = [:]
    /// The version of what clients are shown, in the cluster's epoch.
    var versions: [String: UInt64] = [:]
    /// The plays that its links have heard, and when.
    var heard: [(play: SimulatedPlay, at: Int64)] = []
    /// The plays that it knows.
    var plays: Set<SimulatedPlay> = []
    /// The time at which the store was given the newest play that was taken.
    var newestPlay = 0

    var documents = SimulatedDocuments()

    init(
        name: String, life: Int, owns: Bool, _ configuration: SimulatedConfiguration, seed: UInt64,
        replicas: Int, offset: Int64, rate: Double, at now: Int64
    ) {
        self.name = name
        clockOffset = offset
        clockRate = rate
        let moment = Self.moment(now, offset, rate)
        member = Member(
            MemberIdentity(name: name, incarnation: "\(life)\(name)"), owns: owns,
            timing: ClusterTiming(replicas: replicas), seed: seed, at: moment.monotonic)
        hub = Hub(
            configuration: configuration.configuration, epoch: "\(life)\(name)", seed: seed,
            isReplay: true, isReplicated: true, at: moment)
    }

    private static func moment(_ time: Int64, _ offset: Int64, _ rate: Double) -> Moment {
        Moment(
            monotonic: Instant(milliseconds: offset + Int64(Double(time) * rate)),
            wall: Timestamp(milliseconds: 1_734_714_000_000 + time))
    }

    /// The world's time as this machine's clock has it.
    func moment(_ time: Int64) -> Moment { Self.moment(time, clockOffset, clockRate) }

    /// The time at which it is woken, in the world's time.
    private(set) var wakesAt = Int64.max

    /// Looks when it wants to be woken.
    func planWake() {
        guard isRunning, let deadline = member.nextDeadline else { return wakesAt = .max }
        let time = Int64((Double(deadline.milliseconds - clockOffset) / clockRate).rounded(.up)) + 1
        wakesAt = max(time, stoppedUntil)
    }

    // MARK: The hub

    /// The link that a station is on.
    func link(of station: String) -> LinkID? {
        hub.store.index(of: station).flatMap { hub.links.link(of: $0) }
    }

    /// Returns true if this hub reads a station.
    func owns(_ station: String) -> Bool {
        hub.store.index(of: station).flatMap { hub.replication?.own.contains($0) } ?? false
    }

    /// Returns true if what this hub's link makes of a station goes to the cluster.
    func shares(_ station: String) -> Bool {
        !isAlone && hub.store.index(of: station).map { hub.store.isRead($0) } ?? false
    }

    /// A station's state with a track.
    private func state(_ track: SimulatedTrack, of station: String) -> SharedStation {
        let isLive = track.number > 0
        let connection = StationConnection(
            state: isLive ? .live : .connecting, since: Timestamp(milliseconds: 0))
        var state = NowPlaying(
            station: Station(id: station, name: station), connection: connection)
        guard isLive else { return SharedStation(nowPlaying: state) }
        state.track = Track(id: "\(track)", title: track.title)
        var shared = SharedStation(nowPlaying: state)
        shared.hasReported = true
        return shared
    }

    /// The track of a station that clients are shown.
    func told(_ station: StationIndex) -> (track: SimulatedTrack?, isLive: Bool) {
        let presented = hub.store.snapshot(of: station).nowPlaying
        let track = presented.track.flatMap { SimulatedTrack(title: $0.title) }
        return (track, presented.connection.state == .live)
    }

    /// The hub tells its clients of a track.
    func tellHub(_ track: SimulatedTrack, of station: String, at now: Moment) {
        guard let index = hub.store.index(of: station) else { return }
        var effects: [Effect] = []
        if isAlone {
            hub.applyInput(report(of: track), to: index, at: now, into: &effects)
        } else {
            hub.serve(state(track, of: station), of: index, at: now, into: &effects)
        }
    }

    /// The report of a track by a link.
    private func report(of track: SimulatedTrack) -> StationInput {
        var report = Report()
        var reported = ReportedTrack()
        reported.title = track.title
        report.track = reported
        let clock = ClockConversion(serverOffset: .zero, wallOffset: .zero)
        return .reported(Box(report), clock)
    }

    /// The tracks are kept of the stations that the hub has reducers of.
    func followReducers(at now: Moment) {
        for station in shown.keys where hub.store.index(of: station) == nil {
            (shown[station], versions[station], shownByLink[station]) = (nil, nil, nil)
            toldTracks[station] = nil
        }
        let before = reduced
        reduced = [:]
        for index in hub.store.present where hub.store.isRead(index) && !isAlone {
            let station = hub.store.id(of: index)
            let track = before[station] ?? shown[station] ?? .init()
            reduced[station] = track
            guard track.number > 0 else { continue }
            _ = hub.store.apply(report(of: track), to: index, at: now)
        }
    }
}

import FanOut
import NowPlaying
import Sessions
import Stations
import Support

/// The parts that only the first page of the status has: the program, its health, the cluster, and
/// sums over everything.
extension Hub {
    func addMeasurements(to status: inout HubStatus, at now: Moment) {
        status.health = health(of: process.condition).report(namesServers: true)
        status.process = HubStatus.ProcessUsage(process)
        status.loop = HubStatus.LoopUsage(process)
        status.config = HubStatus.ConfigReport(
            readAt: process.condition.configurationReadAt,
            refused: process.condition.isConfigurationRefused)
        status.cluster = process.cluster
        status.mqtt = process.mqtt
        status.hooks = process.hooks
        status.sums = sums
    }

    private var sums: HubStatus.Sums {
        let states = sessions.all.compactMap { sessions[$0] }
        var sums = HubStatus.Sums()
        sums.stations = stationCounts.byName
        sums.links = links.ids.counts { links[$0]?.phase }.byName
        sums.sessions = states.counts(by: \.reported.state).byName
        sums.followers = states.reduce(0) { $0 + $1.followerCount }
        sums.players = states.count { $0.player != nil }
        let clients = Dictionary(grouping: clients, by: \.value.transport).mapValues {
            $0.map(\.key)
        }
        for (transport, traffic) in counters.traffic {
            sums.clients[transport.name] = sum(of: clients[transport] ?? [], traffic)
        }
        return sums
    }

    private func sum(
        of present: [ClientID], _ traffic: Counters.Traffic
    ) -> HubStatus.Sums.Transport {
        var sum = HubStatus.Sums.Transport()
        sum.present = present.count
        sum.blocked = present.count { fanOut.fullSince($0) != nil }
        sum.subscriptions = present.reduce(0) { $0 + fanOut.subscriptions(of: $1).count }
        sum.connected = traffic.connected
        sum.bytes = present.reduce(traffic.bytes) { $0 + fanOut.sentSize(of: $1) }
        return sum
    }
}

extension Dictionary where Key: CaseIterable & RawRepresentable<String>, Value == Int {
    /// The count of each state, also of those without elements.
    fileprivate var byName: [String: Int] {
        Key.allCases.reduce(into: [:]) { $0[$1.rawValue] = self[$1] ?? 0 }
    }
}

extension HubStatus.ProcessUsage {
    fileprivate init(_ process: ProcessStatus) {
        self.init()
        startedAt = process.startedAt
        processorTime = process.processorTime
        memory = process.residentBytes
        virtualMemory = process.virtualBytes
        descriptors = process.descriptors
        descriptorLimit = process.descriptorLimit
        threads = process.threads
    }
}

extension HubStatus.LoopUsage {
    fileprivate init(_ process: ProcessStatus) {
        self.init()
        turns = process.turns.count
        microseconds = process.turns.microseconds
        longest = process.condition.longestTurn
        runaways = process.runawayConnections
        classes = zip(DurationHistogram.bounds, process.turns.cumulativeCounts).map {
            Class(atMost: $0, turns: $1)
        }
    }
}

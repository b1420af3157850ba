import FanOut
import JSON
import NowPlaying
import Sessions
import Stations
import Support

/// The parts that only the first page of the status has: the program, its health, the cluster, and
/// sums over everything.
extension Hub {
    func writeSummary(into writer: inout JSONWriter, at now: Moment) {
        writer.beginObject("health")
        health(of: process.condition).write(into: &writer, namesServers: true)
        writer.endObject()
        writer.write(process)
        writer.write(process.condition)
        writer.member("cluster", raw: sharing?.status)
        writer.beginObject("sums")
        let states = sessions.all.compactMap { sessions[$0] }
        writer.member("stations", stationCounts)
        writer.member("links", links.ids.counts { links[$0]?.phase })
        writer.member("sessions", states.counts(by: \.reported.state))
        writer.member("followers", states.reduce(0) { $0 + $1.followerCount })
        writer.member("players", states.count { $0.player != nil })
        writeTransports(into: &writer)
        writer.endObject()
    }

    private func writeTransports(into writer: inout JSONWriter) {
        let clients = Dictionary(grouping: clients, by: \.value.transport).mapValues {
            $0.map(\.key)
        }
        writer.beginObject("clients")
        for (transport, traffic) in counters.traffic.sorted(by: { $0.key < $1.key }) {
            let present = clients[transport] ?? []
            writer.key(named: transport.rawValue)
            writer.beginObject()
            writer.member("present", present.count)
            writer.member("blocked", present.count { fanOut.fullSince($0) != nil })
            writer.member(
                "subscriptions", present.reduce(0) { $0 + fanOut.subscriptions(of: $1).count })
            writer.member("connected", traffic.connected)
            writer.member(
                "bytes", present.reduce(traffic.bytes) { $0 + fanOut.sentSize(of: $1) })
            writer.endObject()
        }
        writer.endObject()
    }
}

extension JSONWriter {
    /// Writes the number of elements in each state, in the order of the states.
    fileprivate mutating func member<State: CaseIterable & RawRepresentable & Hashable>(
        _ name: StaticString, _ counts: [State: Int]
    ) where State.RawValue == String {
        beginObject(name)
        for state in State.allCases {
            key(named: state.rawValue)
            int(counts[state] ?? 0)
        }
        endObject()
    }

    fileprivate mutating func write(_ process: ProcessStatus) {
        beginObject("process")
        member("startedAt", milliseconds: process.startedAt.milliseconds)
        member("processorTime", process.processorTime.seconds)
        member("memory", process.residentBytes)
        member("virtualMemory", process.virtualBytes)
        member("descriptors", process.descriptors)
        member("descriptorLimit", process.descriptorLimit)
        member("threads", process.threads)
        endObject()
        beginObject("loop")
        member("turns", process.turns.count)
        member("microseconds", process.turns.microseconds)
        member("longest", process.condition.longestTurn.seconds)
        member("runaways", process.runawayConnections)
        beginArray("classes")
        for (bound, count) in zip(type(of: process.turns).bounds, process.turns.cumulativeCounts) {
            beginObject()
            member("atMost", bound)
            member("turns", count)
            endObject()
        }
        endArray()
        endObject()
    }

    fileprivate mutating func write(_ condition: ProcessCondition) {
        beginObject("config")
        member("readAt", milliseconds: condition.configurationReadAt.milliseconds)
        member("refused", condition.isConfigurationRefused)
        endObject()
    }
}

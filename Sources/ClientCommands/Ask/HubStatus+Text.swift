import Foundation
public import HubClient
import Support

extension HubStatus {
    /// Reads the document that `HubInquiry.status` gives.
    public init(document: [UInt8]) throws(HubClientError) {
        do {
            self = try JSONDecoder().decode(HubStatus.self, from: Data(document))
        } catch {
            throw .system("the status cannot be read: \(error)")
        }
    }

    /// The status as tables for people, with the end of the last line.
    ///
    /// - Parameter isColoured: The lines are for a terminal that shows colours.
    public func text(isColoured: Bool) -> String {
        let title =
            "nphub \(version), epoch \(epoch), revision \(revision), \(stationCount) stations"
        let tables = [
            upstreamTable, linkTable, stationTable, clientTable, sessionTable, countTable,
        ]
        .filter { !$0.rows.isEmpty }.map { $0.lines(isColoured: isColoured) }
        let about = [
            title, program?.text, program?.problem, clusterText, historyText, losses,
        ].compactMap { $0 }
        return ([about] + tables).map { $0.joined(separator: "\n") }
            .joined(separator: "\n\n") + "\n"
    }

    private var clusterText: String? {
        guard let cluster else { return nil }
        let members = cluster.members.joined(separator: ", ")
        return "cluster \(cluster.name): \(cluster.member) is \(cluster.state), members \(members)"
            + (cluster.reason.map { ": \($0)" } ?? "")
    }

    private var upstreamTable: TextTable {
        var table = TextTable(columns: [
            .text("OWNER"), .number("TERM"), .number("STATIONS"), .text("UPSTREAM"),
        ])
        table.rows = (cluster?.upstreams ?? []).map { upstream in
            [
                upstream.owner.map { .init($0) } ?? .init("none", .uneasy),
                .init(upstream.term.map { "\($0)" } ?? ""), .init(upstream.stations),
                .init(upstream.url),
            ]
        }
        return table
    }

    private var historyText: String? {
        guard let history, history.state != "off" else { return nil }
        let loss = history.dropped > 0 ? " (\(history.dropped) dropped)" : ""
        return "history \(history.state)\(loss)" + (history.reason.map { ": \($0)" } ?? "")
    }

    /// The stations of which most was dropped from the history.
    private var losses: String? {
        let stations = links.flatMap(\.stations).filter { $0.historyDropped > 0 }
        guard !stations.isEmpty else { return nil }
        let most = stations.sorted { $0.historyDropped > $1.historyDropped }.prefix(5)
        return "dropped from the history: "
            + most.map { "\($0.historyDropped) of \($0.id)" }.joined(separator: ", ")
            + (stations.count > most.count ? ", …" : "")
    }

    private var linkTable: TextTable {
        var table = TextTable(columns: [
            .number("LINK"), .text("FEED"), .text("PHASE"), .number("STATIONS"),
            .number("DIALS"), .number("OPENED"), .number("MESSAGES"), .number("REPORTS"),
            .number("RECEIVED"), .text("URL"),
        ])
        table.rows = links.map { link in
            [
                .init(link.id), .init(link.feed),
                .init(link.phase, link.phase == "open" ? .good : .uneasy),
                .init(link.stations.count), .init(link.dials), .init(link.opened),
                .init(link.messages), .init(link.reports), .init(Self.size(link.bytes)),
                .init(link.url),
            ]
        }
        return table
    }

    private var stationTable: TextTable {
        var table = TextTable(columns: [
            .text("STATION"), .number("LINK"), .text("CONNECTION"), .text("REASON"),
        ])
        for link in links {
            table.rows += link.stations.map { station in
                [
                    .init(station.id), .init(link.id),
                    .init(station.connection, Self.emphasis(ofConnection: station.connection)),
                    .init(station.reason ?? ""),
                ]
            }
        }
        return table
    }

    private var clientTable: TextTable {
        var table = TextTable(columns: [
            .number("CLIENT"), .number("SUBSCRIPTIONS"), .number("QUEUED"), .text("READS"),
        ])
        table.rows = clients.map { client in
            [
                .init(client.id), .init(client.subscriptions), .init(client.queued),
                client.isBlocked ? .init("slowly", .uneasy) : .init("well", .good),
            ]
        }
        return table
    }

    private var sessionTable: TextTable {
        var table = TextTable(columns: [
            .text("SESSION"), .text("STATION"), .text("STATE"), .text("POSITION"),
            .number("FOLLOWERS"), .text("PLAYER"),
        ])
        table.rows = sessions.map { session in
            [
                .init(session.id), .init(session.station ?? ""), .init(session.state),
                .init(session.isLive ? "live" : "rewound"), .init(session.followers),
                .init(session.player.map { "client \($0)" } ?? ""),
            ]
        }
        return table
    }

    private var countTable: TextTable {
        var table = TextTable(columns: [.text("COUNTER"), .text("REASON"), .number("COUNT")])
        table.rows = counts.map { count in
            [.init(count.name), .init(count.reason ?? ""), .init(count.count)]
        }
        return table
    }

    private static func emphasis(ofConnection state: String) -> TextTable.Emphasis {
        switch state {
        case "live": .good
        case "failing", "stopped": .bad
        default: .uneasy
        }
    }

    /// A number of bytes, short enough for a column.
    static func size(_ bytes: Int) -> String {
        var rest = bytes
        for unit in ["B", "KiB", "MiB", "GiB"] {
            if rest < 10_000 { return "\(rest) \(unit)" }
            rest /= 1_024
        }
        return "\(rest) TiB"
    }
}

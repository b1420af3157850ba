import FoundationEssentials
public import HubClient
public import NowPlaying
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

    /// The ids of the stations that this hub reads.
    public var stationIDs: [String] { links.flatMap(\.stations).map(\.id) }

    /// The status for people, with the end of the last line: a summary, then tables in which what
    /// needs care comes first.
    public func text(_ form: StatusForm) -> String {
        let program = form.isFiltered ? [] : [programText, health?.output]
        let about =
            [summary(form)] + program + [
                clusterText, elsewhereText, mqtt?.text, historyText, losses,
            ]
        let texts = tables(form).filter { !$0.table.rows.isEmpty }.map { $0.lines(form) }
        return ([about.compactMap(\.self)] + texts).map { $0.joined(separator: "\n") }
            .joined(separator: "\n\n") + "\n"
    }

    /// True if the form asks for trouble only, and there is some.
    public func hasTrouble(_ form: StatusForm) -> Bool {
        form.showsOnlyTrouble && tables(form).contains { !$0.table.rows.isEmpty }
    }

    private func tables(_ form: StatusForm) -> [ShortTable] {
        if form.isFiltered {
            return [stationTable(form)] + (form.showsOnlyFailing ? clusterTables(form) : [])
        }
        return [stationTable(form)] + clusterTables(form)
            + [
                hookTable(form), linkTable(form), clientTable(form), sessionTable(form),
                countTable(form),
            ]
    }

    // MARK: The summary

    /// `1,998 live · 2 failing · 14 changes/min · up 3 d`.
    private func summary(_ form: StatusForm) -> String {
        let stations = links.flatMap(\.stations)
        let counts = Dictionary(grouping: stations, by: \.standing).mapValues(\.count)
        var standings = Self.standings.compactMap { standing in
            counts[standing].map { "\($0.grouped) \(standing)" }
        }
        if readElsewhere > 0 { standings.append("\(readElsewhere.grouped) read by other members") }
        let age = startedAt.map { "up \((form.now - $0).ageText)" }
        let parts =
            (standings.isEmpty ? ["\(stationCount.grouped) stations"] : standings)
            + [changesPerMinute.counted("change") + "/min", age, "nphub \(version)"]
            .compactMap { $0 }
        return parts.joined(separator: " · ")
    }

    /// The number of stations that other members of the cluster read: they are in no table here.
    public var readElsewhere: Int {
        cluster == nil ? 0 : max(0, stationCount - stationIDs.count)
    }

    private var elsewhereText: String? {
        readElsewhere == 0 ? nil : "`nphub watch` shows the stations that other members read"
    }

    private static let standings = [
        "live", "offline", "stale", "connecting", "failing", "stopped",
    ]

    private var clusterText: String? {
        guard let cluster else { return nil }
        let states = Dictionary(grouping: cluster.members, by: \.state).mapValues(\.count)
        let members = ["alive", "dead", "unknown"].compactMap { state in
            states[state].map { "\($0) \(state)" }
        }
        let none = cluster.owners.none
        let parts = [
            "cluster \(cluster.name): \(cluster.member) is \(cluster.state)"
                + (cluster.reason.map { ": \($0)" } ?? ""),
            cluster.difference.map { "configs differ: \($0)" },
            cluster.lag > 0 ? "\(cluster.lag.grouped) revisions behind" : nil,
            "epoch \(cluster.epoch ?? "\(epoch) of its own")",
            "members: \(members.joined(separator: ", "))",
            "\(cluster.upstreamCount.grouped) upstreams"
                + (none > 0 ? ", \(none.grouped) without a known owner" : ""),
        ]
        return parts.compactMap(\.self).joined(separator: " · ")
    }

    private var historyText: String? {
        guard let history, history.state != "off", history.state != "ok" || history.dropped > 0
        else { return nil }
        let loss = history.dropped > 0 ? " (\(history.dropped) dropped)" : ""
        return "history \(history.state)\(loss)" + (history.reason.map { ": \($0)" } ?? "")
    }

    /// The stations of which most was dropped from the history.
    private var losses: String? {
        let stations = links.flatMap(\.stations).filter { $0.historyDropped ?? 0 > 0 }
        guard !stations.isEmpty else { return nil }
        let most = stations.sorted { $0.historyDropped ?? 0 > $1.historyDropped ?? 0 }.prefix(5)
        return "dropped from the history: "
            + most.map { "\($0.historyDropped ?? 0) of \($0.id)" }.joined(separator: ", ")
            + (stations.count > most.count ? ", …" : "")
    }

    // MARK: Tables

    private func stationTable(_ form: StatusForm) -> ShortTable {
        var table = TextTable(columns: [
            .text("STATION"), .text("STATE"), .text("SINCE"), .number("LINK"), .text("AGE"),
            .text("PLAYS"),
        ])
        let stations = links.flatMap { link in link.stations.map { (link.id, $0) } }
            .filter { form.shows($0.1) }
            .enumerated()
            .sorted {
                (form.rank(of: $0.element.1), $0.offset) < (form.rank(of: $1.element.1), $1.offset)
            }
        table.rows = stations.prefix(form.rowLimit).map { _, row in
            row.1.cells(link: row.0, form)
        }
        let failing = stations.dropFirst(table.rows.count).contains { $0.element.1.needsCare }
        return ShortTable(
            table, leftOut: stations.count - table.rows.count, of: "stations",
            seenBy: failing ? "--failing or --all" : "--all")
    }

    private func clusterTables(_ form: StatusForm) -> [ShortTable] {
        guard let cluster else { return [] }
        return [memberTable(of: cluster, form), upstreamTable(of: cluster, form)]
    }

    private func memberTable(of cluster: Cluster, _ form: StatusForm) -> ShortTable {
        var table = TextTable(columns: [
            .text("MEMBER"), .text("STATE"), .number("UPSTREAMS"), .number("HEARD"),
        ])
        let calm = cluster.members.filter { $0.state == "alive" }
        let sorted =
            cluster.members.filter { $0.state != "alive" } + (form.showsOnlyFailing ? [] : calm)
        table.rows = sorted.prefix(form.rowLimit).map { member in
            [
                .init(member.name), .init(member.state, member.emphasis),
                .init(member.owns ? "\(member.upstreams)" : "serves only"),
                .init(member.heardAt.map { (form.now - $0).ageText } ?? ""),
            ]
        }
        return ShortTable(table, leftOut: sorted.count - table.rows.count, of: "members")
    }

    private func upstreamTable(of cluster: Cluster, _ form: StatusForm) -> ShortTable {
        var table = TextTable(columns: [
            .text("OWNER"), .number("TERM"), .number("STATIONS"), .text("UPSTREAM"),
        ])
        let wanted = cluster.upstreams.filter { !form.showsOnlyFailing || $0.owner == nil }
        table.rows = wanted.prefix(form.rowLimit).map { upstream in
            [
                upstream.owner.map { .init($0) } ?? .init("none", .uneasy),
                .init(upstream.term.map { "\($0)" } ?? ""), .init(upstream.stations),
                .init(upstream.url ?? upstream.id),
            ]
        }
        let count = form.showsOnlyFailing ? cluster.owners.none : cluster.upstreamCount
        let isUnread = wanted.dropFirst(table.rows.count).contains { $0.owner == nil }
        return ShortTable(
            table, leftOut: count - table.rows.count, of: "upstreams",
            seenBy: form.rowLimit == .max
                ? "the hub names \(table.rows.count)" : isUnread ? "--failing or --all" : "--all")
    }

    private func hookTable(_ form: StatusForm) -> ShortTable {
        var table = TextTable(columns: [
            .text("HOOK"), .text("ON"), .number("RUNS"), .number("FAILED"), .number("WAITING"),
            .text("STATE"),
        ])
        let all = hooks ?? []
        let sorted = all.filter { $0.failingSince != nil } + all.filter { $0.failingSince == nil }
        table.rows = sorted.prefix(form.rowLimit).map { hook in
            let reason = hook.failingSince.map { since in
                "failing for \((form.now - since).ageText): \(hook.reason ?? "")"
            }
            return [
                .init(hook.name), .init(hook.events.joined(separator: ", ")), .init(hook.runs),
                .init(hook.failures), .init(hook.waiting),
                .init(reason ?? "works", reason == nil ? .good : .uneasy),
            ]
        }
        return ShortTable(table, leftOut: sorted.count - table.rows.count, of: "hooks")
    }

    /// Narrower terminals have no room for what was counted of links.
    private static let linksWidth = 120

    private func linkTable(_ form: StatusForm) -> ShortTable {
        let isWide = form.width.map { $0 >= Self.linksWidth } ?? true
        let counts: [TextTable.Column] = [
            .number("DIALS"), .number("OPENED"), .number("MESSAGES"), .number("REPORTS"),
            .number("RECEIVED"),
        ]
        var table = TextTable(
            columns: [.number("LINK"), .text("FEED"), .text("PHASE"), .number("STATIONS")]
                + (isWide ? counts : []) + [.text("URL")])
        let sorted = links.filter { $0.phase != "open" } + links.filter { $0.phase == "open" }
        table.rows = sorted.prefix(form.rowLimit).map { link in
            let head: [TextTable.Cell] = [
                .init(link.id), .init(link.feed),
                .init(link.phase, link.phase == "open" ? .good : .uneasy),
                .init(link.stations.count),
            ]
            return head + (isWide ? Self.countCells(of: link) : []) + [.init(link.url)]
        }
        return ShortTable(table, leftOut: links.count - table.rows.count, of: "links")
    }

    private func clientTable(_ form: StatusForm) -> ShortTable {
        var table = TextTable(columns: [
            .number("CLIENT"), .number("SUBSCRIPTIONS"), .number("QUEUED"), .text("STATE"),
        ])
        let sorted = clients.filter(\.isBlocked) + clients.filter { !$0.isBlocked }
        table.rows = sorted.prefix(form.rowLimit).map { client in
            [
                .init(client.id), .init(client.subscriptions), .init(client.queued),
                client.isBlocked ? .init("reads slowly", .uneasy) : .init("keeps up", .good),
            ]
        }
        return ShortTable(table, leftOut: clients.count - table.rows.count, of: "clients")
    }

    private func sessionTable(_ form: StatusForm) -> ShortTable {
        var table = TextTable(columns: [
            .text("SESSION"), .text("STATION"), .text("STATE"), .text("POSITION"),
            .number("FOLLOWERS"), .text("PLAYER"),
        ])
        table.rows = sessions.prefix(form.rowLimit).map { session in
            [
                .init(session.id), .init(session.station ?? ""), .init(session.state),
                .init(session.isLive ? "live" : "rewound"), .init(session.followers),
                .init(session.player.map { "client \($0)" } ?? ""),
            ]
        }
        return ShortTable(table, leftOut: sessions.count - table.rows.count, of: "sessions")
    }

    /// The counters with a reason and those of the cluster, and with `showsAll` all others.
    private func countTable(_ form: StatusForm) -> ShortTable {
        var table = TextTable(columns: [.text("COUNTER"), .text("REASON"), .number("COUNT")])
        let counts = counters.rows.filter { form.showsAll || $0.reason != nil }
        table.rows = ((cluster?.rows ?? []) + counts).map { count in
            [.init(count.name), .init(count.reason ?? ""), .init(count.count)]
        }
        return ShortTable(table, leftOut: 0, of: "counters")
    }

    private static func countCells(of link: Link) -> [TextTable.Cell] {
        let counts = link.counters
        return [
            .init(counts.dials), .init(counts.opened), .init(counts.messages),
            .init(counts.reports), .init(Self.size(counts.bytes)),
        ]
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

/// A table, and how many rows of it are left out.
private struct ShortTable {
    let table: TextTable
    let leftOut: Int
    let kind: String
    let remedy: String

    init(_ table: TextTable, leftOut: Int, of kind: String, seenBy remedy: String = "--all") {
        self.table = table
        self.leftOut = leftOut
        self.kind = kind
        self.remedy = remedy
    }

    func lines(_ form: StatusForm) -> [String] {
        let lines = table.lines(isColoured: form.isColoured, maximumWidth: form.width)
        return leftOut > 0 ? lines + ["… \(leftOut.grouped) more \(kind): \(remedy)"] : lines
    }
}

extension HubStatus.Cluster {
    /// The number of upstreams; fewer may be named.
    fileprivate var upstreamCount: Int {
        max(upstreams.count, owners.own + owners.others + owners.none)
    }
}

extension HubStatus.Cluster.Member {
    fileprivate var emphasis: TextTable.Emphasis {
        switch state {
        case "alive": .good
        case "dead": .bad
        default: .uneasy
        }
    }
}

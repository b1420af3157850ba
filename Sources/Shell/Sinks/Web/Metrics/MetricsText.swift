package import JSON
import Support

/// The metrics of a hub as text, made of the pages of its status.
///
/// It is Prometheus' text format 0.0.4 or OpenMetrics 1.0. All samples of a metric are one group:
/// each metric gathers its own while page follows page.
package struct MetricsText: Sendable {
    /// The format of the text.
    package enum Format: Sendable {
        case prometheus, openMetrics

        /// The type of the content.
        package var contentType: String {
            switch self {
            case .prometheus: "text/plain; version=0.0.4; charset=utf-8"
            case .openMetrics: "application/openmetrics-text; version=1.0.0; charset=utf-8"
            }
        }
    }

    /// The stations that have series of their own.
    package enum Stations: Equatable, Sendable {
        case all, none
        case named(Set<String>)

        fileprivate func includes(_ id: String) -> Bool {
            switch self {
            case .all: true
            case .none: false
            case .named(let ids): ids.contains(id)
            }
        }
    }

    private let format: Format
    private let stations: Stations
    private var samples: [Metric: [UInt8]] = [:]
    /// A reload between two pages may show a station twice.
    private var seen: Set<String> = []
    private var hasSums = false

    /// A text without samples.
    package init(_ format: Format, _ stations: Stations) {
        self.format = format
        self.stations = stations
    }

    /// Takes the next page of the status.
    ///
    /// - Returns: Which page comes after it, if that one is needed.
    package mutating func add(_ page: JSONValue) -> Int? {
        if !hasSums { addSums(page) }
        hasSums = true
        guard stations != .none else { return nil }
        for link in page.list("links") { add(link: link) }
        return page["next"]?.int
    }

    /// Takes the counts of the web server itself.
    mutating func add(_ refusals: Refusals) {
        for (reason, count) in refusals.all {
            add(.refusals, count, Labels(("reason", reason.rawValue)))
        }
    }

    /// The text so far.
    package var bytes: [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(samples.values.reduce(8_192) { $0 + $1.count })
        for metric in Metric.allCases {
            guard let samples = samples[metric] else { continue }
            text += head(of: metric).utf8
            text += samples
        }
        if format == .openMetrics { text += "# EOF\n".utf8 }
        return text
    }

    private func head(of metric: Metric) -> String {
        var name = metric.rawValue
        var kind = metric.kind.rawValue
        switch (format, metric.kind) {
        // OpenMetrics names the family; its samples have the suffix.
        case (.openMetrics, .counter): name.removeLast("_total".count)
        case (.openMetrics, .info): name.removeLast("_info".count)
        case (.prometheus, .info): kind = Metric.Kind.gauge.rawValue
        default: break
        }
        return "# HELP \(name) \(metric.help)\n# TYPE \(name) \(kind)\n"
    }
}

// MARK: Links and stations

extension MetricsText {
    private mutating func add(link: JSONValue) {
        let members = link.list("stations")
        for (place, station) in members.enumerated() {
            guard let id = station["id"]?.word, stations.includes(id), seen.insert(id).inserted
            else { continue }
            let label = Labels(("station", id))
            add(station: station, label)
            guard place == 0 else { continue }
            add(.linkStations, members.count, label)
            add(link: link, label)
        }
    }

    private mutating func add(station: JSONValue, _ label: Labels) {
        add(.stationState, 1, label.with("state", station["connection"]?.word ?? ""))
        if let isOnline = station["online"]?.bool { add(.stationOnline, isOnline ? 1 : 0, label) }
        add(.stationTrack, station["trackSince"], label)
        add(.stationChanges, station["changes"], label)
    }

    private mutating func add(link: JSONValue, _ label: Labels) {
        add(.dials, link["dials"], label)
        add(.openings, link["opened"], label)
        add(.receivedBytes, link["bytes"], label)
        add(.receivedMessages, link["messages"], label)
        add(.linkReports, link["reports"], label)
        addEach(.linkRejections, of: link["rejections"], "reason", label)
    }
}

// MARK: Sums

extension MetricsText {
    private mutating func addSums(_ page: JSONValue) {
        addProgram(page)
        page["loop"].map { addLoop($0) }
        page["history"].map { addHistory($0) }
        page["cluster"].map { addCluster($0) }
        page["sums"].map { addTotals($0) }
        page["counters"].map { addCounters($0) }
    }

    private mutating func addProgram(_ page: JSONValue) {
        let version = (page["version"]?.word ?? "").split(separator: "+", maxSplits: 1)
        let label = Labels(("version", String(version.first ?? "")))
        add(.build, 1, label.with("commit", version.count > 1 ? String(version[1]) : ""))
        page["health"]?["checks"].map { checks in
            for check in checks.members {
                let passes = check.value.elements.allSatisfy { $0["status"]?.word == "pass" }
                add(.healthCheck, passes ? 1 : 0, Labels(("check", check.name.readable)))
            }
        }
        add(.configReload, page["config"]?["refused"]?.bool == true ? 0 : 1)
        add(.configRead, page["config"]?["readAt"])
        page["process"].map { addProcess($0) }
    }

    private mutating func addProcess(_ process: JSONValue) {
        add(.startTime, process["startedAt"])
        add(.processorTime, process["processorTime"])
        add(.residentMemory, process["memory"])
        add(.virtualMemory, process["virtualMemory"])
        add(.descriptors, process["descriptors"])
        add(.descriptorLimit, process["descriptorLimit"])
        add(.threads, process["threads"])
    }

    private mutating func addLoop(_ loop: JSONValue) {
        for duration in loop.list("classes") {
            let bound = Labels(("le", Self.seconds(duration["atMost"])))
            add(.turns, duration["turns"], bound, suffix: "_bucket")
        }
        add(.turns, loop["turns"], Labels(("le", "+Inf")), suffix: "_bucket")
        write(.turns, Self.seconds(loop["microseconds"]), Labels(), "_sum")
        add(.turns, loop["turns"], suffix: "_count")
        add(.longestTurn, loop["longest"])
        add(.runaways, loop["runaways"])
    }

    /// Metrics have seconds in place of microseconds.
    private static func seconds(_ microseconds: JSONValue?) -> String {
        "\((microseconds?.double ?? 0) / 1e6)"
    }

    private mutating func addHistory(_ history: JSONValue) {
        guard let state = history["state"]?.word, state != "off" else { return }
        add(.history, state == "ok" ? 1 : 0)
        add(.historyDropped, history["dropped"])
    }

    private mutating func addCluster(_ cluster: JSONValue) {
        add(.clusterJoined, cluster["state"]?.word == "joined" ? 1 : 0)
        let states = cluster.list("members").map { $0["state"]?.word }
        for state in ["alive", "dead", "unknown"] {
            add(.clusterMembers, states.count { $0 == state }, Labels(("state", state)))
        }
        addEach(.clusterUpstreams, of: cluster["owners"], "owner")
        add(.clusterLag, cluster["lag"])
        add(.clusterHeard, cluster["heardAt"])
        add(.clusterUnread, cluster["unread"])
        add(.clusterDiffers, cluster["difference"] == nil ? 0 : 1)
        add(.clusterRefusedWrites, cluster["refusedWrites"])
        add(.clusterRejectedWrites, cluster["rejectedWrites"])
        add(.clusterIgnoredStates, cluster["ignoredStates"])
        add(.clusterTakeovers, cluster["takeovers"])
        add(.clusterLosses, cluster["losses"])
        add(.clusterSilentWatches, cluster["silentWatches"])
    }

    private mutating func addTotals(_ sums: JSONValue) {
        addEach(.stations, of: sums["stations"], "state")
        addEach(.links, of: sums["links"], "phase")
        addEach(.sessions, of: sums["sessions"], "state")
        add(.followers, sums["followers"])
        add(.players, sums["players"])
        addEach(.clients, of: sums["clients"], "transport") { $0["present"] }
        addEach(.blockedClients, of: sums["clients"], "transport") { $0["blocked"] }
        addEach(.subscriptions, of: sums["clients"], "transport") { $0["subscriptions"] }
        addEach(.connections, of: sums["clients"], "transport") { $0["connected"] }
        addEach(.sentBytes, of: sums["clients"], "transport") { $0["bytes"] }
    }

    private mutating func addCounters(_ counters: JSONValue) {
        add(.reports, counters["reports"])
        add(.unchangedReports, counters["suppressedReports"])
        add(.records, counters["records"])
        add(.patches, counters["patches"])
        add(.suppressedDocuments, counters["suppressedDocuments"])
        add(.conflatedChanges, counters["conflatedChanges"])
        addEach(.rejections, of: counters["rejections"], "reason")
        addEach(.losses, of: counters["losses"], "reason")
        addEach(.cuts, of: counters["cuts"], "reason")
    }
}

// MARK: Samples

extension MetricsText {
    /// Labels of a sample, as they are written.
    private struct Labels {
        private(set) var bytes: [UInt8] = []

        init() {}

        init(_ label: (name: StaticString, value: String)) {
            add(label.name, label.value)
        }

        func with(_ name: StaticString, _ value: String) -> Labels {
            var labels = self
            labels.add(name, value)
            return labels
        }

        private mutating func add(_ name: StaticString, _ value: String) {
            bytes.append(UInt8(ascii: bytes.isEmpty ? "{" : ","))
            bytes += "\(name)=\"".utf8
            for byte in value.utf8 {
                switch byte {
                case UInt8(ascii: "\\"): bytes += "\\\\".utf8
                case UInt8(ascii: "\""): bytes += "\\\"".utf8
                case UInt8(ascii: "\n"): bytes += "\\n".utf8
                default: bytes.append(byte)
                }
            }
            bytes.append(UInt8(ascii: "\""))
        }
    }

    /// A sample for each member of an object.
    private mutating func addEach(
        _ metric: Metric, of object: JSONValue?, _ name: StaticString, _ labels: Labels = Labels(),
        value: (JSONValue) -> JSONValue? = { $0 }
    ) {
        guard let object else { return }
        for member in object.members {
            add(metric, value(member.value), labels.with(name, member.name.readable))
        }
    }

    /// Adds a sample; an absent value has none.
    private mutating func add(
        _ metric: Metric, _ value: JSONValue?, _ labels: Labels = Labels(), suffix: String = ""
    ) {
        guard let value else { return }
        let number = value.int.map { "\($0)" } ?? value.double.map { "\($0)" }
        if let number { write(metric, number, labels, suffix) }
    }

    private mutating func add(_ metric: Metric, _ value: Int, _ labels: Labels = Labels()) {
        write(metric, "\(value)", labels, "")
    }

    private mutating func write(
        _ metric: Metric, _ value: String, _ labels: Labels, _ suffix: String
    ) {
        let labels = labels.bytes.isEmpty ? [] : labels.bytes + [UInt8(ascii: "}")]
        var line = Array(metric.rawValue.utf8)
        line += suffix.utf8
        line += labels
        line.append(UInt8(ascii: " "))
        line += value.utf8
        line.append(UInt8(ascii: "\n"))
        samples[metric, default: []] += line
    }
}

extension JSONValue {
    /// The elements of a member that is an array.
    fileprivate func list(_ name: StaticString) -> [JSONValue] {
        self[name].map { Array($0.elements) } ?? []
    }
}

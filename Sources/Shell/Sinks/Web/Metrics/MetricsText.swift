package import NowPlaying

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
    /// The samples of each metric, in the order of `Metric.all`.
    private var samples = Metric.all.map { MetricSamples(of: $0) }
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
    /// - Returns: The `after` of the page behind it, if that one is needed.
    package mutating func add(_ page: HubStatus) -> Int? {
        if !hasSums { addSums(page) }
        hasSums = true
        guard stations != .none else { return nil }
        for link in page.links { add(link) }
        return page.next
    }

    /// Takes the counts of the web server itself.
    mutating func add(_ refusals: Refusals) {
        for (place, metric) in Metric.all.enumerated() {
            guard case .refusals = metric.source else { continue }
            for (reason, count) in refusals.all {
                samples[place].add(count, ("reason", reason.rawValue))
            }
        }
    }

    private mutating func addSums(_ page: HubStatus) {
        for (place, metric) in Metric.all.enumerated() {
            if case .status(let add) = metric.source { add(page, &samples[place]) }
        }
    }

    private mutating func add(_ link: HubStatus.Link) {
        for (place, station) in link.stations.enumerated()
        where stations.includes(station.id) && seen.insert(station.id).inserted {
            addSeries(station, of: place == 0 ? link : nil)
        }
    }

    /// - Parameter link: The link, if it is named by this station.
    private mutating func addSeries(_ station: HubStatus.LinkedStation, of link: HubStatus.Link?) {
        let label = MetricSamples.text(of: ("station", station.id))
        for place in Self.places {
            samples[place].labels = label
            switch Metric.all[place].source {
            case .station(let add): add(station, &samples[place])
            case .link(let add): link.map { add($0, &samples[place]) }
            case .status, .refusals: break
            }
        }
    }

    /// The places of metrics of single stations and links.
    private static let places = Metric.all.indices.filter { place in
        switch Metric.all[place].source {
        case .station, .link: true
        case .status, .refusals: false
        }
    }

    /// The text so far.
    package var bytes: [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(samples.reduce(8_192) { $0 + $1.bytes.count })
        for (metric, samples) in zip(Metric.all, samples) where !samples.bytes.isEmpty {
            text += head(of: metric).utf8
            text += samples.bytes
        }
        if format == .openMetrics { text += "# EOF\n".utf8 }
        return text
    }

    private func head(of metric: Metric) -> String {
        var name = metric.name
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

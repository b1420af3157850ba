import Cluster
import Feeds
import Hub
import NowPlaying
import Stations
import Support
import Protocols

/// One of the configs that members are given: the stations, and how each is read.
struct SimulatedConfiguration {
    /// The way in which a station is read.
    private struct Reading: Equatable {
        var server: Int
        /// The feed's own key, which makes it another upstream.
        var key = 0
        /// A header field, which makes it another way to the same upstream.
        var header = 0
    }

    /// The last one comes with a reload.
    static let stationCount = 13
    private static let serverCount = 7
    private static let stationsPerServer = 2

    private var readings: [Int: Reading]
    private(set) var configuration = HubConfiguration(stations: [])
    private(set) var upstreams: [UpstreamID: [String]] = [:]

    /// The first config.
    init() {
        let numbers = 0..<Self.stationCount - 1
        readings = Dictionary(
            uniqueKeysWithValues: numbers.map { ($0, Reading(server: $0 / Self.stationsPerServer)) }
        )
        compile()
    }

    static func name(_ station: Int) -> String { "s:\(station)" }

    static func number(_ station: String) -> Int? { Int(station.dropFirst(2)) }

    /// The ids of the stations, in their order.
    var stations: [String] { configuration.stations.map(\.id) }

    /// The source that a station is read from; `nil` if no config has the station.
    func source(of station: String) -> String? {
        configuration.stations.first { $0.id == station }.map { Self.source(of: $0.feed) }
    }

    /// Returns the source that a feed is read from. Header fields do not count.
    static func source(of feed: Feed) -> String {
        guard case .text(let key) = feed.settings["key"] else { return feed.url }
        return "\(feed.url)#\(key)"
    }

    // MARK: Changes

    /// The config after a change or two.
    func changed(by generator: inout SeededGenerator) -> SimulatedConfiguration {
        var changed = self
        for _ in 0...generator.next() % 3 { changed.change(by: &generator) }
        changed.compile()
        return changed
    }

    private mutating func change(by generator: inout SeededGenerator) {
        let station = Int(generator.next() % UInt64(Self.stationCount))
        let server = Int(generator.next() % UInt64(Self.serverCount))
        switch generator.next() % 8 {
        case 0, 1:
            let isThere = readings[station] != nil
            readings[station] = isThere ? nil : Reading(server: server)
        case 2, 3, 4: readings[station]?.server = server
        case 5: readings[station]?.header += 1
        case 6: changeAll(of: server) { $0.header += 1 }
        default: changeAll(of: server) { $0.key += 1 }
        }
    }

    private mutating func changeAll(of server: Int, _ change: (inout Reading) -> Void) {
        for (station, reading) in readings where reading.server == server {
            var changed = reading
            change(&changed)
            readings[station] = changed
        }
    }

    private mutating func compile() {
        configuration = HubConfiguration(
            stations: readings.sorted { $0.key < $1.key }.map(Self.station))
        upstreams = configuration.upstreams
    }

    private static func station(_ number: Int, _ reading: Reading) -> StationConfiguration {
        var feed = Feed(type: "azuracast", url: "wss://u\(reading.server).example/live")
        feed.settings["shortcode"] = .text("\(number)")
        feed.settings["key"] = .text("\(reading.key)")
        var dial = StationConfiguration.Dial()
        dial.headers = [HeaderField(name: "X-Key", value: "\(reading.header)")]
        do {
            return try StationConfiguration(id: name(number), feed: feed, dial: dial)
        } catch {
            fatalError("the feed of \(number) cannot be reached: \(error)")
        }
    }
}

/// A track of a station, as one of its upstreams tells it.
struct SimulatedTrack: Equatable {
    /// Grows with each track of the station.
    var number = 0
    /// The upstream that told it, as `SimulatedConfiguration.source` names it.
    var source = "-"

    var bytes: [UInt8] { Array("\(number) \(source)".utf8) }
}

extension SimulatedTrack {
    init?(_ bytes: [UInt8]) {
        guard let space = bytes.firstIndex(of: UInt8(ascii: " ")),
            let number = Int(String(decoding: bytes[..<space], as: UTF8.self))
        else { return nil }
        self.init(number: number, source: String(decoding: bytes[(space + 1)...], as: UTF8.self))
    }
}

extension SimulatedTrack {
    /// A title that stays as it is when a station's titles are cleaned.
    var title: String {
        "Track \(bytes.map { String(Int($0) + 256, radix: 16) }.joined(separator: ""))"
    }

    init?(title: String) {
        let digits = Array(title.dropFirst("Track ".count))
        let bytes = stride(from: 0, to: digits.count - 2, by: 3).map { start in
            UInt8(truncatingIfNeeded: Int(String(digits[start..<start + 3]), radix: 16) ?? 0)
        }
        self.init(bytes)
    }
}

import Feeds
import Hub
import NowPlaying

@testable import Stations

/// Half past five on a December afternoon, by both clocks.
extension Moment {
    static let start = Moment(
        monotonic: Instant(milliseconds: 1_000_000),
        wall: Timestamp(milliseconds: 1_734_714_000_000))

    /// So many seconds after the start.
    static func at(_ seconds: Double) -> Moment {
        start + Interval(milliseconds: Int64(seconds * 1_000))
    }
}

extension Timestamp {
    /// So many seconds after the start.
    static func at(_ seconds: Double) -> Timestamp { Moment.at(seconds).wall }
}

extension Instant {
    /// So many seconds after the start.
    static func at(_ seconds: Double) -> Instant { Moment.at(seconds).monotonic }
}

extension StationConfiguration {
    /// A station on AzuraCast, whose short code is its id.
    static func make(_ id: String, server: String = "radio.example") -> StationConfiguration {
        var feed = Feed(
            type: "azuracast", url: "wss://\(server)/api/live/nowplaying/websocket")
        feed.settings["shortcode"] = .text(id)
        return .reading(feed, as: id)
    }

    /// A station with a feed that a test knows to be right.
    static func reading(_ feed: Feed, as id: String) -> StationConfiguration {
        do {
            return try StationConfiguration(id: id, feed: feed)
        } catch {
            fatalError("the feed of \(id) cannot be reached: \(error)")
        }
    }

    func delayed(by delay: Interval) -> StationConfiguration {
        var station = self
        station.delay = delay
        return station
    }
}

extension HubConfiguration {
    static func make(_ ids: [String]) -> HubConfiguration {
        HubConfiguration(stations: ids.map { .make($0) })
    }
}

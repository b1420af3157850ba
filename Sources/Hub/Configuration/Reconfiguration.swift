import Feeds
import Stations

/// The changes from one list of stations to another.
struct Reconfiguration: Sendable {
    /// The extent of a station's change.
    enum Extent: Sendable {
        /// It is read as before.
        case description
        /// It is reached in another way: its link is made anew, and what is known of it stays.
        case route
        /// Its feed names another station: it begins anew.
        case station
    }

    /// A station of both lists that differs.
    struct Change: Sendable {
        let station: StationConfiguration
        let extent: Extent
        /// It is read from another upstream, which may be another member's.
        let movesUpstream: Bool
    }

    /// The ids of the stations that are in the first list only, in its order.
    let removed: [String]
    /// The stations that are in the second list only, in its order.
    private(set) var added: [StationConfiguration] = []
    /// The stations that differ, as the second list has them, in its order.
    private(set) var changed: [Change] = []

    /// Both lists say the same of the same stations.
    var isEmpty: Bool { removed.isEmpty && added.isEmpty && changed.isEmpty }

    /// The difference between two lists, in which ids are unique.
    init(from old: [StationConfiguration], to new: [StationConfiguration]) {
        let kept = Set(new.map(\.id))
        removed = old.map(\.id).filter { !kept.contains($0) }
        let known = Dictionary(old.map { ($0.id, $0) }) { first, _ in first }
        for station in new {
            guard let before = known[station.id] else {
                added.append(station)
                continue
            }
            guard let extent = Extent(from: before, to: station) else { continue }
            changed.append(
                Change(
                    station: station, extent: extent,
                    movesUpstream: !station.sharesUpstream(with: before)))
        }
    }
}

extension Reconfiguration.Extent {
    /// The extent of the difference of two descriptions of one station; `nil` where they are equal.
    fileprivate init?(from old: StationConfiguration, to new: StationConfiguration) {
        if old == new { return nil }
        if old.feed.withoutReading == new.feed.withoutReading, old.dial == new.dial {
            self = .description
        } else if old.feed.type == new.feed.type, old.feed.stationNames == new.feed.stationNames {
            self = .route
        } else {
            self = .station
        }
    }
}

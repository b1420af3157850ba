import Feeds
public import NowPlaying
public import Sessions
public import Stations
import Support

/// The configuration of the hub, checked and with every default filled in.
public struct HubConfiguration: Equatable, Sendable {
    /// The stations, in the order in which people see them. Ids are unique.
    public var stations: [StationConfiguration]
    /// The sessions that exist from the start, by name.
    public var sessions: [String: SessionConfiguration]

    /// A configuration with these stations and no sessions besides `main`.
    public init(
        stations: [StationConfiguration], sessions: [String: SessionConfiguration] = [:]
    ) {
        self.stations = stations
        self.sessions = sessions
    }

    /// The sessions that exist from the start: `main` always does.
    var allSessions: [String: SessionConfiguration] {
        sessions.merging([ListeningSession.main: SessionConfiguration()]) { given, _ in given }
    }

    /// Tells one config from another, as far as what a recording plays depends on it.
    ///
    /// Of header fields, certificates and the queries of addresses, which may be secret, it holds
    /// only which stations have them in common: those share links.
    public var fingerprint: String {
        var hash = StableHash()
        var routes: [Route: Int64] = [:]
        for station in stations {
            let route = Route(station)
            let number = routes[route] ?? Int64(routes.count)
            routes[route] = number
            hash.combine(number)
            hash.combine(route.publicAddress)
            station.describe(to: &hash)
        }
        return hash.text
    }
}

extension StationConfiguration {
    /// Adds what is shown of it, and how it is read.
    fileprivate func describe(to hash: inout StableHash) {
        hash.combine(id)
        for text in [name, url, description, logo?.light, logo?.dark, defaultStreamer] {
            // An empty text is no absent one.
            hash.combine(text == nil ? 0 : 1)
            hash.combine(text ?? "")
        }
        hash.combine(delay.milliseconds)
        hash.combine(decodesEntities ? 1 : 0)
        hash.combine(feed.type)
        for (name, value) in feed.settings.sorted(by: { $0.key < $1.key }) {
            hash.combine(name)
            hash.combine("\(value)")
        }
    }
}

extension HubConfiguration {
    /// Returns the past that is kept of each station: as much as sessions can go back, within each
    /// station's share of the total.
    func keeping(within limits: Limits, isRemembered: Bool) -> Timeline.Keeping {
        let share = limits.timelineElementsTotal / max(1, stations.count)
        return Timeline.Keeping(
            window: timelineWindow(within: limits),
            spans: max(limits.timelineElementsMin, min(limits.timelineElements, share)),
            isRemembered: isRemembered)
    }

    /// Returns the time for which the hub keeps played tracks.
    public func timelineWindow(within limits: Limits = Limits()) -> Interval {
        let longest = allSessions.values.map(\.rewindWindow).max() ?? limits.timelineWindow
        return longest.clamped(from: limits.timelineWindowMin, to: limits.timelineWindow)
    }
}

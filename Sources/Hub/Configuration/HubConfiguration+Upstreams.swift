import Feeds
import Stations
import Support

extension HubConfiguration {
    /// The stations of each upstream: those whose feeds differ only in the station's name. An
    /// upstream's name is the same on all machines with this config, and does not tell a secret.
    public var upstreams: [String: [String]] {
        var upstreams: [String: [String]] = [:]
        var names: [Route: String] = [:]
        for station in stations {
            let route = Route(station)
            let name = names[route] ?? route.upstream
            names[route] = name
            upstreams[name, default: []].append(station.id)
        }
        return upstreams
    }

    /// The addresses of upstreams, for people, each by the first of its stations.
    public func addresses(of upstreams: [String: [String]]) -> [String: String] {
        var upstreamOfFirst: [String: String] = [:]
        for (name, stations) in upstreams {
            if let first = stations.first { upstreamOfFirst[first] = name }
        }
        var addresses: [String: String] = [:]
        for station in stations {
            guard let name = upstreamOfFirst[station.id] else { continue }
            addresses[name] = Route(station).publicAddress
        }
        return addresses
    }
}

extension StationConfiguration {
    /// True if both are read from one upstream.
    func sharesUpstream(with other: StationConfiguration) -> Bool {
        Route(self).feed == Route(other).feed
    }
}

extension Route {
    fileprivate var upstream: String {
        var hash = StableHash()
        hash.combine(feed.type)
        hash.combine(feed.url)
        for (name, value) in feed.settings.sorted(by: { $0.key < $1.key }) {
            hash.combine(name)
            hash.combine("\(value)")
        }
        return hash.text
    }
}

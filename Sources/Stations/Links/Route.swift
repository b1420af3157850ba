package import Feeds
package import NowPlaying
import Support
package import Protocols

/// Where a link leads and how it gets there. Stations with equal routes can share a link.
package struct Route: Hashable, Sendable {
    /// The feed, without what only names the station or says how its texts are read.
    package let feed: Feed
    /// Header fields and certificates.
    package let dial: StationConfiguration.Dial

    package init(_ station: StationConfiguration) {
        var feed = station.feed.withoutReading
        for name in feed.stationNames.keys { feed.settings[name] = nil }
        self.feed = feed
        dial = station.dial
    }

    /// The protocol that is spoken.
    package var type: FeedType { held { () throws(RouteError) in try FeedType.spoken(by: feed) } }

    /// The upgrade request of one connection, with what its address has at random.
    package func request(using generator: inout some RandomNumberGenerator) -> WebSocketRequest {
        let url = FeedAddress.dialled(feed.url, using: &generator)
        let subprotocols = type.subprotocols
        return held { () throws(RouteError) in
            try .upgrade(to: url, by: dial, offering: subprotocols)
        }
    }

    /// Where to connect.
    package var destination: Destination {
        program.map { .program($0) } ?? .server(address, dial.tls)
    }

    /// What is spoken on one connection, below the feed.
    package func wire(
        using generator: inout some RandomNumberGenerator, within limits: Box<Limits>
    ) -> any Wire {
        switch destination {
        case .server: WebSocketWire(request(using: &generator), limits: limits)
        case .program: LineWire(limit: limits.messageSize)
        }
    }

    /// The name of the server, or its address.
    package var host: String { address.host }

    /// Whether the connection has TLS.
    package var isSecure: Bool { address.isSecure }

    /// The program to run, with its arguments; `nil` where it leads to a server.
    package var program: [String]? { type.program.flatMap { $0(feed) } }

    /// The address for logs and the status: without the query, which may hold a secret, as a
    /// program's arguments may.
    package var publicAddress: String {
        if let program { return "exec:" + (program.first ?? "") }
        let path = address.target.prefix { $0 != "?" }
        return (address.isSecure ? "wss://" : "ws://") + address.authority + path
    }

    private var address: WebSocketURL {
        held { () throws(RouteError) in try .server(of: feed) }
    }

    /// What the configuration of a station has made sure of: it is made only where `RouteError`
    /// knows nothing against it.
    private func held<Value>(_ value: () throws(RouteError) -> Value) -> Value {
        do {
            return try value()
        } catch {
            crash("the configuration of a station has a route: \(error)")
        }
    }
}

extension Feed {
    /// The settings that only name the station.
    package var stationNames: [String: Value] {
        let names = FeedType.named(type)?.settings.filter(\.namesStation).map(\.name) ?? []
        return settings.filter { names.contains($0.key) }
    }

    /// Without the settings that only say how texts are read, of which the server knows nothing.
    package var withoutReading: Feed {
        var feed = self
        for setting in FeedType.named(type)?.settings ?? [] where setting.isOfReading {
            feed.settings[setting.name] = nil
        }
        return feed
    }
}

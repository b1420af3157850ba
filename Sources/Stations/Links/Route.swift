package import Feeds
package import NowPlaying
package import Protocols
package import Support

/// The target of a link and the settings for reaching it. Stations with equal routes can share a
/// link.
package struct Route: Hashable, Sendable {
    /// The feed, without the settings that only name the station or say how its texts are read.
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
    package var type: FeedType {
        assumingValid { () throws(RouteError) in try FeedType.spoken(by: feed) }
    }

    /// The upgrade request of one connection, with the random parts of its address filled in.
    package func request(using generator: inout some RandomNumberGenerator) -> WebSocketRequest {
        let url = FeedAddress.dialled(feed.url, using: &generator)
        let subprotocols = type.subprotocols
        return assumingValid { () throws(RouteError) in
            try .upgrade(to: url, by: dial, offering: subprotocols)
        }
    }

    /// The server or program to connect to.
    package var destination: Destination {
        program.map { .program($0) } ?? .server(address, dial)
    }

    /// The protocol of one connection, below the feed.
    package func wire(
        using generator: inout SeededGenerator, within limits: Box<Limits>
    ) -> any Wire {
        let scheme = program == nil ? LinkScheme.of(address, type) : LineWire.programs
        return scheme.makeWire(self, limits, &generator)
    }

    /// The name of the server, or its address.
    package var host: String { address.host }

    /// True if the connection has TLS.
    package var isSecure: Bool { address.isSecure }

    /// The program to run, with its arguments; `nil` if the route leads to a server.
    package var program: [String]? { type.program.flatMap { $0(feed) } }

    /// The address for logs and the status: without the query, which may hold a secret, as a
    /// program's arguments may.
    package var publicAddress: String {
        if let program { return "exec:" + (program.first ?? "") }
        let address = address
        let path = address.target.prefix { $0 != "?" }
        return "\(address.scheme.name)://" + address.authority + path
    }

    private var address: ServerURL {
        let type = type
        return assumingValid { () throws(RouteError) in try .server(of: feed, type) }
    }

    /// Unwraps a value that cannot fail: a station's configuration exists only if
    /// `RouteError.check` accepted it.
    private func assumingValid<Value>(_ value: () throws(RouteError) -> Value) -> Value {
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

    /// The feed without the settings that only say how texts are read. The server does not see
    /// them.
    package var withoutReading: Feed {
        var feed = self
        for setting in FeedType.named(type)?.settings ?? [] where setting.isOfReading {
            feed.settings[setting.name] = nil
        }
        return feed
    }
}

import Feeds
import WebSocket

/// Where a link leads and how it gets there. Stations with equal routes can share a link.
struct Route: Hashable, Sendable {
    /// The feed, without what only names the station.
    let feed: Feed
    /// Header fields and certificates.
    let dial: StationConfiguration.Dial

    init(_ station: StationConfiguration) {
        var feed = station.feed
        for setting in FeedType.named(feed.type)?.settings ?? [] where setting.namesStation {
            feed.settings[setting.name] = nil
        }
        self.feed = feed
        dial = station.dial
    }

    /// The protocol that is spoken.
    var type: FeedType {
        guard let type = FeedType.of(feed) else {
            preconditionFailure("a checked config names no unknown feed type: \(feed.type)")
        }
        return type
    }

    /// The upgrade request of one connection, with what its address has at random.
    func request(using generator: inout some RandomNumberGenerator) -> WebSocketRequest {
        do {
            return try WebSocketRequest(
                url: address(FeedAddress.dialled(feed.url, using: &generator)),
                fields: dial.headers, subprotocols: type.subprotocols)
        } catch {
            preconditionFailure("a checked config has no wrong header: \(error)")
        }
    }

    /// Where to connect.
    var destination: Destination {
        Destination(url: address, tls: dial.tls)
    }

    /// The address for logs and the status: without the query, which may hold a secret.
    var publicAddress: String {
        let path = address.target.prefix { $0 != "?" }
        return (address.isSecure ? "wss://" : "ws://") + address.authority + path
    }

    private var address: WebSocketURL { address(FeedAddress.shown(feed.url)) }

    private func address(_ text: String) -> WebSocketURL {
        do {
            return try WebSocketURL(text)
        } catch {
            preconditionFailure("a checked config has no wrong address: \(error)")
        }
    }
}

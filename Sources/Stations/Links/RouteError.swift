package import Feeds
public import Protocols

/// The reason why a feed cannot be reached with its settings.
public enum RouteError: Error, Hashable, Sendable {
    /// There is no such feed type.
    case unknownType(String)
    /// A program is to be run, but the settings name none.
    case noProgram
    /// The address is not one of a server that such a feed can be read from.
    case address(WebSocketURLError)
    /// The request cannot be sent.
    case request(WebSocketRequestError)
    /// A server that is polled is to be known by the fingerprint of its certificate.
    case polledByFingerprint
}

extension RouteError: CustomStringConvertible {
    /// The text for people, without parts that may be secret.
    public var description: String {
        switch self {
        case .unknownType(let name): "there is no feed type \(name)"
        case .noProgram: "its settings name no program"
        case .address(let error): "its address \(error)"
        case .request(let error): "its request cannot be sent: \(error)"
        case .polledByFingerprint:
            "a server that is polled cannot be known by the `fingerprint` of its certificate"
        }
    }
}

extension RouteError {
    /// Checks the way to a feed before a station has it.
    package static func check(
        _ feed: Feed, _ dial: StationConfiguration.Dial, among types: [FeedType]
    ) throws(RouteError) {
        guard let type = types.first(where: { $0.name == feed.type })?.adapted(to: feed) else {
            throw .unknownType(feed.type)
        }
        if let program = type.program {
            guard program(feed)?.isEmpty == false else { throw .noProgram }
        } else {
            let address = try ServerURL.server(of: feed, type)
            try LinkScheme.of(address, type).check(feed, dial, type)
        }
    }
}

extension FeedType {
    /// The type of a feed, as its settings make it.
    package static func spoken(by feed: Feed) throws(RouteError) -> FeedType {
        guard let type = of(feed) else { throw .unknownType(feed.type) }
        return type
    }
}

extension WebSocketRequest {
    /// The request that opens a WebSocket.
    package static func upgrade(
        to url: String, by dial: StationConfiguration.Dial, offering subprotocols: [String]
    ) throws(RouteError) -> WebSocketRequest {
        let address: WebSocketURL
        do { address = try WebSocketURL(url) } catch { throw .address(error) }
        do {
            return try WebSocketRequest(
                url: address, fields: dial.headers, subprotocols: subprotocols)
        } catch {
            throw .request(error)
        }
    }
}

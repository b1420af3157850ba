package import Feeds
public import Protocols

/// The reason why a feed cannot be reached with its settings.
public enum RouteError: Error, Hashable, Sendable {
    /// There is no such feed type.
    case unknownType(String)
    /// A program is to be run, but the settings name none.
    case noProgram
    /// The address is not a WebSocket's.
    case address(WebSocketURLError)
    /// The upgrade request cannot be sent.
    case request(WebSocketRequestError)
}

extension RouteError: CustomStringConvertible {
    /// The text for people, without parts that may be secret.
    public var description: String {
        switch self {
        case .unknownType(let name): "there is no feed type \(name)"
        case .noProgram: "its settings name no program"
        case .address(let error): "its address \(error)"
        case .request(let error): "its request cannot be sent: \(error)"
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
            _ = try WebSocketURL.server(of: feed)
            _ = try WebSocketRequest.upgrade(
                to: FeedAddress.shown(feed.url), by: dial, offering: type.subprotocols)
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

extension WebSocketURL {
    /// The address that stands for those of all connections of a feed.
    package static func server(of feed: Feed) throws(RouteError) -> WebSocketURL {
        try parsed(FeedAddress.shown(feed.url))
    }

    fileprivate static func parsed(_ text: String) throws(RouteError) -> WebSocketURL {
        do {
            return try WebSocketURL(text)
        } catch {
            throw .address(error)
        }
    }
}

extension WebSocketRequest {
    /// The request that opens a WebSocket.
    package static func upgrade(
        to url: String, by dial: StationConfiguration.Dial, offering subprotocols: [String]
    ) throws(RouteError) -> WebSocketRequest {
        let url = try WebSocketURL.parsed(url)
        do {
            return try WebSocketRequest(url: url, fields: dial.headers, subprotocols: subprotocols)
        } catch {
            throw .request(error)
        }
    }
}

package import Feeds
import NowPlaying
package import Protocols
import Support

/// A kind of address of feeds: its schemes, the checks before it is dialled, and its wire.
///
/// A new one is a file with its wire and an entry of this type, a line in `all`, and in the shell
/// a transport with a line in `LinkOpener.all`.
package struct LinkScheme: Sendable {
    /// A setting of a feed that has no effect with such an address, and is refused.
    package struct Refusal: Sendable {
        /// The keys that lead to it.
        package let path: [String]
        /// The reason, to follow the setting's name.
        package let reason: String
        /// The remedy.
        package let remedy: String

        /// A setting that is to be removed.
        init(_ name: String, _ reason: String) {
            self.init(path: [name], reason: reason, remedy: "remove it")
        }

        init(path: [String], reason: String, remedy: String) {
            self.path = path
            self.reason = reason
            self.remedy = remedy
        }
    }

    /// The schemes of its addresses; none if it has no addresses.
    let schemes: [URLScheme]
    /// The settings that have no effect.
    package let refusals: [Refusal]
    /// Finds out if its wires can be made.
    let check: @Sendable (Feed, StationConfiguration.Dial, FeedType) throws(RouteError) -> Void
    /// Makes the wire of one connection.
    let makeWire: @Sendable (Route, Box<Limits>, inout SeededGenerator) -> any Wire

    /// All that have addresses.
    private static let all: [LinkScheme] = [
        WebSocketWire.scheme, PollWire.scheme, LineWire.scheme,
    ]

    /// The schemes that the addresses of a type of feed can have.
    package static func schemes(of type: FeedType) -> [URLScheme] {
        type.readsEveryScheme ? all.flatMap(\.schemes) : WebSocketURL.schemes
    }

    /// The kind of an address.
    package static func of(_ address: ServerURL) -> LinkScheme {
        all.first { $0.schemes.contains(address.scheme) } ?? WebSocketWire.scheme
    }
}

extension ServerURL {
    /// The address of a feed, checked.
    package static func parsed(
        _ text: String, for type: FeedType
    ) throws(WebSocketURLError) -> ServerURL {
        try ServerURL(text, among: LinkScheme.schemes(of: type))
    }

    /// The address that stands for those of all connections of a feed.
    static func server(of feed: Feed, _ type: FeedType) throws(RouteError) -> ServerURL {
        do {
            return try parsed(FeedAddress.shown(feed.url), for: type)
        } catch {
            throw .address(error)
        }
    }
}

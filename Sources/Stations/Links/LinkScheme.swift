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

        /// The fingerprint of a certificate, by which requests over HTTP know no server.
        ///
        /// - Parameter server: The server, as the reason names it.
        static func fingerprint(of server: String) -> Refusal {
            Refusal(
                path: ["tls", "fingerprint"],
                reason: "\(server) cannot be known by its certificate's fingerprint",
                remedy: "name the certificate's authority by `tls: { ca: FILE }`")
        }
    }

    /// The schemes of its addresses; none if it has no addresses.
    let schemes: [URLScheme]
    /// The use of addresses over HTTP; `nil` if they are not over HTTP.
    var httpUse: HTTPUse?
    /// The settings that have no effect.
    package let refusals: [Refusal]
    /// Finds out if its wires can be made.
    let check: @Sendable (Feed, StationConfiguration.Dial, FeedType) throws(RouteError) -> Void
    /// Makes the wire of one connection.
    let makeWire: @Sendable (Route, Box<Limits>, inout SeededGenerator) -> any Wire

    /// All that have addresses.
    private static let all: [LinkScheme] = [
        WebSocketWire.scheme, PollWire.scheme, ICYWire.scheme, EventWire.scheme, LineWire.scheme,
    ]

    /// The kinds of addresses that a type of feed can have.
    private static func kinds(for type: FeedType) -> [LinkScheme] {
        if type.httpUse != .polled { return all.filter { $0.httpUse == type.httpUse } }
        guard type.readsEveryScheme else { return [WebSocketWire.scheme] }
        return all.filter { ($0.httpUse ?? .polled) == .polled }
    }

    /// The schemes that the addresses of a type of feed can have.
    package static func schemes(of type: FeedType) -> [URLScheme] {
        kinds(for: type).flatMap(\.schemes)
    }

    /// The kind of an address of a feed of this type.
    package static func of(_ address: ServerURL, _ type: FeedType) -> LinkScheme {
        kinds(for: type).first { $0.schemes.contains(address.scheme) } ?? WebSocketWire.scheme
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

public import NowPlaying
public import Stations

/// A server all of whose stations are wanted, also those that it will have later.
public struct StationDiscovery: Equatable, Sendable {
    /// The usual pause between two requests, unless the config sets another.
    public static let usualPause = Interval.seconds(300)

    /// The kind of a server, which says how it lists its stations.
    public enum Kind: Equatable, Sendable {
        /// AzuraCast: each is known by its short code.
        case azuraCast
        /// Icecast: each is a stream, known by its path.
        case icecast
    }

    /// The kind of the server.
    public let kind: Kind
    /// The server's address, without a slash at its end.
    public let server: String
    /// The template of its stations; their ids and short codes are filled in.
    public let model: StationConfiguration
    /// The prefix of their ids.
    public var prefix = ""
    /// The pause between two requests.
    public var every = usualPause

    /// A server that is asked as often as usual.
    public init(
        _ kind: Kind = .azuraCast, server: String, model: StationConfiguration
    ) {
        self.kind = kind
        self.server = server
        self.model = model
    }

    /// The station with a name of the server's list; `nil` where that makes no id.
    public func station(named name: String) -> StationConfiguration? {
        switch kind {
        case .azuraCast:
            let id = prefix + name
            return id.isIdentifier ? model.discovered(as: id, shortcode: name) : nil
        case .icecast:
            let id = prefix + name.dropFirst().map { "/~".contains($0) ? "-" : String($0) }.joined()
            return id.isIdentifier ? model.discovered(as: id, at: server + name) : nil
        }
    }
}

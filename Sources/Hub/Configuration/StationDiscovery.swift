public import NowPlaying
public import Stations

/// A server all of whose stations are wanted, also those that it will have later.
public struct StationDiscovery: Equatable, Sendable {
    /// The usual pause between two requests, unless the config sets another.
    public static let usualPause = Interval.seconds(300)

    /// The server's address, without a slash at its end.
    public let server: String
    /// The template of its stations; their ids and short codes are filled in.
    public let model: StationConfiguration
    /// The prefix of their ids.
    public var prefix = ""
    /// The pause between two requests.
    public var every = usualPause

    /// A server that is asked as often as usual.
    public init(server: String, model: StationConfiguration) {
        self.server = server
        self.model = model
    }

    /// The station with a short code; `nil` where that is no id.
    public func station(named shortcode: String) -> StationConfiguration? {
        let id = prefix + shortcode
        return id.isIdentifier ? model.discovered(as: id, shortcode: shortcode) : nil
    }
}

public import NowPlaying
public import Stations

/// A server all of whose stations are wanted, also those that it will have later.
public struct StationDiscovery: Equatable, Sendable {
    /// How often it is asked unless the config says otherwise.
    public static let usualPause = Interval.seconds(300)

    /// The server's address, without a slash at its end.
    public let server: String
    /// What its stations are like; ids and short codes are made up.
    public let model: StationConfiguration
    /// What their ids begin with.
    public var prefix = ""
    /// How often it is asked.
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

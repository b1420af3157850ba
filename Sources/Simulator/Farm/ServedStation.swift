/// A station in the words of a config.
public struct ServedStation: Hashable, Sendable {
    /// A setting of the feed in a config.
    public struct Setting: Hashable, Sendable {
        /// The key.
        public var name: String
        /// The value, as JSON.
        public var json: String
    }

    /// The station's id.
    public var id: String
    /// Its name.
    public var name: String
    /// The type of feed that reads it.
    public var type: String
    /// The path at which it is read, behind host and port in the address.
    public var path: String
    /// The other settings that a config needs to read it.
    public var settings: [Setting]
}

extension ServedStation {
    /// A station of AzuraCast.
    init(_ station: SimulatedStation) {
        self.init(
            id: station.shortcode, name: station.name, type: "azuracast",
            path: AzuraCastServer.path,
            settings: [Setting(name: "shortcode", json: "\"\(station.shortcode)\"")])
    }
}

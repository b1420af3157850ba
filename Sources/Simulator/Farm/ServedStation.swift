/// A station as a config names it.
public struct ServedStation: Hashable, Sendable {
    /// One thing that a config says of the feed.
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
    /// Where it is read: what follows host and port in the address.
    public var path: String
    /// What else a config says to read it.
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

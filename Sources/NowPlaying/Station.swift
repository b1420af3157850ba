/// A station's standing facts.
public struct Station: Hashable, Sendable {
    /// A station's picture for light and for dark surroundings.
    public struct Logo: Hashable, Sendable {
        /// For light surroundings.
        public var light: String?
        /// For dark surroundings.
        public var dark: String?

        /// A logo with its variants.
        public init(light: String? = nil, dark: String? = nil) {
            self.light = light
            self.dark = dark
        }
    }

    /// The id that the config gives it.
    public var id: String
    /// The name to show.
    public var name: String
    /// The station's site.
    public var url: String?
    /// The station, in a sentence of its own.
    public var description: String?
    /// The station's picture.
    public var logo: Logo?
    /// Its streams, as far as the config has them.
    public var streams: [StationStream] = []

    /// A station of which only id and name are known.
    public init(id: String, name: String) {
        self.id = id
        self.name = name
    }
}

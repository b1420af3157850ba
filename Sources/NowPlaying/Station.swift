/// A station's standing facts.
public struct Station: Hashable, Sendable {
    /// A station's picture for light and for dark surroundings.
    public struct Logo: Hashable, Sendable {
        /// For light surroundings.
        public var light: String?
        /// For dark surroundings.
        public var dark: String?
        /// The facts that few stations tell: states are copied all the time, and one reference
        /// costs less than a member for each.
        private var facts: Box<Facts>?

        private struct Facts: Hashable {
            var square: String?
            var size: ArtworkSize?
        }

        /// A square variant, for surroundings of either style.
        public var square: String? {
            get { facts?.value.square }
            set { setFacts(Facts(square: newValue, size: size)) }
        }

        /// The size of the pictures for light and for dark surroundings.
        public var size: ArtworkSize? {
            get { facts?.value.size }
            set { setFacts(Facts(square: square, size: newValue)) }
        }

        private mutating func setFacts(_ facts: Facts) {
            self.facts = facts == Facts() ? nil : Box(facts)
        }

        /// A logo with its variants.
        public init(
            light: String? = nil, dark: String? = nil, square: String? = nil,
            size: ArtworkSize? = nil
        ) {
            self.light = light
            self.dark = dark
            if square != nil || size != nil { setFacts(Facts(square: square, size: size)) }
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

/// One of several streams of a station, such as a region's.
public struct StationStream: Hashable, Sendable {
    /// Unique within the station.
    public var id: String
    /// The name to show.
    public var name: String
    /// The address of its sound.
    public var url: String

    /// A stream with its parts.
    public init(id: String, name: String, url: String) {
        self.id = id
        self.name = name
        self.url = url
    }
}

/// A place on the Earth, in degrees (WGS 84).
public struct Location: Hashable, Sendable {
    /// Degrees north, −90 … 90.
    public var latitude: Double
    /// Degrees east, −180 … 180.
    public var longitude: Double

    /// A place by its coordinates.
    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }
}

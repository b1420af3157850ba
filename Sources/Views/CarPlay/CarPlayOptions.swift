public import NowPlaying

/// What a connected car asked of its document.
public struct CarPlayOptions: Hashable, Sendable {
    /// The part of the world that the car's map shows.
    public struct Region: Hashable, Sendable {
        /// Its middle.
        public var center: Location

        /// The region around a place.
        public init(center: Location) {
            self.center = center
        }
    }

    /// How the favourites are shown.
    public enum FavouritesForm: String, CaseIterable, Sendable {
        /// As rows, with what they play.
        case list
        /// As buttons, with logo and name.
        case grid
    }

    /// What the app is allowed to be.
    public var category: CarPlayCategory
    /// The language of the hub's own words.
    public var locale: Locale
    /// Light or dark surroundings, for logos.
    public var style: ContentStyle
    /// How much the car takes.
    public var limits: CarPlayLimits
    /// What its map shows, where it has one.
    public var region: Region?
    /// How it shows the favourites.
    public var favourites = FavouritesForm.list

    /// No list leads to more stations than this, its pages included.
    public var stationsShown: Int {
        let limits = limits.sensible
        let levels = limits.stationLevels(withStreams: false)
        let reach = limits.stationsWithinReach(levels: levels, shown: limits.listItems)
        return min(reach, CarPlayBuilder.stationsMax)
    }

    /// What a car gets that did not ask for anything.
    public init() {
        category = .audio
        locale = .english
        style = .dark
        limits = CarPlayLimits()
    }
}

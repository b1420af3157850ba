public import NowPlaying

/// The options that a connected car chose for its document.
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

    /// The form in which the favourites are shown.
    public enum FavouritesForm: String, CaseIterable, Sendable {
        /// As rows, with what they play.
        case list
        /// As buttons, with logo and name.
        case grid
    }

    /// The category of the app.
    public var category: CarPlayCategory
    /// The language of the hub's own words.
    public var locale: Locale
    /// Light or dark surroundings, for logos.
    public var style: ContentStyle
    /// The limits of the car.
    public var limits: CarPlayLimits
    /// The region that its map shows, where it has one.
    public var region: Region?
    /// The form in which it shows the favourites.
    public var favourites = FavouritesForm.list

    /// No list leads to more stations than this, its pages included.
    public var stationsShown: Int {
        let limits = limits.sensible
        let levels = limits.stationLevels(withStreams: false)
        let reach = limits.stationsWithinReach(levels: levels, shown: limits.listItems)
        return min(reach, CarPlayBuilder.stationsMax)
    }

    /// The default options.
    public init() {
        category = .audio
        locale = .english
        style = .dark
        limits = CarPlayLimits()
    }
}

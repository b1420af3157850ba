public import NowPlaying

/// The options of a subscriber's documents; documents with equal options are encoded once for all.
///
/// They are copied with each delivery; the options of cars alone are therefore one reference.
public struct DocumentOptions: Hashable, Sendable {
    /// The name of an option that a view can have.
    public enum Name: String, CaseIterable, Sendable {
        case category, locale, style, limits, region, favourites
    }

    /// The shape.
    public var view: View
    /// The number of played tracks that are included, newest first.
    public var historyCount: Int
    /// True if listener counts are included.
    public var includesListeners: Bool
    /// The language of the hub's own words.
    public var locale: Locale
    /// Light or dark surroundings, for pictures.
    public var style: ContentStyle
    /// The options of a car; `nil` for other views.
    public var carPlay: Box<CarPlayOptions>?

    /// Options with their values.
    public init(
        view: View, historyCount: Int = 0, includesListeners: Bool = false,
        locale: Locale = .english, style: ContentStyle = .dark,
        carPlay: CarPlayOptions? = nil
    ) {
        self.view = view
        self.historyCount = historyCount
        self.includesListeners = includesListeners
        self.locale = locale
        self.style = style
        self.carPlay = carPlay.map { Box($0) }
    }

    /// The changes that can alter a document made with these options.
    public var relevantChanges: StateParts { view.definition.parts(self) }

    /// Makes a document; `nil` where there is nothing to show.
    public func document(of snapshot: Snapshot, at now: Timestamp) -> (any ViewDocument)? {
        view.definition.render(snapshot, self, now)
    }
}

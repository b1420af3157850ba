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
        self.carPlay = carPlay.map { Box($0) } ?? (view == .carPlay ? Self.usualCar : nil)
    }

    /// Changes the options of a car; other views have none.
    mutating func changeCar(_ change: (inout CarPlayOptions) -> Void) {
        guard var car = carPlay?.value else { return }
        change(&car)
        carPlay = Box(car)
    }

    private static let usualCar = Box(CarPlayOptions())

    /// The changes that can alter a document made with these options.
    public var relevantChanges: StateParts { view.definition.parts(self) }

    /// The stations beside its subject that the documents show; `nil` for none.
    public var overview: StationOverview? { view.definition.overview?(self) }

    /// The alert about a failure, as the view shows it; `nil` if it shows none.
    public func alert(about failure: SessionFailure) -> SessionAlert? {
        view.definition.alert?(failure, self)
    }

    /// The options with which alerts are made for clients whose view shows none.
    public static let forAlerts = DocumentOptions(
        view: View.all.first { $0.definition.alert != nil } ?? .nowPlaying)

    /// The options without those of the client's surroundings, which do not keep one subscription
    /// from going on where another ended: a session's documents are then given whole.
    package var withoutSurroundings: DocumentOptions {
        var options = self
        options.carPlay = nil
        options.style = .dark
        return options
    }

    /// The changes of a station that can alter the documents of sessions beside its own.
    public static let changesOfOverviews = View.all
        .compactMap { DocumentOptions(view: $0).overview?.parts }
        .reduce(into: StateParts()) { $0.formUnion($1) }

    /// Makes a document; `nil` where there is nothing to show.
    public func document(of snapshot: Snapshot, at now: Timestamp) -> (any ViewDocument)? {
        view.definition.render(snapshot, self, now)
    }
}

/// Everything that a car shows of a session: the root, and every template that can be put on top
/// of it. The car alone knows where in them the driver is.
public struct CarPlayDocument: Hashable, Sendable {
    /// A template that can be the root or a tab.
    public enum Tab: Hashable, Sendable {
        case list(ListTemplate)
        case grid(GridTemplate)
        case pointOfInterest(PointOfInterestTemplate)
    }

    /// The tabs, below which everything lies.
    public struct TabBarTemplate: TemplatePart, Hashable, Sendable {
        /// Unique in the document; stays as long as the part does.
        public let id: String
        /// The properties that can change in place.
        public var properties = Properties()
        /// The tabs, by preference; more than one.
        public var templates: [Tab]
    }

    /// The template below all others.
    public enum Root: Hashable, Sendable {
        case tabBar(TabBarTemplate)
        case template(Tab)

        /// The tabs, or the one template.
        public var tabs: [Tab] {
            switch self {
            case .tabBar(let tabBar): tabBar.templates
            case .template(let template): [template]
            }
        }
    }

    /// The template below all others.
    public var root: Root
    /// The now-playing template; absent for categories that may not show it.
    public var nowPlaying: NowPlayingTemplate?
    /// The lists that rows and buttons put on top.
    public var lists: [ListTemplate]
    /// The alert about a request that failed.
    public var alert: AlertTemplate

    /// The list with this id, wherever it is.
    public func list(_ id: String) -> ListTemplate? {
        allLists.first { $0.id == id }
    }

    /// The lists among the tabs, then those that are put on top.
    public var allLists: [ListTemplate] {
        root.tabs.compactMap { tab in
            switch tab {
            case .list(let list): list
            case .grid, .pointOfInterest: nil
            }
        } + lists
    }

    /// The grid among the tabs.
    public var grid: GridTemplate? {
        for case .grid(let template) in root.tabs { return template }
        return nil
    }

    /// The map among the tabs.
    public var pointOfInterest: PointOfInterestTemplate? {
        for case .pointOfInterest(let template) in root.tabs { return template }
        return nil
    }
}

/// The ids of a document's templates.
public enum TemplateID {
    /// The tab bar.
    public static let tabs = "tabs"
    /// The list of stations.
    public static let stations = "stations"
    /// The list of favourites.
    public static let favourites = "favourites"
    /// The list of tracks that were played.
    public static let recent = "recent"
    /// The map of stations.
    public static let nearby = "nearby"
    /// The now-playing template.
    public static let nowPlaying = "nowPlaying"
    /// The list that *up next* opens.
    public static let rewind = "rewind"
    /// The list of past programmes, and of hours where there are none.
    public static let programmes = "programmes"
    /// The list that the album or the artist opens.
    public static let elements = "elements"
    /// The alert.
    public static let alert = "alert"

    /// The list of a station's streams.
    public static func streams(of station: String) -> String { "streams/" + station }

    /// The screen with the facts about a station.
    public static func information(on station: String) -> String { "information/" + station }

    /// The first page of the stations for which a list has no row.
    static func more(of list: String) -> String { list + "#more" }

    /// A list of past programmes and hours; the first is `programmes`.
    static func programmes(page: Int) -> String {
        page == 0 ? programmes : programmes + "#\(page)"
    }

    /// The list of tracks that were played in a past programme or an hour.
    public static func programme(_ id: String) -> String { "programme/" + id }
}

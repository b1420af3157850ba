import NowPlaying

/// Makes a car's document of a scene.
///
/// How many rows there are depends on counts alone, never on the length of a text: a longer title
/// must not make a list shorter, which would show the whole of it anew.
struct CarPlayBuilder {
    /// How many rows a document may have, so that ordinary ones stay below the longest record.
    struct Shares {
        /// Stations, favourites, and the streams of either.
        let stations: Int
        /// Each of the lists about the session's station.
        let list: Int
        /// The elements of past programmes, of all of them together.
        let programmes: Int

        /// The rows of a document, or one of so many equal parts of them.
        init(part: Int) {
            stations = max(CarPlayBuilder.listItemsMax / part, 1)
            list = max(24 / part, 1)
            programmes = max(100 / part, 1)
        }
    }

    /// The longest list of a document, in rows.
    static let listItemsMax = 140

    /// What can be a tab, in the order of preference.
    private enum TabKind {
        case stations, nearby, favourites, recent
    }

    let scene: ListeningScene
    let options: CarPlayOptions
    let limits: CarPlayLimits
    /// A whole multiple of the step in which documents see the time.
    let time: Timestamp
    let shares: Shares
    /// What can be sought to, and the rest.
    let timeline: SeekableTimeline

    init(scene: ListeningScene, options: CarPlayOptions, now: Timestamp, part: Int) {
        self.scene = scene
        self.options = options
        limits = options.limits.sensible
        time = CarPlayDocument.time(at: now)
        shares = Shares(part: part)
        timeline = SeekableTimeline(of: scene, at: time)
    }

    var locale: Locale { options.locale }

    func makeDocument() -> CarPlayDocument {
        let possible = tabKinds
        let shown = Array(possible.prefix(limits.tabs))
        let playing = nowPlayingTemplate()
        let hasListsOnTop = playing != nil && limits.templateDepth >= 3
        let choice = StationChoice(
            of: scene, withFavourites: shown.contains(.favourites), withButtons: hasListsOnTop,
            limits: limits, room: shares.stations)
        let tabs = shown.map { makeTab($0, of: choice) }
        let root: CarPlayDocument.Root =
            if tabs.count == 1 {
                .template(tabs[0])
            } else {
                .tabBar(tabBar(of: tabs, leftOut: possible.count - shown.count))
            }
        return CarPlayDocument(
            root: root, nowPlaying: playing,
            lists: choice.withStreams.map(streamList) + (hasListsOnTop ? rewindLists() : []),
            alert: AlertTemplate(
                of: scene.session.requests.compactMap(\.failure).last, in: locale))
    }

    private var tabKinds: [TabKind] {
        let hasMap =
            options.category.templates.contains(.pointOfInterest)
            && scene.stations.contains { $0.location != nil }
        return hasMap
            ? [.stations, .nearby, .favourites, .recent] : [.stations, .favourites, .recent]
    }

    private func makeTab(_ kind: TabKind, of choice: StationChoice) -> CarPlayDocument.Tab {
        switch kind {
        case .stations: .list(stationList(of: choice))
        case .nearby: .pointOfInterest(nearbyTemplate())
        case .favourites: .list(favouriteList(of: choice))
        case .recent: .list(recentList())
        }
    }

    private func tabBar(
        of tabs: [CarPlayDocument.Tab], leftOut: Int
    ) -> CarPlayDocument.TabBarTemplate {
        var tabBar = CarPlayDocument.TabBarTemplate(id: TemplateID.tabs, templates: tabs)
        tabBar.leftOut = leftOut
        return tabBar
    }

    /// The longest text, in bytes.
    static let textMax = 240
}

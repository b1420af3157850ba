import NowPlaying

/// Makes a car's document of a scene.
///
/// The number of rows depends on counts alone, never on the length of a text: a longer title must
/// not make a list shorter, since the car then draws the whole list anew.
struct CarPlayBuilder {
    /// The numbers of rows that a document may have, so that ordinary ones stay below the longest
    /// record.
    struct Shares {
        /// Stations, favourites, the streams of either, and the elements of programmes.
        let all: Int
        /// Stations, favourites, and the streams of either; stations on the map.
        let stations: Int
        /// Each of the lists about the session's station.
        let list: Int

        /// The rows of a document, or one of so many equal parts of them.
        init(part: Int) {
            all = max(340 / part, 1)
            stations = max(CarPlayBuilder.stationsMax / part, 1)
            list = max(24 / part, 1)
        }
    }

    /// The most stations of a document: about half of a record.
    static let stationsMax = 150

    /// The kinds of tab, in the order of preference.
    private enum TabKind {
        case stations, nearby, favourites, recent
    }

    let scene: SessionSnapshot
    let options: CarPlayOptions
    let limits: CarPlayLimits
    /// A whole multiple of the step in which documents see the time.
    let time: Timestamp
    let shares: Shares
    /// The past broadcast, with the part that can be sought to.
    let timeline: SeekableTimeline
    /// The station that is listened to.
    let ownStation: ListedStation?
    /// Its logo, which stands where a track has no picture.
    let ownPicture: ArtworkReference?
    /// The same station as it is heard.
    private let ownHeard: StationSnapshot?

    init(scene: SessionSnapshot, options: CarPlayOptions, now: Timestamp, part: Int) {
        self.scene = scene
        self.options = options
        limits = options.limits.sensible
        time = CarPlayDocument.time(at: now)
        shares = Shares(part: part)
        timeline = SeekableTimeline(of: scene, at: time)
        ownStation = scene.sessionStation
        ownPicture = ArtworkReference(
            logo: ownStation?.snapshot.nowPlaying.station.logo, in: options.style)
        ownHeard = ownStation.map { StationSnapshot(scene.heard(of: $0)) }
    }

    var locale: Locale { options.locale }

    /// Returns the state of a station; for the session's own, as the listener hears it.
    func heard(of station: ListedStation) -> StationSnapshot {
        guard let ownHeard, station.id == scene.session.station else { return station.snapshot }
        return ownHeard
    }

    func makeDocument() -> CarPlayDocument {
        let possible = tabKinds
        let shown = Array(possible.prefix(limits.tabs))
        let choice = StationChoice(
            of: scene, favouritesShown: shown.contains(.favourites) ? favouritesShown : 0,
            withButtons: hasListsOnTop, limits: limits, room: shares.stations)
        let tabs = shown.map { makeTab($0, of: choice) }
        let root: CarPlayDocument.Root =
            if tabs.count == 1 {
                .template(tabs[0])
            } else {
                .tabBar(tabBar(of: tabs, leftOut: possible.count - shown.count))
            }
        let stationLists = stationPages(of: choice) + choice.withStreams.map(streamList)
        // The rows of stations are longer than those of elements.
        let room = shares.all - choice.rowCount * 8 / 5
        let rewindLists = hasListsOnTop ? rewindLists(rows: room) : []
        var document = CarPlayDocument(
            root: root, nowPlaying: nowPlayingTemplate(over: rewindLists),
            lists: stationLists + rewindLists, alert: alertTemplate())
        if let station = playingStation { document.markPlaying(station) }
        return document
    }

    /// The alert about the last request that failed.
    private func alertTemplate() -> AlertTemplate {
        let request = scene.session.failed
        return AlertTemplate(
            of: request?.failure, retrying: request?.command, actionsMax: limits.alertActions,
            in: locale)
    }

    /// Now playing puts lists on top of itself.
    var hasListsOnTop: Bool {
        options.category.templates.contains(.nowPlaying) && limits.templateDepth >= 3
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
        case .favourites: favouritesTab(of: choice)
        case .recent: .list(recentList())
        }
    }

    /// The favourites are buttons of a grid: the car asked for that.
    private var hasGrid: Bool {
        options.favourites == .grid && options.category.templates.contains(.grid)
            && limits.gridButtons > 0
    }

    /// The number of favourites that their list, or their grid, has room for.
    var favouritesShown: Int {
        hasGrid ? min(limits.gridButtons, limits.listItems) : limits.listItems
    }

    /// A list if there are no favourites: a grid without buttons says nothing.
    private func favouritesTab(of choice: StationChoice) -> CarPlayDocument.Tab {
        let list = favouriteList(of: choice)
        guard hasGrid, !choice.favourites.isEmpty, let grid = GridTemplate(list) else {
            return .list(list)
        }
        return .grid(grid)
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

import NowPlaying

/// The stations that a document has room for, by preference.
struct StationChoice {
    /// The first ones in the listener's order, those on pages included.
    let listed: [ListedStation]
    /// The favourites, those on pages included.
    let favourites: [ListedStation]
    /// The stations whose streams have a list, each once.
    let withStreams: [ListedStation]
    /// The number of stations that did not fit.
    let leftOut: Int
    /// The number of favourites that did not fit.
    let favouritesLeftOut: Int
    /// The number of rows that they take.
    let rowCount: Int

    /// Chooses so many that their rows, and those of their streams, fit into `room`; at least one.
    /// Stations that need no page go before those that do.
    ///
    /// - Parameter favouritesShown: The number that their list, or grid, shows itself; 0 where
    ///   there is none.
    init(
        of scene: SessionSnapshot, favouritesShown: Int, withButtons: Bool,
        limits: CarPlayLimits, room: Int
    ) {
        var choice = Choosing(limits: limits, room: room)
        // A button of the now-playing template shows them.
        if withButtons, let station = scene.sessionStation { choice.addStreams(of: station) }
        let levels = limits.stationLevels(
            withStreams: scene.stations.contains(where: \.hasChoiceOfStreams))
        let ordered = scene.orderedStations.prefix(
            limits.stationsWithinReach(levels: levels, shown: limits.listItems))
        let all = favouritesShown > 0 ? scene.favouriteStations : []
        let reach = limits.stationsWithinReach(levels: levels, shown: favouritesShown)
        let first = choice.fitting(ordered.prefix(limits.listItems), atLeast: 1)
        favourites = choice.fitting(all.prefix(reach), atLeast: 1)
        let hasRoom = first.count == limits.listItems
        listed = first + (hasRoom ? choice.fitting(ordered.dropFirst(first.count)) : [])
        leftOut = scene.stations.count + scene.otherStations - listed.count
        favouritesLeftOut = all.count - favourites.count
        withStreams = choice.withStreams
        rowCount = room - choice.room
    }
}

/// The rows that are given out while stations are chosen.
private struct Choosing {
    let limits: CarPlayLimits
    var room: Int
    var withStreams: [ListedStation] = []

    mutating func fitting(
        _ stations: ArraySlice<ListedStation>, atLeast count: Int = 0
    ) -> [ListedStation] {
        var kept: [ListedStation] = []
        for station in stations {
            let cost = 1 + costOfStreams(of: station)
            guard cost <= room || kept.count < count else { break }
            room -= 1
            kept.append(station)
            addStreams(of: station)
        }
        return kept
    }

    mutating func addStreams(of station: ListedStation) {
        let cost = costOfStreams(of: station)
        guard cost > 0 else { return }
        room -= cost
        withStreams.append(station)
    }

    /// The rows of a list of its streams, which is there once where it is needed.
    private func costOfStreams(of station: ListedStation) -> Int {
        guard station.hasChoiceOfStreams, limits.templateDepth >= 2,
            !withStreams.contains(where: { $0.id == station.id })
        else { return 0 }
        return min(station.streams.count, limits.listItems)
    }
}

extension ListedStation {
    /// There is something to choose.
    var hasChoiceOfStreams: Bool { streams.count > 1 }
}

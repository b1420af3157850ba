import NowPlaying

/// Lists of stations and of their streams.
extension CarPlayBuilder {
    func stationList(of choice: StationChoice) -> ListTemplate {
        var list = ListTemplate(
            id: TemplateID.stations, title: locale[.stations],
            tab: ListTemplate.Tab(title: locale[.stations], image: "radio"),
            sections: [section(of: choice.listed, in: TemplateID.stations)],
            placeholder: placeholder(
                in: TemplateID.stations, .noStations, detail: .noStationsDetail),
            limits: limits, rows: .max)
        list.leftOut = choice.leftOut
        return list
    }

    func favouriteList(of choice: StationChoice) -> ListTemplate {
        var list = ListTemplate(
            id: TemplateID.favourites, title: locale[.favourites],
            tab: ListTemplate.Tab(
                title: locale[.favourites], image: "heart", systemItem: .favorites),
            sections: [section(of: choice.favourites, in: TemplateID.favourites)],
            placeholder: placeholder(
                in: TemplateID.favourites, .noFavourites, detail: .noFavouritesDetail),
            limits: limits, rows: .max)
        list.leftOut = choice.favouritesLeftOut
        if !choice.favourites.isEmpty { badge(&list, .favourites) }
        return list
    }

    /// Shows on a tab that something is new in it, and what the car sends once it is seen.
    func badge(_ tab: inout ListTemplate, _ list: SessionCommand.BadgedList) {
        guard scene.news.contains(list) else { return }
        tab[flag: .showsTabBadge] = true
        tab.action = .seen(list)
    }

    /// The pages of both lists.
    func stationPages(of choice: StationChoice) -> [ListTemplate] {
        pages(of: choice.listed, in: TemplateID.stations)
            + pages(of: choice.favourites, in: TemplateID.favourites)
    }

    /// The streams of a station; the one that was chosen is marked.
    func streamList(of station: ListedStation) -> ListTemplate {
        let id = TemplateID.streams(of: station.id)
        var known: Set<String> = []
        let rows = station.streams.filter { known.insert($0.id).inserted }.map { stream in
            ListTemplate.Row.item(row(of: stream, of: station, in: id))
        }
        return ListTemplate(
            id: id, title: locale[.streams],
            sections: [ListTemplate.Section(id: id + "#rows", rows: rows)],
            placeholder: placeholder(in: id, .noStations, detail: .noStationsDetail),
            limits: limits, rows: .max)
    }

    /// A row that says that there are no others.
    func placeholder(in list: String, _ text: Phrase, detail: Phrase) -> ListItem {
        var row = ListItem(id: list + "#none", text: locale[text], detailText: locale[detail])
        row.isEnabled = false
        return row
    }

    /// The station that a car draws as the one that plays: while it is paused, too.
    var playingStation: String? {
        scene.session.state.isHeld ? scene.session.station : nil
    }

    private func section(
        of stations: [ListedStation], in list: String
    ) -> ListTemplate.Section {
        ListTemplate.Section(
            id: list + "#rows", rows: rows(of: stations, in: list).map { .item($0) })
    }

    /// A station's row, in the list itself or on one of its pages.
    func row(of station: ListedStation, in list: String) -> ListItem {
        let heard = heard(of: station)
        let connection = heard.nowPlaying.connection.state
        var row = ListItem(
            id: list + "/" + station.id,
            text: heard.nowPlaying.station.name.shortened(to: Self.textMax),
            detailText: detailText(of: heard).shortened(to: Self.textMax))
        row.show(
            ArtworkReference(logo: heard.nowPlaying.station.logo, in: options.style), else: .station
        )
        // A listener can go back to the station that plays, whatever is known of it.
        let isEnabled = connection != .connecting || station.id == playingStation
        row.isEnabled = isEnabled
        if isEnabled {
            if connection.isUpToDate { row.twentieths = scene.twentieths(of: heard, at: time) }
            let isOpen = station.hasChoiceOfStreams && chosenStream(of: station) == nil
            row.accessory = isOpen ? .disclosureIndicator : nil
            row.action = .select(station: station.id)
        }
        row.isBusy = scene.reconnecting.contains(station.id)
        show(scene.session.requests, on: &row)
        return row
    }

    private func row(
        of stream: StationStream, of station: ListedStation, in list: String
    ) -> ListItem {
        let isChosen = chosenStream(of: station) == stream.id
        var row = ListItem(
            id: list + "/" + stream.id, text: stream.name.shortened(to: Self.textMax),
            detailText: locale[isChosen ? .chosen : .chooseStream])
        row.show(
            ArtworkReference(
                logo: station.snapshot.nowPlaying.station.logo, in: options.style),
            else: .stream)
        row.accessory = isChosen ? .checkmark : nil
        row.action = .select(station: station.id, stream: stream.id)
        show(scene.session.requests, on: &row)
        return row
    }

    private func chosenStream(of station: ListedStation) -> String? {
        let isHere = station.id == scene.session.station
        return (isHere ? scene.session.stream : nil) ?? scene.chosenStreams[station.id]
    }

    /// A row whose command was asked for is busy until it is done, then says why it was not.
    func show(_ requests: [ListeningSession.Request], on row: inout ListItem) {
        guard !requests.isEmpty, let action = row.action,
            let request = requests.last(where: { $0.command.isShown(by: action) })
        else { return }
        if let failure = request.failure {
            row.isBusy = false
            row.detailText = locale.words(for: failure)
        } else {
            row.isBusy = true
        }
    }
}

/// The description of a station's state.
extension CarPlayBuilder {
    /// Never empty: rows without it are lower, and look broken. A feed that does not work reports
    /// nothing of the sound: the last known text stays, marked.
    func detailText(of heard: StationSnapshot) -> String {
        if !scene.reconnecting.isEmpty, scene.reconnecting.contains(heard.nowPlaying.station.id) {
            return locale[.connecting]
        }
        return switch heard.nowPlaying.connection.state {
        case .connecting: locale[.connecting]
        case .failing where !heard.hasContent: locale[.failing]
        case .stopped where !heard.hasContent: locale[.stopped]
        case .stale, .failing, .stopped: content(of: heard) + " (" + locale[.stale] + ")"
        case .live: content(of: heard)
        }
    }

    private func content(of heard: StationSnapshot) -> String {
        if heard.nowPlaying.online == false { return locale[.offAir] }
        if let programme = heard.nowPlaying.programme {
            return programme.line(aheadBy: scene.offsetFromUTC)
        }
        return heard.nowPlaying.track?.artistAndTitle ?? heard.nowPlaying.station.description
            ?? locale[.liveRadio]
    }
}

extension StationSnapshot {
    /// Something is known of what it plays.
    fileprivate var hasContent: Bool {
        nowPlaying.online == false || nowPlaying.programme != nil || nowPlaying.track != nil
    }
}

extension StationConnection.State {
    /// True if the shown state moves on with the station.
    fileprivate var isUpToDate: Bool { self == .live || self == .stale }
}

extension SessionCommand {
    /// True if a row with this action is the one that was tapped, or may be: the row of a station
    /// is, whichever of its streams was requested.
    fileprivate func isShown(by action: SessionCommand) -> Bool {
        if case .select(let asked, _) = self, case .select(let station, nil) = action {
            return asked == station
        }
        return self == action
    }
}

extension CarPlayDocument {
    /// Marks the row of the station that plays. Cars draw one such mark, so that it is the first
    /// row in the list of stations, among the favourites, or on one of their pages.
    mutating func markPlaying(_ station: String) {
        let rows = [TemplateID.stations, TemplateID.favourites].map { $0 + "/" + station }
        if root.markFirst(of: rows) { return }
        _ = lists.indices.first { lists[$0].markFirst(of: rows) }
    }
}

extension CarPlayDocument.Root {
    /// Marks the first row that has one of these ids as the one that plays.
    ///
    /// - Returns: True if there is one.
    fileprivate mutating func markFirst(of ids: [String]) -> Bool {
        switch self {
        case .template(var template):
            guard template.markFirst(of: ids) else { return false }
            self = .template(template)
        case .tabBar(var tabBar):
            guard
                tabBar.templates.indices.contains(where: { tabBar.templates[$0].markFirst(of: ids) }
                )
            else { return false }
            self = .tabBar(tabBar)
        }
        return true
    }
}

extension CarPlayDocument.Tab {
    /// Marks a row of a list: a button of a grid has the id of a row, and no mark.
    fileprivate mutating func markFirst(of ids: [String]) -> Bool {
        guard case .list(var list) = self, list.markFirst(of: ids) else { return false }
        self = .list(list)
        return true
    }
}

extension ListTemplate {
    fileprivate mutating func markFirst(of ids: [String]) -> Bool {
        for section in sections.indices {
            for row in sections[section].rows.indices {
                guard case .item(var item) = sections[section].rows[row], ids.contains(item.id)
                else { continue }
                item.properties.markAsPlaying()
                sections[section].rows[row] = .item(item)
                return true
            }
        }
        return false
    }
}

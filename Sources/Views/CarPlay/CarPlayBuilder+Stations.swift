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
        list[flag: .showsTabBadge] =
            scene.news.contains(.favourites) && !choice.favourites.isEmpty
        return list
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
        let heard = scene.heard(of: station)
        var row = ListItem(
            id: list + "/" + station.id,
            text: heard.station.name.shortened(to: Self.textMax),
            detailText: detailText(of: heard).shortened(to: Self.textMax))
        row.image = ArtworkReference(logo: heard.station.logo, in: options.style)
        // What plays can be gone back to, whatever is known of it.
        row.isEnabled = heard.connection.state != .connecting || station.id == playingStation
        if row.isEnabled {
            row.action = .select(station: station.id)
            if heard.connection.state.isUpToDate {
                row.twentieths = scene.twentieths(of: heard, at: time)
            }
            let isOpen = station.hasChoiceOfStreams && chosenStream(of: station) == nil
            row.accessory = isOpen ? .disclosureIndicator : nil
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
        row.image = ArtworkReference(logo: station.nowPlaying.station.logo, in: options.style)
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
        guard let action = row.action,
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

/// What a station says of itself.
extension CarPlayBuilder {
    /// Never empty: rows without it are lower, and look broken. A feed that does not work says
    /// nothing of the sound: what was heard last stays, marked.
    func detailText(of heard: NowPlaying) -> String {
        guard !scene.reconnecting.contains(heard.station.id) else { return locale[.connecting] }
        return switch heard.connection.state {
        case .connecting: locale[.connecting]
        case .failing where !heard.hasContent: locale[.failing]
        case .stopped where !heard.hasContent: locale[.stopped]
        case .stale, .failing, .stopped: content(of: heard) + " (" + locale[.stale] + ")"
        case .live: content(of: heard)
        }
    }

    private func content(of heard: NowPlaying) -> String {
        if heard.online == false { return locale[.offAir] }
        if let programme = heard.programme {
            return programme.line(aheadBy: scene.offsetFromUTC)
        }
        if let track = heard.track {
            return [track.artist, track.title].compactMap(\.self).joined(separator: " – ")
        }
        return heard.station.description ?? locale[.liveRadio]
    }
}

extension NowPlaying {
    /// Something is known of what it plays.
    fileprivate var hasContent: Bool { online == false || programme != nil || track != nil }
}

extension StationConnection.State {
    /// What is shown moves on with the station.
    fileprivate var isUpToDate: Bool { self == .live || self == .stale }
}

extension SessionCommand {
    /// Whether a row with this action is the one that was tapped, or might have been: that of a
    /// station is, whichever of its streams was asked for.
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
        var isMarked = false
        forEachPart { id, properties in
            // A button of a grid has the id of a row, and no mark.
            guard !isMarked, rows.contains(id), properties[.text] != nil else { return }
            properties.markAsPlaying()
            isMarked = true
        }
    }
}

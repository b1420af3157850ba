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
        guard let playing = playingStation else { return list }
        list.markPlaying(TemplateID.stations + "/" + playing)
        return list
    }

    /// The row of the station that plays is marked here only where the list of stations does not
    /// show it: cars draw one such mark.
    func favouriteList(of choice: StationChoice) -> ListTemplate {
        var list = ListTemplate(
            id: TemplateID.favourites, title: locale[.favourites],
            tab: ListTemplate.Tab(title: locale[.favourites], image: "heart"),
            sections: [section(of: choice.favourites, in: TemplateID.favourites)],
            placeholder: placeholder(
                in: TemplateID.favourites, .noFavourites, detail: .noFavouritesDetail),
            limits: limits, rows: .max)
        list.leftOut = choice.favouritesLeftOut
        list[flag: .showsTabBadge] = scene.news.contains(.favourites)
        if let playing = playingStation, !choice.listed.contains(where: { $0.id == playing }) {
            list.markPlaying(TemplateID.favourites + "/" + playing)
        }
        return list
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
    private var playingStation: String? {
        scene.session.state.isHeld ? scene.session.station : nil
    }

    private func section(
        of stations: [ListedStation], in list: String
    ) -> ListTemplate.Section {
        ListTemplate.Section(
            id: list + "#rows", rows: stations.map { .item(row(of: $0, in: list)) })
    }

    private func row(of station: ListedStation, in list: String) -> ListItem {
        let heard = scene.heard(of: station)
        var row = ListItem(
            id: list + "/" + station.id,
            text: heard.station.name.shortened(to: Self.textMax),
            detailText: detailText(of: heard).shortened(to: Self.textMax))
        row.image = Artwork(logo: heard.station.logo, in: options.style)
        row.isEnabled = heard.connection.state != .connecting
        row.action = row.isEnabled ? tapAction(on: heard) : nil
        if row.action == .select(station: station.id) {
            row.twentieths = scene.twentieths(of: heard, at: time)
            let isOpen = station.hasChoiceOfStreams && chosenStream(of: station) == nil
            row.accessory = isOpen ? .disclosureIndicator : nil
        }
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
        row.image = Artwork(logo: station.nowPlaying.station.logo, in: options.style)
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
            row.detailText = words(for: failure)
        } else {
            row.isBusy = true
        }
    }
}

/// What a station says of itself.
extension CarPlayBuilder {
    /// Tapping a station listens to it; one whose feed does not work is tried again.
    func tapAction(on heard: NowPlaying) -> SessionCommand {
        switch heard.connection.state {
        case .failing, .stopped: .reconnect(station: heard.station.id)
        case .connecting, .live, .stale: .select(station: heard.station.id)
        }
    }

    /// Never empty: rows without it are lower, and look broken.
    func detailText(of heard: NowPlaying) -> String {
        switch heard.connection.state {
        case .connecting: locale[.connecting]
        case .failing: locale[.failing]
        case .stopped: locale[.stopped]
        case .stale: content(of: heard) + " (" + locale[.stale] + ")"
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

extension ListTemplate {
    fileprivate mutating func markPlaying(_ id: String) {
        for section in sections.indices {
            for (place, row) in sections[section].rows.enumerated() {
                guard case .item(var item) = row, item.id == id else { continue }
                item.isPlaying = true
                sections[section].rows[place] = .item(item)
            }
        }
    }
}

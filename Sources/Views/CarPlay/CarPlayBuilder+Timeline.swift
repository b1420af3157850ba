import NowPlaying

/// Lists of what the session's station has broadcast.
extension CarPlayBuilder {
    /// What was played, newest first; what is on air is not among it.
    func recentList() -> ListTemplate {
        let id = TemplateID.recent
        let onAir = scene.timeline.current
        let seekable = Set(timeline.elements.map(\.id))
        let rows = timeline.all.filter { $0.id != onAir }.map { element in
            row(of: element, in: id, isEnabled: seekable.contains(element.id))
        }
        var list = makeList(
            id, title: .recent, tab: ListTemplate.Tab(title: locale[.recent], image: "clock"),
            [ListTemplate.Section(id: id + "#rows", rows: rows)], none: .nothingPlayed,
            detail: .nothingPlayedDetail)
        list[flag: .showsTabBadge] = scene.news.contains(.recent)
        return list
    }

    /// The lists that the now-playing template puts on top of itself, and those above them.
    func rewindLists() -> [ListTemplate] {
        var lists = [rewindList(), elementList()]
        guard limits.templateDepth >= 4, !timeline.past.isEmpty else { return lists }
        lists.append(programmeList())
        return lists + programmeElementLists()
    }

    /// Up next: the past programmes, then what is on air with what came before it.
    private func rewindList() -> ListTemplate {
        let id = TemplateID.rewind
        var sections: [ListTemplate.Section] = []
        if !timeline.past.isEmpty {
            sections.append(
                ListTemplate.Section(
                    id: id + "#programmes", rows: [.imageRow(programmeRow(in: id))]))
        }
        let header = timeline.onAir == nil ? Phrase.playedBefore : .onAirNow
        let rows = timeline.elements(of: timeline.onAir).map { row(of: $0, in: id) }
        sections.append(
            ListTemplate.Section(id: id + "#elements", header: locale[header], rows: rows))
        return makeList(
            id, title: .rewind, sections, none: .nothingToRewind,
            detail: .nothingToRewindDetail)
    }

    /// The elements of the programme that is heard.
    private func elementList() -> ListTemplate {
        let id = TemplateID.elements
        let rows = timeline.elements(of: scene.programme).map { row(of: $0, in: id) }
        return makeList(
            id, title: .elements, [ListTemplate.Section(id: id + "#rows", rows: rows)],
            none: .nothingToRewind, detail: .nothingToRewindDetail)
    }

    /// All past programmes, as rows.
    private func programmeList() -> ListTemplate {
        let id = TemplateID.programmes
        let rows = timeline.past.map { past in
            var row = ListItem(
                id: id + "/" + past.id, text: past.programme.title.shortened(to: Self.textMax),
                detailText: line(of: past))
            row.image = picture(of: past)
            if isOpenable(past, atDepth: 5) {
                row.push = TemplateID.programme(past.id)
                row.accessory = .disclosureIndicator
            } else {
                row.action = .seekToElement(past.id)
                show(scene.session.requests, on: &row)
            }
            return ListTemplate.Row.item(row)
        }
        return makeList(
            id, title: .programmes, [ListTemplate.Section(id: id + "#rows", rows: rows)],
            none: .nothingToRewind, detail: .nothingToRewindDetail)
    }

    /// Past programmes as pictures; the title opens the list of all.
    private func programmeRow(in list: String) -> ListImageRowItem {
        let id = list + "#programmes"
        let elements = timeline.past.prefix(imagesMax).map { past in
            var element = ListImageRowItem.Element(
                id: id + "/" + past.id, title: past.programme.title.shortened(to: Self.textMax))
            element.image = picture(of: past)
            if isOpenable(past, atDepth: 4) {
                element.push = TemplateID.programme(past.id)
            } else {
                element.action = .seekToElement(past.id)
            }
            return element
        }
        var row = ListImageRowItem(id: id + "/row", elements: elements)
        row.text = locale[.programmes]
        row.push = limits.templateDepth >= 4 ? TemplateID.programmes : nil
        row.leftOut = timeline.past.count - elements.count
        return row
    }

    /// The elements of each past programme that is shown, as far as there is room for them.
    private func programmeElementLists() -> [ListTemplate] {
        var room = shares.programmes
        return timeline.past.filter { isOpenable($0, atDepth: 4) }.map { past in
            let list = list(of: past, rows: room)
            room -= list.rowCount
            return list
        }
    }

    /// The elements of a past programme in their order; the first row starts it.
    private func list(of past: AiredProgramme, rows room: Int) -> ListTemplate {
        let id = TemplateID.programme(past.id)
        let from = [locale[.fromTheBeginning], past.programme.interval(aheadBy: offset)]
        var start = ListItem(
            id: id + "#start", text: past.programme.title.shortened(to: Self.textMax),
            detailText: from.compactMap(\.self).joined(separator: " · "))
        start.image = picture(of: past)
        start.action = .seekToElement(past.id)
        show(scene.session.requests, on: &start)
        let rows = timeline.elements(of: past).reversed().map { row(of: $0, in: id) }
        return ListTemplate(
            id: id, title: locale[.elements],
            sections: [ListTemplate.Section(id: id + "#rows", rows: [.item(start)] + rows)],
            placeholder: start, limits: limits, rows: room)
    }

    private func row(
        of element: TimelineElement, in list: String, isEnabled: Bool = true
    ) -> ListTemplate.Row {
        let track = element.track
        let parts = [element.startedAt?.clock(aheadBy: offset), track.artist]
        let detail = parts.compactMap(\.self).joined(separator: " · ")
        let station = scene.sessionStation?.nowPlaying.station
        var row = ListItem(
            id: list + "/" + element.id, text: track.title.shortened(to: Self.textMax),
            detailText: (detail.isEmpty ? station?.name ?? locale[.liveRadio] : detail)
                .shortened(to: Self.textMax))
        row.image =
            Artwork(url: track.artworkURL, size: track.artworkSize)
            ?? Artwork(logo: station?.logo, in: options.style)
        row.isEnabled = isEnabled
        row.action = isEnabled ? .seekToElement(element.id) : nil
        show(scene.session.requests, on: &row)
        return .item(row)
    }

    private var offset: Interval { scene.offsetFromUTC }

    private func line(of past: AiredProgramme) -> String {
        past.programme.line(aheadBy: offset).shortened(to: Self.textMax)
    }

    private func picture(of past: AiredProgramme) -> Artwork? {
        let logo = scene.sessionStation?.nowPlaying.station.logo
        return Artwork(url: past.programme.artworkURL) ?? Artwork(logo: logo, in: options.style)
    }

    /// Whether there is a list of its elements, and it may lie so deep.
    private func isOpenable(_ past: AiredProgramme, atDepth depth: Int) -> Bool {
        guard limits.templateDepth >= depth else { return false }
        let listed = limits.templateDepth >= 5 ? min(limits.listItems, shares.list) : 0
        return timeline.past.prefix(max(listed, imagesMax)).contains { $0.id == past.id }
    }

    private var imagesMax: Int { min(limits.rowImages, shares.list) }

    private func makeList(
        _ id: String, title: Phrase, tab: ListTemplate.Tab? = nil,
        _ sections: [ListTemplate.Section], none: Phrase, detail: Phrase
    ) -> ListTemplate {
        ListTemplate(
            id: id, title: locale[title], tab: tab, sections: sections,
            placeholder: placeholder(in: id, none, detail: detail), limits: limits,
            rows: shares.list)
    }
}

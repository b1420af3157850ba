import NowPlaying

/// Lists of the past broadcast of the session's station.
extension CarPlayBuilder {
    /// The tracks that were played, newest first, without the one on air.
    func recentList() -> ListTemplate {
        let id = TemplateID.recent
        let onAir = scene.timeline.current
        let played = timeline.all.filter { $0.id != onAir }
        let hasMore = hasListsOnTop && rewindRows > 1 && played.count > rewindRows
        let rows = played.prefix(hasMore ? rewindRows - 1 : rewindRows).map { element in
            row(of: element, in: id, isEnabled: timeline.canSeek(to: element))
        }
        var list = makeList(
            id, title: .recent,
            tab: ListTemplate.Tab(
                title: locale[.recent], image: "clock", systemItem: .recents),
            [ListTemplate.Section(id: id + "#rows", rows: rows + (hasMore ? [rewindRow()] : []))],
            rowsBesides: hasMore ? 0 : played.count - rows.count, none: .nothingPlayed,
            detail: .nothingPlayedDetail)
        badge(&list, .recent)
        return list
    }

    /// Leads to what was played before.
    private func rewindRow() -> ListTemplate.Row {
        var row = ListItem(
            id: TemplateID.recent + "#more", text: locale[.rewind], detailText: locale[.hours])
        row.show(nil, else: .list)
        row.push = TemplateID.rewind
        row.accessory = .disclosureIndicator
        return .item(row)
    }

    /// The lists that the now-playing template puts on top of itself, and those above them.
    ///
    /// - Parameter rows: The number of rows that the lists of chapters may have together.
    func rewindLists(rows room: Int) -> [ListTemplate] {
        let chapters = Chapters(
            of: timeline, onAir: scene.timeline.current, aheadBy: offset, limits: limits,
            rows: rewindRows, taken: announced == nil ? 0 : 1)
        let lists = [rewindList(chapters), elementList()]
        guard limits.templateDepth >= 4, !chapters.pages.isEmpty else { return lists }
        return lists + chapterLists(chapters) + elementLists(of: chapters, rows: room)
    }

    private var rewindRows: Int { min(limits.listItems, shares.list) }

    /// The track that was announced as the next, where the listener hears the one before it. Cars
    /// that show few rows need them for what can be sought to.
    private var announced: UpcomingTrack? {
        guard timeline.heard == scene.timeline.current, limits.listSections > 2, rewindRows > 3,
            let station = ownStation
        else { return nil }
        return heard(of: station).nowPlaying.next
    }

    /// The announced track; its row stays when another is announced.
    private func nextSection(in list: String) -> ListTemplate.Section? {
        guard let next = announced else { return nil }
        var row = ListItem(
            id: list + "#next/row", text: next.title.shortened(to: Self.textMax),
            detailText: line(next.startsAt, next.artist).shortened(to: Self.textMax))
        row.show(ArtworkReference(url: next.details.artworkURL) ?? ownPicture, else: .track)
        row.isEnabled = false
        return ListTemplate.Section(id: list + "#next", header: locale[.next], rows: [.item(row)])
    }

    /// Up next: the announced track, the chapters, then what is on air with what came before it.
    private func rewindList(_ chapters: Chapters) -> ListTemplate {
        let id = TemplateID.rewind
        var sections = [nextSection(in: id)].compactMap(\.self)
        if !chapters.pages.isEmpty {
            let rows = chapterRows(chapters, in: id) + pageRows(chapters, in: id)
            sections.append(ListTemplate.Section(id: id + "#programmes", rows: rows))
        }
        let header = timeline.onAir.map { locale[.onAirNow] + " · " + title(of: $0) }
        let rows = chapters.besides.map { row(of: $0, in: id) }
        sections.append(
            ListTemplate.Section(
                id: id + "#elements", header: header ?? locale[.playedBefore], rows: rows))
        var list = makeList(
            id, title: .rewind, sections, none: .nothingToRewind,
            detail: .nothingToRewindDetail)
        // Four deep, what a chapter has is reached by its picture.
        let hasNoWay = imagesMax == 0 && limits.templateDepth < 5
        list.leftOut =
            hasNoWay
            ? timeline.elements.count - chapters.besides.count : chapters.elementsLeftOut
        return list
    }

    /// The elements of the programme that is heard.
    private func elementList() -> ListTemplate {
        let id = TemplateID.elements
        let elements = timeline.elements(heardIn: scene.programme, with: timeline.heard)
        let rows = elements.prefix(rewindRows).map { row(of: $0, in: id) }
        return makeList(
            id, title: .elements,
            [
                ListTemplate.Section(
                    id: id + "#rows", header: scene.programme.map(title), rows: rows)
            ],
            rowsBesides: elements.count - rows.count, none: .nothingToRewind,
            detail: .nothingToRewindDetail)
    }

    func row(
        of element: TimelineElement, in list: String, isEnabled: Bool = true
    ) -> ListTemplate.Row {
        let track = element.track
        var row = ListItem(
            id: list + "/" + element.id, text: track.title.shortened(to: Self.textMax),
            detailText: line(element.startedAt, track.artist).shortened(to: Self.textMax))
        row.show(
            ArtworkReference(url: track.details.artworkURL, size: track.artworkSize)
                ?? ownPicture, else: .track)
        row.isEnabled = isEnabled
        row.action = isEnabled ? .seekToElement(element.id) : nil
        // Among the tabs the one mark is the station's.
        if element.id == heardElement, list != TemplateID.recent { row.properties.markAsPlaying() }
        show(scene.session.requests, on: &row)
        return .item(row)
    }

    /// The time at which it began, and its artist; else the name of the station.
    private func line(_ start: Timestamp?, _ artist: String?) -> String {
        guard let start = start?.clock(aheadBy: offset) else {
            return artist ?? ownStation?.snapshot.nowPlaying.station.name ?? locale[.liveRadio]
        }
        // Documents have hundreds of these lines: a list of their parts costs too much.
        return artist.map { "\(start) · \($0)" } ?? start
    }

    /// The id of the element that is heard, also while it is paused.
    private var heardElement: String? {
        scene.session.state.isHeld ? timeline.heard : nil
    }

    private func title(of aired: AiredProgramme) -> String {
        aired.programme.title.shortened(to: Self.textMax)
    }

    var offset: Interval { scene.offsetFromUTC }

    func makeList(
        _ id: String, title: Phrase, tab: ListTemplate.Tab? = nil,
        _ sections: [ListTemplate.Section], rowsBesides: Int = 0, none: Phrase, detail: Phrase
    ) -> ListTemplate {
        ListTemplate(
            id: id, title: locale[title], tab: tab, sections: sections,
            placeholder: placeholder(in: id, none, detail: detail), limits: limits,
            rows: shares.list, rowsBesides: rowsBesides)
    }
}

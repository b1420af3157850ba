internal import JSON

/// Reads the hub's `carPlay` document. What is not known is ignored, what is not there is what the
/// document's schema says of it.
extension CarDocument {
    /// `nil` for what is no such document.
    init?(document: JSONValue) {
        guard let root = document["root"] else { return nil }
        let templates = root["templates"].map { Array($0.elements) } ?? [root]
        tabs = templates.compactMap(CarTemplate.init)
        guard !tabs.isEmpty else { return nil }
        tabsLeftOut = root["templates"] == nil ? 0 : root.leftOut
        lists = document["lists"]?.elements.compactMap(CarTemplate.init) ?? []
        alertTitles = document["alert"]?["titleVariants"]?.elements.compactMap(\.shown) ?? []
        nowPlaying = document["nowPlaying"].map { CarNowPlaying($0, titled: titles(in: $0)) }
    }

    /// The words on the two buttons that open lists: one has its own, the other its list's.
    private func titles(in nowPlaying: JSONValue) -> CarNowPlaying.Titles {
        let albumArtist = nowPlaying["albumArtist"]?.string
        return CarNowPlaying.Titles(
            upNext: nowPlaying["upNextTitle"]?.shown,
            albumArtist: albumArtist.flatMap(template)?.title)
    }
}

extension CarTemplate {
    fileprivate init?(_ value: JSONValue) {
        guard let id = value["id"]?.string else { return nil }
        let title = value["title"]?.shown ?? id
        self.init(id: id, title: title, tabTitle: value["tabTitle"]?.shown ?? title)
        hasBadge = value["showsTabBadge"]?.bool ?? false
        leftOut = value.leftOut
        if let places = value["pointsOfInterest"] {
            sections = [CarSection(places: places, chosen: value["selectedIndex"]?.int)]
        } else {
            sections = value["sections"]?.elements.map(CarSection.init) ?? []
        }
    }
}

extension CarSection {
    fileprivate init(_ value: JSONValue) {
        header = value["header"]?.shown
        rows = value["items"]?.elements.flatMap(CarRow.rows) ?? []
    }

    fileprivate init(places: JSONValue, chosen: Int?) {
        rows = places.elements.compactMap { CarRow(place: $0) }
        guard let chosen, rows.indices.contains(chosen) else { return }
        rows[chosen].accessory = .checkmark
    }
}

extension CarRow {
    /// A row; one of pictures is followed by its pictures.
    fileprivate static func rows(_ value: JSONValue) -> [CarRow] {
        guard let row = CarRow(value) else { return [] }
        let pictures = value["elements"]?.elements.compactMap { CarRow($0) } ?? []
        return [row]
            + pictures.map { picture in
                var picture = picture
                picture.isPicture = true
                return picture
            }
    }

    private init?(_ value: JSONValue) {
        guard let id = value["id"]?.string else { return nil }
        self.init(id: id, text: value["text"]?.shown ?? value["title"]?.shown ?? "")
        detail = value["detailText"]?.shown ?? ""
        isPlaying = value["isPlaying"]?.bool ?? false
        isEnabled = value["isEnabled"]?.bool ?? true
        isBusy = value["busy"]?.bool ?? false
        progress = value["playbackProgress"]?.double.map { min(max($0, 0), 1) }
        accessory = value["accessory"]?.string.flatMap(Accessory.init)
        leftOut = value.leftOut
        tap = CarTap(of: value)
    }

    fileprivate init?(place: JSONValue) {
        self.init(place)
        let texts = [place["subtitle"]?.shown, place["summary"]?.shown]
        detail = texts.compactMap(\.self).joined(separator: " · ")
    }
}

extension CarNowPlaying {
    /// What is written on the buttons that open lists.
    fileprivate struct Titles {
        let upNext: String?
        let albumArtist: String?
    }

    fileprivate init(_ value: JSONValue, titled titles: Titles) {
        buttons = value["buttons"]?.elements.compactMap(CarButton.init) ?? []
        leftOut = value.leftOut
        if value["isUpNextButtonEnabled"]?.bool == true, let list = value["upNext"]?.string {
            buttons.append(CarButton(opening: list, titled: titles.upNext))
        }
        if value["isAlbumArtistButtonEnabled"]?.bool == true,
            let list = value["albumArtist"]?.string
        {
            buttons.append(CarButton(opening: list, titled: titles.albumArtist))
        }
    }
}

extension CarButton {
    fileprivate init?(_ value: JSONValue) {
        guard let id = value["id"]?.string else { return nil }
        self.init(id: id, title: value["title"]?.shown ?? id)
        isSelected = value["isSelected"]?.bool ?? false
        tap = CarTap(of: value)
    }

    fileprivate init(opening list: String, titled title: String?) {
        self.init(id: "push/" + list, title: (title ?? list) + " ›", tap: .push(list))
    }
}

extension CarTap {
    /// `nil` for a part that does nothing when it is tapped.
    init?(of part: JSONValue) {
        if let list = part["push"]?.string {
            self = .push(list)
        } else if let action = part["action"], action["action"]?.isString == true {
            var writer = JSONWriter()
            writer.value(action)
            self = .command(writer.bytes)
        } else {
            return nil
        }
    }
}

extension JSONValue {
    /// A text that can go to a terminal.
    fileprivate var shown: String? { string?.cleanedForTerminal }

    fileprivate var leftOut: Int { max(0, self["leftOut"]?.int ?? 0) }
}

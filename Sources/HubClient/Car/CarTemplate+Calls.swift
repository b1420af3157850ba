extension CarTemplate {
    /// True if the same object of CarPlay shows it: its words cannot be changed later.
    func isSameTemplate(as other: CarTemplate) -> Bool {
        id == other.id && type == other.type && title == other.title
    }

    /// The calls for what changed on the tab of a template.
    func tabCalls(after earlier: CarTemplate) -> [CarCall] {
        let isSame =
            tabTitle == earlier.tabTitle && tabImage == earlier.tabImage
            && tabSystemItem == earlier.tabSystemItem && showsTabBadge == earlier.showsTabBadge
        return isSame ? [] : [.updateTab(self)]
    }

    /// The calls for what changed in a template: rows that stay in place, then structure.
    func calls(after earlier: CarTemplate) -> [CarCall] {
        if let gridButtons, gridButtons != earlier.gridButtons {
            return [.updateGridButtons(grid: id, gridButtons)]
        }
        if let pointsOfInterest {
            let isSame =
                pointsOfInterest == earlier.pointsOfInterest
                && selectedIndex == earlier.selectedIndex
            return isSame
                ? [] : [.updatePlaces(map: id, pointsOfInterest, selected: selectedIndex)]
        }
        return sectionCalls(after: earlier)
    }

    private func sectionCalls(after earlier: CarTemplate) -> [CarCall] {
        let (sections, before) = (sections ?? [], earlier.sections ?? [])
        let known = Dictionary(before.flatMap(\.items).map { ($0.id, $0) }) { first, _ in first }
        var calls: [CarCall] = []
        for row in sections.flatMap(\.items) {
            guard let earlier = known[row.id], earlier.isSameItem(as: row) else { continue }
            calls += row.calls(after: earlier)
        }
        let isSame = sections.elementsEqual(before) { $0.isSameStructure(as: $1) }
        return isSame ? calls : calls + [.updateSections(list: id, sections)]
    }

    /// The row, picture, button or place of an id.
    func part(_ id: String) -> (any CarTappable)? {
        for row in (sections ?? []).flatMap(\.items) {
            if row.id == id { return row }
            if let picture = row.elements?.first(where: { $0.id == id }) { return picture }
        }
        return gridButtons?.first { $0.id == id } ?? pointsOfInterest?.first { $0.id == id }
    }
}

extension CarSection {
    /// True if it has the same rows below the same words.
    fileprivate func isSameStructure(as other: CarSection) -> Bool {
        id == other.id && header == other.header
            && items.elementsEqual(other.items) { $0.isSameItem(as: $1) }
    }
}

extension CarItem {
    /// True if the same object of CarPlay shows it.
    public func isSameItem(as other: CarItem) -> Bool {
        id == other.id && (elements == nil) == (other.elements == nil)
    }

    /// The calls for what changed in a row.
    func calls(after earlier: CarItem) -> [CarCall] {
        var calls: [CarCall] = []
        if text != earlier.text { calls.append(.setText(text, row: id)) }
        if let elements {
            if elements != earlier.elements { calls.append(.setPictures(elements, row: id)) }
            return calls
        }
        if detailText != earlier.detailText { calls.append(.setDetailText(detailText, row: id)) }
        if picture != earlier.picture { calls.append(.setImage(picture, row: id)) }
        if accessory != earlier.accessory { calls.append(.setAccessory(accessory, row: id)) }
        return calls + stateCalls(after: earlier)
    }

    private func stateCalls(after earlier: CarItem) -> [CarCall] {
        var calls: [CarCall] = []
        if shownPlaying != earlier.shownPlaying {
            calls.append(.setPlaying(shownPlaying, row: id))
        }
        if isMarkTrailing != earlier.isMarkTrailing {
            calls.append(.setPlayingIndicator(isTrailing: isMarkTrailing, row: id))
        }
        if shownProgress != earlier.shownProgress {
            calls.append(.setProgress(shownProgress, row: id))
        }
        if shownEnabled != earlier.shownEnabled {
            calls.append(.setEnabled(shownEnabled, row: id))
        }
        return calls
    }

    /// `isPlaying`, which is false if absent.
    public var shownPlaying: Bool { isPlaying ?? false }
    /// The mark of what plays stands at the end of the row.
    public var isMarkTrailing: Bool { playingIndicatorLocation == "trailing" }
    /// `playbackProgress`, which is none if absent.
    public var shownProgress: Double { playbackProgress ?? 0 }
    /// `isEnabled`, which is true if absent.
    public var shownEnabled: Bool { isEnabled ?? true }
}

extension CarNowPlaying {
    /// The calls for what changed on the now-playing template; all of them after nothing.
    func calls(after earlier: CarNowPlaying?) -> [CarCall] {
        var calls: [CarCall] = []
        let buttons = buttons ?? []
        if earlier == nil || buttons != earlier?.buttons ?? [] {
            calls.append(.updateNowPlayingButtons(buttons))
        }
        if earlier?.upNextCall != upNextCall { calls.append(upNextCall) }
        if earlier?.albumArtistCall != albumArtistCall { calls.append(albumArtistCall) }
        return calls
    }

    private var upNextCall: CarCall {
        .setUpNext(title: upNextTitle ?? "", isEnabled: isUpNextButtonEnabled ?? false)
    }

    private var albumArtistCall: CarCall {
        .setAlbumArtist(isEnabled: isAlbumArtistButtonEnabled ?? false)
    }
}

extension CarDocument {
    /// The places of all maps.
    var places: [CarPlace] { tabs.compactMap(\.pointsOfInterest).flatMap(\.self) }

    /// The information about a place, by its own id.
    func information(_ id: String) -> CarInformation? {
        places.compactMap(\.information).first { $0.id == id }
    }
}

/// A part that says when the hub has not done what it asks for yet.
protocol CarBusyPart {
    var busy: Bool? { get }
}

extension CarItem: CarBusyPart {}

extension CarGridButton: CarBusyPart {}

extension CarTextButton: CarTappable {
    /// A button with words puts nothing on top.
    public var push: String? { nil }
}

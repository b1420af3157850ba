import NowPlaying

/// The pages of a list of stations that has more of them than a car shows at once.
///
/// The list keeps its first rows, and its last one opens the others: one page of them, or where one
/// is too short a page of ranges, each of which opens its own page.
///
///     stations ─ More stations ─┬─ Radio M – Radio X ─ 12 stations
///                               └─ Radio Y – Radio Z ─ 2 stations
extension CarPlayBuilder {
    /// The rows of a list of stations, as many as `CarPlayLimits.stationsWithinReach`.
    func rows(of stations: [ListedStation], in list: String) -> [ListItem] {
        let others = onPages(stations, of: list)
        let rows = stations.prefix(stations.count - others.count).map { row(of: $0, in: list) }
        guard !others.isEmpty else { return rows }
        let page = TemplateID.more(of: list)
        return rows + [pageRow(to: page, locale[.moreStations], names(of: others))]
    }

    /// The pages to which these rows lead.
    func pages(of stations: [ListedStation], in list: String) -> [ListTemplate] {
        let others = onPages(stations, of: list)
        guard !others.isEmpty else { return [] }
        return pages(of: others, on: TemplateID.more(of: list), in: list)
    }

    /// The stations for which a list has no row beside that of its first page.
    private func onPages(
        _ stations: [ListedStation], of list: String
    ) -> ArraySlice<ListedStation> {
        let shown = list == TemplateID.favourites ? favouritesShown : limits.listItems
        return stations.count > shown ? stations.dropFirst(shown - 1) : []
    }

    /// A page, and the pages that it leads to.
    private func pages(
        of stations: ArraySlice<ListedStation>, on page: String, in list: String
    ) -> [ListTemplate] {
        guard stations.count > limits.listItems else {
            return [makePage(page, of: list, stations.map { row(of: $0, in: list) })]
        }
        let ranges = ranges(of: stations)
        let ids = ranges.indices.map { page + "/\($0)" }
        let rows = zip(ids, ranges).map { id, range in
            pageRow(to: id, names(of: range), places(of: range))
        }
        return [makePage(page, of: list, rows)]
            + zip(ids, ranges).flatMap { pages(of: $1, on: $0, in: list) }
    }

    /// As many equal parts as a page has rows, or fewer: whole pages, so that a station more
    /// changes the last one only.
    private func ranges(of stations: ArraySlice<ListedStation>) -> [ArraySlice<ListedStation>] {
        var length = limits.listItems
        while length * limits.listItems < stations.count { length *= limits.listItems }
        return stride(from: stations.startIndex, to: stations.endIndex, by: length).map {
            stations[$0..<min($0 + length, stations.endIndex)]
        }
    }

    private func makePage(_ id: String, of list: String, _ rows: [ListItem]) -> ListTemplate {
        ListTemplate(
            id: id, title: locale[list == TemplateID.favourites ? .favourites : .stations],
            sections: [ListTemplate.Section(id: id + "#rows", rows: rows.map { .item($0) })],
            placeholder: placeholder(in: id, .noStations, detail: .noStationsDetail),
            limits: limits, rows: .max)
    }

    private func pageRow(to page: String, _ text: String, _ detail: String) -> ListItem {
        var row = ListItem(
            id: page + "#row", text: text.shortened(to: Self.textMax),
            detailText: detail.shortened(to: Self.textMax))
        row.show(nil, else: .list)
        row.push = page
        row.accessory = .disclosureIndicator
        return row
    }

    /// The places of the first and the last in the whole list, from 1.
    private func places(of stations: ArraySlice<ListedStation>) -> String {
        let first = stations.startIndex + 1
        return stations.count > 1 ? "\(first)–\(stations.endIndex)" : "\(first)"
    }

    /// The names of the first and the last.
    private func names(of stations: ArraySlice<ListedStation>) -> String {
        let ends = stations.count > 1 ? [stations.first, stations.last] : [stations.first]
        return ends.compactMap { $0?.nowPlaying.station.name }.joined(separator: " – ")
    }
}

extension CarPlayLimits {
    /// The number of stations to which a list, or a grid, leads, its pages included.
    ///
    /// - Parameters:
    ///   - levels: The number of templates that may lie on top of each other, that list included.
    ///   - shown: The number of rows or buttons that it has itself.
    func stationsWithinReach(levels: Int, shown: Int) -> Int {
        guard (2..<CarPlayBuilder.stationsMax).contains(listItems), levels > 1, shown > 1 else {
            return shown
        }
        var reach = 1
        for _ in 1..<levels where reach < CarPlayBuilder.stationsMax { reach *= listItems }
        return reach + shown - 1
    }

    /// The number of templates that a list of stations and its pages may stack. One level less is
    /// left if tapping a station can put its list of streams on top.
    func stationLevels(withStreams: Bool) -> Int {
        max(templateDepth - (withStreams ? 1 : 0), 1)
    }
}

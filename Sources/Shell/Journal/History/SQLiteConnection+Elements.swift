internal import NowPlaying

/// Writing elements, of which thousands may come at once.
extension SQLiteConnection {
    /// Writes those among what came of a station in the order of their ids: each page of the table
    /// is then changed in one go, however many of its rows are new.
    func rememberElements(among notes: [HistoryNote], of station: String) throws(SQLiteError) {
        let rows = notes.indices.compactMap { place -> ElementRow? in
            guard case .element(let element) = notes[place].topic else { return nil }
            return ElementRow(id: element.id, place: place)
        }
        guard !rows.isEmpty else { return }
        let statement = try statement(Self.insertion)
        for row in rows.sorted() {
            try statement.run(notes[row.place].elementValues(of: station))
        }
    }

    /// A row that is there is replaced, but stays noted when it was noted first.
    private static let insertion = {
        let columns = StoredElement.columns
        let updates =
            columns.filter { !["station", "id", "notedAt"].contains($0) }
            .map { "\($0) = excluded.\($0)" } + ["notedAt = min(notedAt, excluded.notedAt)"]
        return """
            INSERT INTO element (\(columns.joined(separator: ", ")))
            VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))
            ON CONFLICT (station, id) DO UPDATE SET \(updates.joined(separator: ", "))
            """
    }()
}

/// The sort key of a station's row, just precise enough to put neighbours side by side.
private struct ElementRow: Comparable {
    /// The beginning of the id, which for the hub's own ids says enough.
    let idPrefix: UInt64
    /// The note's place in the batch: later details of an element follow earlier ones.
    let place: Int

    init(id: String, place: Int) {
        idPrefix = id.utf8.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
        self.place = place
    }

    static func < (left: ElementRow, right: ElementRow) -> Bool {
        if left.idPrefix != right.idPrefix { return left.idPrefix < right.idPrefix }
        return left.place < right.place
    }
}

extension HistoryNote {
    /// The row of an element, in the order of `StoredElement.columns`.
    fileprivate func elementValues(of station: String) -> [SQLiteValue] {
        guard case .element(let element) = topic else { return [] }
        let track = element.track
        return [
            .text(station), .text(element.id), SQLiteValue(element.startedAt?.milliseconds),
            .integer(notedAt.milliseconds), SQLiteValue(element.duration?.milliseconds),
            .text(track.title), SQLiteValue(track.artist), SQLiteValue(track.artworkSize?.width),
            SQLiteValue(track.artworkSize?.height),
        ] + TrackField.all.map { SQLiteValue(track.details[$0]) }
    }
}

extension SQLiteValue {
    fileprivate init(_ number: Int?) {
        self.init(number.map { Int64($0) })
    }

    fileprivate init(_ detail: TrackDetail?) {
        switch detail {
        case .number(let number): self = .integer(Int64(number))
        case .text, .kind, .links: self.init(detail?.description)
        case nil: self = .null
        }
    }
}

internal import GRDB
internal import NowPlaying

/// Writing elements, of which thousands may come at once.
extension Database {
    /// Writes those among what came of a station in the order of their ids: each page of the table
    /// is then changed in one go, however many of its rows are new.
    func rememberElements(among notes: [HistoryNote], of station: String) throws {
        let rows = notes.indices.compactMap { place -> ElementRow? in
            guard case .element(let element) = notes[place].subject else { return nil }
            return ElementRow(id: element.id, place: place)
        }
        guard !rows.isEmpty else { return }
        let statement = try cachedStatement(sql: Self.insertion)
        for row in rows.sorted() {
            try statement.execute(binding: notes[row.place].elementValues(of: station))
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

/// Where a row of a station goes, as far as that is needed to have neighbours side by side.
private struct ElementRow: Comparable {
    /// The beginning of the id, which for the hub's own ids says enough.
    let idPrefix: UInt64
    /// Which of the notes it is: what is known later of an element comes after what was known.
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

extension Statement {
    /// Runs it with these values.
    ///
    /// They are bound one by one: `StatementArguments` box each value, and are checked and copied
    /// before, which for a row takes longer than its insertion.
    fileprivate func execute(binding values: [DatabaseValue]) throws {
        setUncheckedArguments([])
        for (place, value) in values.enumerated() {
            let code = value.bind(to: sqliteStatement, at: CInt(place + 1))
            guard code == ResultCode.SQLITE_OK.rawValue else {
                throw DatabaseError(resultCode: ResultCode(rawValue: code))
            }
        }
        try execute()
    }
}

extension HistoryNote {
    /// The row of an element, in the order of `StoredElement.columns`.
    fileprivate func elementValues(of station: String) -> [DatabaseValue] {
        guard case .element(let element) = subject else { return [] }
        let track = element.track
        return [
            station.databaseValue, element.id.databaseValue,
            .time(element.startedAt), .time(notedAt), .length(element.duration),
            track.title.databaseValue, .text(track.artist),
            .number(track.artworkSize?.width), .number(track.artworkSize?.height),
        ] + TrackField.all.map { .detail(track.details[$0]) }
    }
}

extension DatabaseValue {
    fileprivate static func text(_ text: String?) -> DatabaseValue {
        text?.databaseValue ?? .null
    }

    fileprivate static func detail(_ detail: TrackDetail?) -> DatabaseValue {
        switch detail {
        case .number(let number): number.databaseValue
        case .text, .kind, .links: text(detail?.description)
        case nil: .null
        }
    }

    fileprivate static func number(_ number: Int?) -> DatabaseValue {
        number?.databaseValue ?? .null
    }

    fileprivate static func time(_ time: Timestamp?) -> DatabaseValue {
        time?.milliseconds.databaseValue ?? .null
    }

    fileprivate static func length(_ length: Interval?) -> DatabaseValue {
        length?.milliseconds.databaseValue ?? .null
    }
}

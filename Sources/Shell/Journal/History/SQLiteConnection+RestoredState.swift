internal import NowPlaying

/// Reading what a hub that starts is to know.
///
/// Damaged rows are left out and counted.
extension SQLiteConnection {
    /// Returns the choices of listeners.
    func choices(
        limits: HistoryLimits, skipped: inout Int
    ) throws(SQLiteError) -> RestoredState {
        var restored = RestoredState()
        restored.preferences = try preferences(limits: limits, skipped: &skipped)
        restored.sessions = try rows(
            """
            SELECT id, station, stream, heard, isSought FROM session ORDER BY id
            LIMIT \(limits.sessions)
            """,
            limits: limits, skipped: &skipped
        ) { row throws(DamagedRow) in
            var session = RestoredState.Session(
                id: try row.identifier(0), station: try row.text(1), stream: try row.text(2))
            session.heard = try row.time(3)
            session.isSought = try row.number(4) == 1
            return session
        }
        return restored
    }

    /// Returns the timelines of stations until now, as far back as a listener can go.
    func timelines(
        until now: Timestamp, limits: HistoryLimits, skipped: inout Int
    ) throws(SQLiteError) -> [String: StationTimeline] {
        var timelines: [String: StationTimeline] = [:]
        var count = 0
        let edge = (now - limits.window).milliseconds
        try eachRow(
            """
            SELECT \(StoredElement.columns.joined(separator: ", ")) FROM element
            WHERE coalesce(startedAt, notedAt) BETWEEN ? AND ?
            ORDER BY coalesce(startedAt, notedAt) DESC LIMIT \(limits.rowsLookedAt)
            """, [.integer(edge), .integer(now.milliseconds)], limits: limits, skipped: &skipped
        ) { row throws(DamagedRow) in
            let station = try row.identifier(0)
            let known = timelines[station]?.elements.count ?? 0
            guard known < limits.elementsPerStation else { return true }
            let element = try StoredElement(row).element
            timelines[station, default: StationTimeline()].elements.append(element)
            count += 1
            return count < limits.elements
        }
        try eachRow(
            """
            SELECT \(StoredProgramme.columns) FROM programme
            WHERE (coalesce(startsAt, notedAt) >= ?1 OR endsAt >= ?1)
                AND coalesce(startsAt, notedAt) <= ?2
            ORDER BY coalesce(startsAt, notedAt) DESC LIMIT \(limits.rowsLookedAt)
            """, [.integer(edge), .integer(now.milliseconds)], limits: limits, skipped: &skipped
        ) { row throws(DamagedRow) in
            let station = try row.identifier(0)
            let known = timelines[station]?.past.count ?? 0
            guard known < limits.elementsPerStation else { return true }
            let programme = try StoredProgramme(row).programme
            timelines[station, default: StationTimeline()].past.append(programme)
            return true
        }
        return timelines
    }

    private func preferences(
        limits: HistoryLimits, skipped: inout Int
    ) throws(SQLiteError) -> Preferences {
        var preferences = Preferences()
        var known: Set<[String]> = []
        try eachRow(
            """
            SELECT kind, station, stream FROM preference ORDER BY kind, place
            LIMIT \(limits.choices)
            """, [], limits: limits, skipped: &skipped
        ) { row throws(DamagedRow) in
            let (kind, station) = (try row.requiredText(0), try row.identifier(1))
            // No list names a station twice.
            guard known.insert([kind, station]).inserted else { throw DamagedRow() }
            switch kind {
            case "favourite": preferences.favourites.append(station)
            case "order": preferences.order.append(station)
            case "stream": preferences.streams[station] = try row.requiredText(2)
            default: throw DamagedRow()
            }
            return true
        }
        return preferences
    }

    /// Returns a value for each row that is not damaged.
    func rows<Value>(
        _ query: String, _ values: [SQLiteValue] = [], limits: HistoryLimits,
        skipped: inout Int,
        _ make: (UntrustedRow) throws(DamagedRow) -> Value
    ) throws(SQLiteError) -> [Value] {
        var made: [Value] = []
        try eachRow(query, values, limits: limits, skipped: &skipped) { row throws(DamagedRow) in
            made.append(try make(row))
            return true
        }
        return made
    }

    /// Hands over row after row, for as long as more are wanted.
    func eachRow(
        _ query: String, _ values: [SQLiteValue], limits: HistoryLimits,
        skipped: inout Int, _ take: (UntrustedRow) throws(DamagedRow) -> Bool
    ) throws(SQLiteError) {
        try statement(query).eachRow(values) { row in
            do throws(DamagedRow) {
                return try take(UntrustedRow(row, limits: limits))
            } catch {
                skipped += 1
                return true
            }
        }
    }
}

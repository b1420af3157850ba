internal import NowPlaying

/// Writing what is to be remembered: each replaces what had the same id.
extension SQLiteConnection {
    func remember(_ batch: HistoryQueue.Batch) throws(SQLiteError) {
        if let preferences = batch.choices.preferences { try remember(preferences) }
        for (id, session) in batch.choices.sessions { try remember(session, of: id) }
        for (name, place) in batch.cursors {
            try run(
                "INSERT OR REPLACE INTO cursor (name, place) VALUES (?, ?)",
                [.text(name), .integer(place)])
        }
        for (station, notes) in batch.notes {
            try rememberElements(among: notes, of: station)
            for note in notes { try remember(note, of: station) }
        }
    }

    private func remember(_ note: HistoryNote, of station: String) throws(SQLiteError) {
        switch note.topic {
        case .element: break
        case .renamed(let id):
            try run(
                "DELETE FROM element WHERE station = ? AND id = ?", [.text(station), .text(id)])
        case .programme(let aired): try remember(aired, of: station, at: note.notedAt)
        }
    }

    private func remember(
        _ session: RestoredState.Session?, of id: String
    ) throws(SQLiteError) {
        guard let session else { return try run("DELETE FROM session WHERE id = ?", [.text(id)]) }
        try run(
            """
            INSERT OR REPLACE INTO session (id, station, stream, heard, isSought)
            VALUES (?, ?, ?, ?, ?)
            """,
            [
                .text(session.id), SQLiteValue(session.station), SQLiteValue(session.stream),
                SQLiteValue(session.heard?.milliseconds), .integer(session.isSought ? 1 : 0),
            ])
    }

    private func remember(
        _ aired: AiredProgramme, of station: String, at notedAt: Timestamp
    ) throws(SQLiteError) {
        let programme = aired.programme
        try run(
            """
            INSERT INTO programme (
                station, id, startsAt, notedAt, endsAt, stationsID, title, kicker, artworkURL)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (station, id) DO UPDATE SET
                startsAt = excluded.startsAt, endsAt = excluded.endsAt,
                stationsID = excluded.stationsID, title = excluded.title,
                kicker = excluded.kicker, artworkURL = excluded.artworkURL,
                notedAt = min(notedAt, excluded.notedAt)
            """,
            [
                .text(station), .text(aired.id), SQLiteValue(programme.startsAt?.milliseconds),
                .integer(notedAt.milliseconds), SQLiteValue(programme.endsAt?.milliseconds),
                SQLiteValue(programme.id), .text(programme.title), SQLiteValue(programme.kicker),
                SQLiteValue(programme.artworkURL),
            ])
    }

    private func remember(_ preferences: Preferences) throws(SQLiteError) {
        try run("DELETE FROM preference")
        for (place, station) in preferences.favourites.enumerated() {
            try insertPreference("favourite", place, station, nil)
        }
        for (place, station) in preferences.order.enumerated() {
            try insertPreference("order", place, station, nil)
        }
        let streams = preferences.streams.sorted { $0.key < $1.key }
        for (place, choice) in streams.enumerated() {
            try insertPreference("stream", place, choice.key, choice.value)
        }
    }

    private func insertPreference(
        _ kind: String, _ place: Int, _ station: String, _ stream: String?
    ) throws(SQLiteError) {
        try run(
            "INSERT INTO preference (kind, place, station, stream) VALUES (?, ?, ?, ?)",
            [.text(kind), .integer(Int64(place)), .text(station), SQLiteValue(stream)])
    }
}

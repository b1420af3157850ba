internal import GRDB
internal import NowPlaying

/// Writing what is to be remembered: each replaces what went by the same id.
extension Database {
    func remember(_ note: HistoryNote) throws {
        switch note.remembrance {
        case .element(let element, let station):
            try remember(element, of: station, at: note.notedAt)
        case .programme(let programme, let station):
            try remember(programme, of: station, at: note.notedAt)
        case .preferences(let preferences):
            try remember(preferences)
        case .session(let session):
            try run(
                "INSERT OR REPLACE INTO session (id, station, stream) VALUES (?, ?, ?)",
                [session.id, session.station, session.stream])
        case .sessionEnded(let id):
            try run("DELETE FROM session WHERE id = ?", [id])
        }
    }

    private func remember(
        _ element: TimelineElement, of station: String, at notedAt: Timestamp
    ) throws {
        let track = element.track
        try run(
            """
            INSERT INTO element (
                station, id, startedAt, notedAt, duration, title, artist, album, genre, isrc,
                artworkURL, artworkWidth, artworkHeight, kind)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (station, id) DO UPDATE SET
                startedAt = excluded.startedAt, duration = excluded.duration,
                title = excluded.title, artist = excluded.artist, album = excluded.album,
                genre = excluded.genre, isrc = excluded.isrc, artworkURL = excluded.artworkURL,
                artworkWidth = excluded.artworkWidth, artworkHeight = excluded.artworkHeight,
                kind = excluded.kind
            """,
            [
                station, element.id, element.startedAt?.milliseconds, notedAt.milliseconds,
                element.duration?.milliseconds, track.title, track.artist, track.album,
                track.genre, track.isrc, track.artworkURL, track.artworkSize?.width,
                track.artworkSize?.height, track.kind?.rawValue,
            ])
    }

    private func remember(
        _ aired: AiredProgramme, of station: String, at notedAt: Timestamp
    ) throws {
        let programme = aired.programme
        try run(
            """
            INSERT INTO programme (
                station, id, startsAt, notedAt, endsAt, stationsID, title, kicker, artworkURL)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (station, id) DO UPDATE SET
                startsAt = excluded.startsAt, endsAt = excluded.endsAt,
                stationsID = excluded.stationsID, title = excluded.title,
                kicker = excluded.kicker, artworkURL = excluded.artworkURL
            """,
            [
                station, aired.id, programme.startsAt?.milliseconds, notedAt.milliseconds,
                programme.endsAt?.milliseconds, programme.id, programme.title, programme.kicker,
                programme.artworkURL,
            ])
    }

    private func remember(_ preferences: Preferences) throws {
        try run("DELETE FROM preference", [])
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
    ) throws {
        try run(
            "INSERT INTO preference (kind, place, station, stream) VALUES (?, ?, ?, ?)",
            [kind, place, station, stream])
    }

    private func run(_ sql: String, _ arguments: StatementArguments) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments)
    }
}

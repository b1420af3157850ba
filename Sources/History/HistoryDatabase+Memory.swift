internal import GRDB
internal import NowPlaying

/// What a hub that starts reads.
extension HistoryDatabase {
    /// What is known of the hub's life before.
    func memory(at now: Timestamp, limits: HistoryLimits) throws(HistoryError) -> Memory {
        try read { database in
            var memory = Memory()
            let edge = now - limits.window
            memory.timelines = try Self.timelines(in: database, since: edge, limits: limits)
            memory.preferences = try Self.preferences(in: database)
            memory.sessions = try Row.fetchAll(
                database, sql: "SELECT id, station, stream FROM session ORDER BY id"
            ).map { Memory.Session(id: $0["id"], station: $0["station"], stream: $0["stream"]) }
            return memory
        }
    }

    private static func timelines(
        in database: Database, since edge: Timestamp, limits: HistoryLimits
    ) throws -> [String: StationTimeline] {
        var timelines: [String: StationTimeline] = [:]
        let elements = try Row.fetchCursor(
            database,
            sql: """
                SELECT * FROM element WHERE coalesce(startedAt, notedAt) >= ?
                ORDER BY coalesce(startedAt, notedAt) DESC LIMIT ?
                """, arguments: [edge.milliseconds, limits.elements])
        while let row = try elements.next() {
            let station: String = row["station"]
            let count = timelines[station]?.elements.count ?? 0
            guard count < limits.elementsPerStation else { continue }
            timelines[station, default: StationTimeline()].elements.append(TimelineElement(row))
        }
        let programmes = try Row.fetchCursor(
            database,
            sql: """
                SELECT * FROM programme
                WHERE coalesce(startsAt, notedAt) >= ? OR endsAt >= ?
                ORDER BY coalesce(startsAt, notedAt) DESC
                """, arguments: [edge.milliseconds, edge.milliseconds])
        while let row = try programmes.next() {
            let station: String = row["station"]
            let count = timelines[station]?.past.count ?? 0
            guard count < limits.elementsPerStation else { continue }
            timelines[station, default: StationTimeline()].past.append(AiredProgramme(row))
        }
        return timelines
    }

    private static func preferences(in database: Database) throws -> Preferences {
        var preferences = Preferences()
        let rows = try Row.fetchCursor(
            database, sql: "SELECT kind, station, stream FROM preference ORDER BY kind, place")
        while let row = try rows.next() {
            let station: String = row["station"]
            switch row["kind"] as String {
            case "favourite": preferences.favourites.append(station)
            case "order": preferences.order.append(station)
            case "stream": preferences.streams[station] = row["stream"]
            default: break
            }
        }
        return preferences
    }
}

extension TimelineElement {
    /// A row of `element`.
    init(_ row: Row) {
        var track = Track(id: row["id"], title: row["title"])
        track.artist = row["artist"]
        track.album = row["album"]
        track.genre = row["genre"]
        track.isrc = row["isrc"]
        track.artworkURL = row["artworkURL"]
        if let width: Int = row["artworkWidth"], let height: Int = row["artworkHeight"] {
            track.artworkSize = ArtworkSize(width: width, height: height)
        }
        track.kind = (row["kind"] as String?).flatMap(Track.Kind.init)
        self.init(
            track: track, startedAt: row.time("startedAt"),
            duration: (row["duration"] as Int64?).map { Interval(milliseconds: $0) })
    }
}

extension AiredProgramme {
    /// A row of `programme`.
    init(_ row: Row) {
        var programme = Programme(title: row["title"])
        programme.id = row["stationsID"]
        programme.kicker = row["kicker"]
        programme.startsAt = row.time("startsAt")
        programme.endsAt = row.time("endsAt")
        programme.artworkURL = row["artworkURL"]
        self.init(id: row["id"], programme: programme)
    }
}

extension Row {
    /// A column of milliseconds since 1970.
    func time(_ column: String) -> Timestamp? {
        (self[column] as Int64?).map { Timestamp(milliseconds: $0) }
    }
}

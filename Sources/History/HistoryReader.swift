internal import Glibc
internal import GRDB
public import NowPlaying

/// Something that a station played, as `nphub history` shows it.
public struct PlayedElement: Hashable, Sendable {
    /// The station's id.
    public var station: String
    /// What was played, and when.
    public var element: TimelineElement
    /// When the hub learnt of it, on its wall clock.
    public var notedAt: Timestamp
    /// The title of the programme that it was a part of, where that is known.
    public var programme: String?

    /// When it began, else when the hub learnt of it.
    public var time: Timestamp { element.startedAt ?? notedAt }

    /// Something played.
    public init(
        station: String, element: TimelineElement, notedAt: Timestamp, programme: String? = nil
    ) {
        self.station = station
        self.element = element
        self.notedAt = notedAt
        self.programme = programme
    }
}

/// Reads a history that a hub has written, or is writing.
public struct HistoryReader {
    private let database: HistoryDatabase

    /// Opens a history; nothing in it is changed.
    public init(path: String) throws(HistoryError) {
        guard access(path, F_OK) == 0 else {
            let reason = String(cString: strerror(errno))
            throw errno == ENOENT
                ? .missing(path: path) : .inaccessible(path: path, reason: reason)
        }
        database = try HistoryDatabase(reading: path, limits: HistoryLimits())
    }

    /// Hands over what was played since a time, the earliest first.
    ///
    /// - Parameter stations: Ids; `nil` for all.
    public func each(
        of stations: [String]?, since time: Timestamp, _ take: (PlayedElement) throws -> Void
    ) throws {
        var failure: (any Error)?
        try database.read { database in
            let rows = try Row.fetchCursor(
                database, sql: Self.query(stations),
                arguments: StatementArguments([time.milliseconds])
                    + StatementArguments(stations ?? []))
            while failure == nil, let row = try rows.next() {
                // What the taker throws is not the database's.
                do { try take(PlayedElement(row)) } catch { failure = error }
            }
        }
        if let failure { throw failure }
    }

    private static func query(_ stations: [String]?) -> String {
        let places = Array(repeating: "?", count: stations?.count ?? 0).joined(separator: ", ")
        return """
            SELECT *, (
                SELECT title FROM programme AS p
                WHERE p.station = element.station AND p.startsAt <= element.startedAt
                ORDER BY p.startsAt DESC LIMIT 1) AS programmeTitle, (
                SELECT endsAt FROM programme AS p
                WHERE p.station = element.station AND p.startsAt <= element.startedAt
                ORDER BY p.startsAt DESC LIMIT 1) AS programmeEnd
            FROM element
            WHERE coalesce(startedAt, notedAt) >= ?
            \(stations == nil ? "" : "AND station IN (\(places))")
            ORDER BY coalesce(startedAt, notedAt), station, id
            """
    }
}

extension PlayedElement {
    fileprivate init(_ row: Row) {
        let element = TimelineElement(row)
        let end = row.time("programmeEnd")
        let isInside = element.startedAt.map { start in end.map { start < $0 } ?? true } ?? false
        self.init(
            station: row["station"], element: element,
            notedAt: Timestamp(milliseconds: row["notedAt"]),
            programme: isInside ? row["programmeTitle"] : nil)
    }
}

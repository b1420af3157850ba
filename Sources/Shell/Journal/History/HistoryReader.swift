internal import Glibc
public import NowPlaying
import Support

/// Something that a station played, as `nphub history` shows it.
public struct PlayedElement: Hashable, Sendable {
    /// The station's id.
    public var station: String
    /// The element that was played, with its time.
    public var element: TimelineElement
    /// The time at which the hub learnt of it, on its wall clock.
    public var notedAt: Timestamp
    /// The title of the programme that it was a part of, where that is known.
    public var programme: String?

    /// The time at which it began, or else at which the hub learnt of it.
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
    /// The row up to which all was read: its time, station and id, by which rows are in order. They
    /// are as they were read, since a damaged row counts, too.
    private typealias Mark = [SQLiteValue]

    private let database: HistoryDatabase
    private let limits: HistoryLimits
    /// The columns of `element` as they are selected: a file that no hub of this version has opened
    /// yet lacks some.
    private let columns: [String]

    /// Opens a history; nothing in it is changed.
    public init(path: String, limits: HistoryLimits = HistoryLimits()) throws(HistoryError) {
        var status = stat()
        guard stat(path, &status) == 0, access(path, R_OK) == 0 else {
            throw Self.error(errno, at: path)
        }
        // To open a FIFO would wait for its writer.
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw .inaccessible(path: path, reason: "it is not a regular file")
        }
        self.limits = limits
        database = try HistoryDatabase(reading: path, limits: limits)
        let known = try database.read { database throws(SQLiteError) in
            Set(try database.values("SELECT name FROM pragma_table_info('element')"))
        }
        columns = StoredElement.columns.map {
            known.contains(.text($0)) ? "element.\($0)" : "NULL"
        }
    }

    private static func error(_ number: Int32, at path: String) -> HistoryError {
        switch number {
        case ENOENT: .missing(path: path)
        case EACCES: .forbidden(path: path)
        default: .inaccessible(path: path, reason: systemMessage(number))
        }
    }

    /// Hands over what was played since a time, the earliest first, some rows at a time.
    ///
    /// Each part is a transaction of its own: however slowly it is taken, a hub that writes
    /// meanwhile can go on to use the same room in its write-ahead log.
    ///
    /// - Parameters:
    ///   - stations: Ids; `nil` for all.
    ///   - end: What began later is left out; `nil` for none.
    /// - Returns: How many damaged rows were left out.
    public func each(
        of stations: [String]?, since time: Timestamp, until end: Timestamp? = nil,
        _ take: ([PlayedElement]) throws -> Void
    ) throws -> Int {
        var mark: Mark? = [.integer(time.milliseconds), .text(""), .text("")]
        var skipped = 0
        while let start = mark {
            let part = try page(of: stations, after: start, skipped: &skipped)
            let inside = part.elements.prefix { end.map($0.time.isAtMost) ?? true }
            if !inside.isEmpty { try take(Array(inside)) }
            let isOver = inside.count < part.elements.count
            mark = isOver || part.end == start ? nil : part.end
        }
        return skipped
    }

    /// The newest of what a station played within a time, the newest first. Damaged rows among it
    /// are left out.
    public func newest(
        _ count: Int, of station: String, since start: Timestamp, until end: Timestamp
    ) throws(HistoryError) -> [PlayedElement] {
        let time = "coalesce(element.startedAt, element.notedAt)"
        let query = """
            \(selection)
            WHERE element.station = ? AND \(time) BETWEEN ? AND ?
            ORDER BY \(time) DESC, element.id DESC
            LIMIT ?
            """
        return try database.read { [limits] database throws(SQLiteError) in
            var skipped = 0
            return try database.rows(
                query,
                [
                    .text(station), .integer(start.milliseconds), .integer(end.milliseconds),
                    .integer(Int64(count)),
                ],
                limits: limits, skipped: &skipped
            ) { row throws(DamagedRow) in try PlayedElement(row) }
        }
    }

    /// All stations of which something was played.
    public func stations() throws(HistoryError) -> [String] {
        let values = try database.read { database throws(SQLiteError) in
            // Each step is a look-up in the index; a DISTINCT reads all rows.
            try database.values(
                """
                WITH RECURSIVE known(name) AS (
                    SELECT min(station) FROM element
                    UNION ALL
                    SELECT (SELECT min(element.station) FROM element
                        WHERE element.station > known.name)
                    FROM known WHERE known.name IS NOT NULL)
                SELECT name FROM known WHERE name IS NOT NULL
                """)
        }
        return values.compactMap { value in
            guard case .text(let id) = value else { return nil }
            return id
        }
    }

    /// The next rows, and where they end, if there may be more.
    private func page(
        of stations: [String]?, after mark: Mark, skipped: inout Int
    ) throws(HistoryError) -> (elements: [PlayedElement], end: Mark?) {
        var elements: [PlayedElement] = []
        var end: Mark = []
        let limit = stations == nil ? limits.page : limits.stationsPage
        var rowCount = 0
        skipped += try database.read { [limits] database throws(SQLiteError) in
            var skipped = 0
            try database.eachRow(
                query(stations, limit), mark + (stations ?? []).map { .text($0) }, limits: limits,
                skipped: &skipped
            ) { row throws(DamagedRow) in
                rowCount += 1
                end = [row.value(PlayedElement.timeColumn), row.value(0), row.value(1)]
                elements.append(try PlayedElement(row))
                return true
            }
            return skipped
        }
        return (elements, rowCount < limit ? nil : end)
    }

    /// All that is read of elements, with their programmes.
    private var selection: String {
        """
        SELECT \(columns.joined(separator: ", ")), p.title, p.endsAt,
            coalesce(element.startedAt, element.notedAt)
        FROM element
        LEFT JOIN programme AS p ON p.station = element.station AND p.id = (
            SELECT id FROM programme AS q
            WHERE q.station = element.station AND q.startsAt <= element.startedAt
            ORDER BY q.startsAt DESC LIMIT 1)
        """
    }

    private func query(_ stations: [String]?, _ limit: Int) -> String {
        let places = Array(repeating: "?", count: stations?.count ?? 0).joined(separator: ", ")
        return """
            \(selection)
            WHERE coalesce(element.startedAt, element.notedAt) >= ?1
                AND (coalesce(element.startedAt, element.notedAt) > ?1
                    OR element.station > ?2 OR (element.station = ?2 AND element.id > ?3))
                \(stations == nil ? "" : "AND element.station IN (\(places))")
            ORDER BY coalesce(element.startedAt, element.notedAt), element.station, element.id
            LIMIT \(limit)
            """
    }
}

extension Timestamp {
    fileprivate func isAtMost(_ end: Timestamp) -> Bool { self <= end }
}

extension PlayedElement {
    /// The column of the time by which rows are in order.
    fileprivate static let timeColumn = StoredElement.columns.count + 2

    fileprivate init(_ row: UntrustedRow) throws(DamagedRow) {
        let stored = try StoredElement(row)
        let end = try row.time(StoredElement.columns.count + 1)
        let isInside =
            stored.element.startedAt.map { start in end.map { start < $0 } ?? true } ?? false
        let title = try row.text(StoredElement.columns.count)
        self.init(
            station: stored.station, element: stored.element, notedAt: stored.notedAt,
            programme: isInside ? title : nil)
    }
}

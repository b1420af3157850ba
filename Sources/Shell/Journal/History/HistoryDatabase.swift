internal import NowPlaying

/// The database file, for a thread that may wait for the disk.
final class HistoryDatabase {
    let path: String
    private let connection: SQLiteConnection
    private let limits: HistoryLimits

    /// Opens it for writing; makes it where it is not there.
    init(writing path: String, limits: HistoryLimits) throws(HistoryError) {
        self.path = path
        self.limits = limits
        do throws(SQLiteError) {
            connection = try SQLiteConnection(path, for: .writing, lockTimeout: limits.lockTimeout)
        } catch {
            throw HistoryError(error, at: path)
        }
        let version = try verifiedVersion()
        try reporting { database throws(SQLiteError) in
            // Readers wait for no writer, and no writer for readers (sqlite.org/wal.html). A loss
            // of power can cost the last transactions, never the file.
            try database.execute("PRAGMA journal_mode = WAL")
            try database.execute("PRAGMA synchronous = NORMAL")
            try database.execute("PRAGMA max_page_count = \(limits.pages)")
            try HistorySchema.update(database, from: version)
        }
    }

    /// Opens what is there, even while a hub writes it, and changes nothing.
    init(reading path: String, limits: HistoryLimits) throws(HistoryError) {
        self.path = path
        self.limits = limits
        do throws(SQLiteError) {
            connection = try SQLiteConnection(path, for: .reading, lockTimeout: limits.lockTimeout)
        } catch {
            throw HistoryError(error, at: path)
        }
        _ = try verifiedVersion()
    }

    /// Refuses a file that is another program's, or of a newer version.
    private func verifiedVersion() throws(HistoryError) -> Int {
        switch try read({ database throws(SQLiteError) in try HistorySchema.inspect(database) }) {
        case .history(let version): return version
        case .newer: throw .newer(path: path)
        case .foreign: throw .foreign(path: path)
        }
    }

    /// Looks at one state of it.
    func read<Answer>(
        _ work: (SQLiteConnection) throws(SQLiteError) -> Answer
    ) throws(HistoryError) -> Answer {
        try reporting { database throws(SQLiteError) in
            try database.transaction(.reading) { () throws(SQLiteError) in try work(database) }
        }
    }

    private func write(
        _ work: (SQLiteConnection) throws(SQLiteError) -> Void
    ) throws(HistoryError) {
        try reporting { database throws(SQLiteError) in
            try database.transaction(.writing) { () throws(SQLiteError) in try work(database) }
        }
    }

    /// Does something with it, whose errors are those of the file.
    private func reporting<Answer>(
        _ work: (SQLiteConnection) throws(SQLiteError) -> Answer
    ) throws(HistoryError) -> Answer {
        do throws(SQLiteError) {
            return try work(connection)
        } catch {
            throw HistoryError(error, at: path)
        }
    }

    /// Closes it, after which it is one file.
    func close() {
        connection.close()
    }

    /// Closes it after its file was moved away. SQLite then leaves the write-ahead log where it is,
    /// and would take it for that of another file at the path (sqlite.org/howtocorrupt.html): what
    /// is in the log goes into the file before.
    func closeMoved() throws(HistoryError) {
        let isBusy = try reporting { database throws(SQLiteError) in
            try database.number("PRAGMA wal_checkpoint(TRUNCATE)") != 0
        }
        if isBusy { throw .locked(path: path) }
        close()
    }

    // MARK: Reading

    /// Returns the choices of listeners, and the number of damaged rows that were left out.
    func choices() throws(HistoryError) -> (restored: RestoredState, skipped: Int) {
        try read { [limits] database throws(SQLiteError) in
            var skipped = 0
            let restored = try database.choices(limits: limits, skipped: &skipped)
            return (restored, skipped)
        }
    }

    /// Returns the timelines of stations until now, and the number of damaged rows left out.
    func timelines(
        until now: Timestamp
    ) throws(HistoryError) -> (timelines: [String: StationTimeline], skipped: Int) {
        try read { [limits] database throws(SQLiteError) in
            var skipped = 0
            let timelines = try database.timelines(until: now, limits: limits, skipped: &skipped)
            return (timelines, skipped)
        }
    }

    /// Returns the places up to which it has what others keep, by their names.
    func cursors() throws(HistoryError) -> [String: Int64] {
        try read { [limits] database throws(SQLiteError) in
            var (cursors, skipped): ([String: Int64], Int) = ([:], 0)
            try database.eachRow(
                "SELECT name, place FROM cursor", [], limits: limits, skipped: &skipped
            ) { row throws(DamagedRow) in
                if let name = try row.text(0) { cursors[name] = try row.number(1) }
                return true
            }
            return cursors
        }
    }

    // MARK: Writing

    /// Writes what came, in one transaction. One that holds what listeners chose survives a loss of
    /// power.
    func write(_ batch: HistoryQueue.Batch) throws(HistoryError) {
        let isDurable = !batch.choices.isEmpty
        if isDurable { try synchronise("FULL") }
        defer { if isDurable { try? synchronise("NORMAL") } }
        try write { database throws(SQLiteError) in try database.remember(batch) }
    }

    private func synchronise(_ mode: String) throws(HistoryError) {
        try reporting { database throws(SQLiteError) in
            try database.execute("PRAGMA synchronous = \(mode)")
        }
    }

    /// Deletes a part of what began before `edge`.
    ///
    /// - Returns: Whether there may be more of it.
    func prune(before edge: Timestamp) throws(HistoryError) -> Bool {
        let limit = limits.prunedAtOnce
        var deleted = 0
        try write { database throws(SQLiteError) in
            for (table, start) in [("element", "startedAt"), ("programme", "startsAt")] {
                try database.run(
                    """
                    DELETE FROM \(table) WHERE (station, id) IN (
                        SELECT station, id FROM \(table)
                        WHERE coalesce(\(start), notedAt) < ? LIMIT ?)
                    """, [.integer(edge.milliseconds), .integer(Int64(limit))])
                deleted = max(deleted, database.changeCount)
            }
        }
        return deleted >= limit
    }
}

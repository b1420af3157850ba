internal import GRDB
internal import NowPlaying

/// The database file, for a thread that may wait for the disk.
final class HistoryDatabase {
    let path: String
    private let queue: DatabaseQueue
    private let limits: HistoryLimits

    /// Opens it for writing; makes it where it is not there.
    init(writing path: String, limits: HistoryLimits) throws(HistoryError) {
        self.path = path
        self.limits = limits
        do {
            queue = try DatabaseQueue(path: path, configuration: Self.configuration(limits))
            try queue.read { try HistorySchema.verify($0, path: path) }
            try queue.writeWithoutTransaction { database in
                // Readers wait for no writer, and no writer for readers (sqlite.org/wal.html). A
                // loss of power can cost the last transactions, never the file.
                try database.execute(sql: "PRAGMA journal_mode = WAL")
                try database.execute(sql: "PRAGMA synchronous = NORMAL")
                try database.execute(sql: "PRAGMA max_page_count = \(limits.pages)")
            }
            try HistorySchema.migrator.migrate(queue)
        } catch {
            throw HistoryError(error, at: path)
        }
    }

    /// Opens what is there, even while a hub writes it, and changes nothing.
    init(reading path: String, limits: HistoryLimits) throws(HistoryError) {
        self.path = path
        self.limits = limits
        do {
            var configuration = Self.configuration(limits)
            configuration.readonly = true
            queue = try DatabaseQueue(path: path, configuration: configuration)
            try queue.read { try HistorySchema.verify($0, path: path) }
        } catch {
            throw HistoryError(error, at: path)
        }
    }

    private static func configuration(_ limits: HistoryLimits) -> Configuration {
        var configuration = Configuration()
        configuration.label = "nphub-history"
        configuration.busyMode = .timeout(limits.lockTimeout.seconds)
        return configuration
    }

    /// Looks at one state of it.
    func read<Answer>(_ work: (Database) throws -> Answer) throws(HistoryError) -> Answer {
        do {
            return try queue.read(work)
        } catch {
            throw HistoryError(error, at: path)
        }
    }

    private func write(_ work: (Database) throws -> Void) throws(HistoryError) {
        do {
            try queue.write(work)
        } catch {
            throw HistoryError(error, at: path)
        }
    }

    /// Closes it, after which it is one file.
    func close() {
        // What cannot be closed is recovered by the next opening.
        try? queue.close()
    }

    /// Closes it after its file was moved away. SQLite then leaves the write-ahead log where it is,
    /// and would take it for that of another file at the path (sqlite.org/howtocorrupt.html): what
    /// is in the log goes into the file before.
    func closeMoved() throws(HistoryError) {
        do {
            let isBusy = try queue.writeWithoutTransaction { database in
                try Bool.fetchOne(database, sql: "PRAGMA wal_checkpoint(TRUNCATE)") ?? true
            }
            guard !isBusy else { throw DatabaseError(resultCode: .SQLITE_BUSY) }
        } catch {
            throw HistoryError(error, at: path)
        }
        close()
    }

    // MARK: Reading

    /// What listeners chose, and how many damaged rows were left out.
    func choices() throws(HistoryError) -> (restored: RestoredState, skipped: Int) {
        try read { [limits] database in
            var skipped = 0
            let restored = try database.choices(limits: limits, skipped: &skipped)
            return (restored, skipped)
        }
    }

    /// What stations broadcast until now, and how many damaged rows were left out.
    func timelines(
        until now: Timestamp
    ) throws(HistoryError) -> (timelines: [String: StationTimeline], skipped: Int) {
        try read { [limits] database in
            var skipped = 0
            let timelines = try database.timelines(until: now, limits: limits, skipped: &skipped)
            return (timelines, skipped)
        }
    }

    // MARK: Writing

    /// Writes what came, in one transaction. One that holds what listeners chose survives a loss of
    /// power.
    func write(_ batch: HistoryQueue.Batch) throws(HistoryError) {
        let isDurable = !batch.choices.isEmpty
        if isDurable { try synchronise("FULL") }
        defer { if isDurable { try? synchronise("NORMAL") } }
        try write { try $0.remember(batch) }
    }

    private func synchronise(_ mode: String) throws(HistoryError) {
        do {
            try queue.writeWithoutTransaction { database in
                try database.execute(sql: "PRAGMA synchronous = \(mode)")
            }
        } catch {
            throw HistoryError(error, at: path)
        }
    }

    /// Deletes a part of what began before `edge`.
    ///
    /// - Returns: Whether there may be more of it.
    func prune(before edge: Timestamp) throws(HistoryError) -> Bool {
        let limit = limits.prunedAtOnce
        var deleted = 0
        try write { database in
            for (table, start) in [("element", "startedAt"), ("programme", "startsAt")] {
                try database.execute(
                    sql: """
                        DELETE FROM \(table) WHERE (station, id) IN (
                            SELECT station, id FROM \(table)
                            WHERE coalesce(\(start), notedAt) < ? LIMIT ?)
                        """, arguments: [edge.milliseconds, limit])
                deleted = max(deleted, database.changesCount)
            }
        }
        return deleted >= limit
    }
}

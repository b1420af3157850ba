internal import GRDB
public import NowPlaying

/// The database file, for whoever may wait for the disk.
final class HistoryDatabase {
    let path: String
    private let queue: DatabaseQueue

    /// Opens it for writing; makes it where it is not there.
    init(writing path: String, limits: HistoryLimits) throws(HistoryError) {
        self.path = path
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

    /// Opens what is there, be it that a hub writes it, and changes nothing.
    init(reading path: String, limits: HistoryLimits) throws(HistoryError) {
        self.path = path
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
        configuration.busyMode = .timeout(limits.lockPatience.seconds)
        return configuration
    }

    /// Does something in one transaction.
    func write(_ work: (Database) throws -> Void) throws(HistoryError) {
        do {
            try queue.write(work)
        } catch {
            throw HistoryError(error, at: path)
        }
    }

    /// Looks at one state of it.
    func read<Answer>(_ work: (Database) throws -> Answer) throws(HistoryError) -> Answer {
        do {
            return try queue.read(work)
        } catch {
            throw HistoryError(error, at: path)
        }
    }

    /// Closes it, after which it is one file.
    func close() {
        // Whoever cannot close it any more leaves what the next opening recovers.
        try? queue.close()
    }

    // MARK: Writing

    /// Writes what came, in one transaction.
    func remember(_ notes: [HistoryNote]) throws(HistoryError) {
        try write { try $0.remember(notes) }
    }

    /// Deletes a part of what began before `edge`.
    ///
    /// - Returns: Whether there may be more of it.
    func prune(before edge: Timestamp, atMost limit: Int) throws(HistoryError) -> Bool {
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

/// One thing to be written, and when it was learnt.
public struct HistoryNote: Hashable, Sendable {
    let remembrance: Remembrance
    let notedAt: Timestamp

    /// Something that was learnt at this time, on the hub's wall clock.
    public init(_ remembrance: Remembrance, at notedAt: Timestamp) {
        self.remembrance = remembrance
        self.notedAt = notedAt
    }
}

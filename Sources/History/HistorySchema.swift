internal import GRDB

/// The tables, and how older ones become them.
enum HistorySchema {
    /// Tells the file from those of other programs: "nphb" (sqlite.org/pragma.html#application_id).
    static let applicationID: Int32 = 0x6E70_6862

    /// All versions, the oldest first. A version that was published is never changed.
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { database in
            for statement in version1 { try database.execute(sql: statement) }
            try database.execute(sql: "PRAGMA application_id = \(applicationID)")
        }
        migrator.registerMigration("session-heard") { database in
            try database.execute(sql: "ALTER TABLE session ADD COLUMN heard INTEGER")
            try database.execute(sql: "ALTER TABLE session ADD COLUMN isSought INTEGER")
        }
        migrator.registerMigration("track-vocabulary") { database in
            for column in vocabulary {
                try database.execute(sql: "ALTER TABLE element ADD COLUMN \(column)")
            }
        }
        return migrator
    }

    /// Refuses what is another program's, or a newer version's.
    static func verify(_ database: Database, path: String) throws {
        let owner = try Int32.fetchOne(database, sql: "PRAGMA application_id") ?? 0
        let tables = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") ?? 0
        guard owner == applicationID || (owner == 0 && tables == 0) else {
            throw HistoryError.foreign(path: path)
        }
        if tables > 0, try migrator.hasBeenSuperseded(database) {
            throw HistoryError.newer(path: path)
        }
    }

    private static let vocabulary = [
        "year INTEGER", "composer TEXT", "label TEXT", "requestedBy TEXT", "season INTEGER",
        "episode INTEGER", "links TEXT",
    ]

    /// Times are milliseconds since 1970, as the hub's own are; so are lengths.
    private static let version1 = [
        """
        CREATE TABLE element (
            station TEXT NOT NULL, id TEXT NOT NULL,
            startedAt INTEGER, notedAt INTEGER NOT NULL, duration INTEGER,
            title TEXT NOT NULL, artist TEXT, album TEXT, genre TEXT, isrc TEXT,
            artworkURL TEXT, artworkWidth INTEGER, artworkHeight INTEGER, kind TEXT,
            PRIMARY KEY (station, id)
        ) WITHOUT ROWID
        """,
        "CREATE INDEX elementByTime ON element (coalesce(startedAt, notedAt))",
        """
        CREATE TABLE programme (
            station TEXT NOT NULL, id TEXT NOT NULL,
            startsAt INTEGER, notedAt INTEGER NOT NULL, endsAt INTEGER,
            stationsID TEXT, title TEXT NOT NULL, kicker TEXT, artworkURL TEXT,
            PRIMARY KEY (station, id)
        ) WITHOUT ROWID
        """,
        "CREATE INDEX programmeByTime ON programme (coalesce(startsAt, notedAt))",
        "CREATE INDEX programmeOfStation ON programme (station, startsAt)",
        """
        CREATE TABLE preference (
            kind TEXT NOT NULL, place INTEGER NOT NULL, station TEXT NOT NULL, stream TEXT,
            PRIMARY KEY (kind, place)
        ) WITHOUT ROWID
        """,
        """
        CREATE TABLE session (id TEXT NOT NULL PRIMARY KEY, station TEXT, stream TEXT)
        WITHOUT ROWID
        """,
    ]
}

/// The tables, and how older ones become them.
enum HistorySchema {
    /// The kinds of file that a path can lead to.
    enum Finding: Equatable {
        /// A history of this version; one of version 0 has no tables yet.
        case history(version: Int)
        /// A history of a version that this program does not know.
        case newer
        /// Another program's database.
        case foreign
    }

    /// Tells the file from those of other programs: "nphb" (sqlite.org/pragma.html#application_id).
    static let applicationID: Int64 = 0x6E70_6862

    /// The version of the files that this program writes, which SQLite keeps for it
    /// (sqlite.org/pragma.html#pragma_user_version).
    static var version: Int { versions.count }

    /// Looks at a file, and changes nothing.
    static func inspect(_ database: SQLiteConnection) throws(SQLiteError) -> Finding {
        let owner = try database.number("PRAGMA application_id")
        guard try database.number("SELECT count(*) FROM sqlite_master") != 0 else {
            return owner == 0 || owner == applicationID ? .history(version: 0) : .foreign
        }
        guard owner == applicationID else { return .foreign }
        let number = try database.number("PRAGMA user_version") ?? 0
        guard number >= 0 else { throw .damage("its version is \(number)") }
        if number > version { return .newer }
        return number == 0 ? try inspectNamed(database) : .history(version: Int(number))
    }

    /// A file of the first three versions, which have names in a table.
    private static func inspectNamed(
        _ database: SQLiteConnection
    ) throws(SQLiteError) -> Finding {
        let names = Set(try database.values("SELECT identifier FROM grdb_migrations"))
        let known = versionNames.map { SQLiteValue.text($0) }
        if names == Set(known.prefix(names.count)) { return .history(version: names.count) }
        // Later versions have numbers: whatever is not one of the names was not written by nphub.
        throw .damage("its version is not known")
    }

    /// Makes a file of an older version one of this, or leaves it as it is.
    static func update(
        _ database: SQLiteConnection, from old: Int
    ) throws(SQLiteError) {
        guard old < version else { return }
        try database.transaction(.writing) { () throws(SQLiteError) in
            for statement in versions[old...].joined() { try database.execute(statement) }
            try database.execute("PRAGMA user_version = \(version)")
        }
    }

    // MARK: Versions

    /// All versions, the oldest first. A version that was published is never changed.
    private static let versions = [version1, heardSessions, trackVocabulary, stationIndex, cursors]
    private static let versionNames = ["1", "session-heard", "track-vocabulary"]

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
        "PRAGMA application_id = \(applicationID)",
    ]

    private static let heardSessions = [
        "ALTER TABLE session ADD COLUMN heard INTEGER",
        "ALTER TABLE session ADD COLUMN isSought INTEGER",
    ]

    private static let trackVocabulary = [
        "year INTEGER", "composer TEXT", "label TEXT", "requestedBy TEXT", "season INTEGER",
        "episode INTEGER", "links TEXT",
    ].map { "ALTER TABLE element ADD COLUMN \($0)" }

    /// The web server asks for one station's newest plays, without all others'. The name keeps the
    /// programs of the first three versions from a file whose version they do not look at.
    private static let stationIndex = [
        "CREATE INDEX elementOfStation ON element (station, coalesce(startedAt, notedAt))",
        "CREATE TABLE IF NOT EXISTS grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)",
        "INSERT OR IGNORE INTO grdb_migrations VALUES ('user_version')",
    ]

    /// The places up to which the file has what others keep, by their names.
    private static let cursors = [
        "CREATE TABLE cursor (name TEXT NOT NULL PRIMARY KEY, place INTEGER NOT NULL) WITHOUT ROWID"
    ]
}

import Expectations
import Foundation
import NowPlaying
import Testing

@testable import Shell

/// Files of each version that was published, as its program has written them.
struct HistoryUpgradeTests {
    private let folder: Folder

    init() throws {
        folder = try Folder()
    }

    /// Puts a file of a version where the history is.
    private func place(version: Int) throws {
        let versions = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Versions")
        let file = URL(filePath: folder.file)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            at: versions.appending(path: "version\(version).sqlite"), to: file)
    }

    /// The tables and indices with their columns.
    private func schema() throws -> [SQLiteValue] {
        try folder.tamper {
            try $0.values(
                """
                SELECT m.name || ': ' || group_concat(c.name || ' ' || c.type || c.pk)
                FROM sqlite_master AS m LEFT JOIN pragma_table_info(m.name) AS c
                GROUP BY m.name ORDER BY m.name
                """)
        }
    }

    @Test(arguments: 1...3)
    func `nothing of an older file is lost`(version: Int) throws {
        try place(version: version)
        let restored = try folder.restored()
        expect(folder.names, is: ["history.sqlite", "history.sqlite.lock"])
        expect(restored.preferences.favourites, is: ["two", "one"])
        expect(restored.preferences.order, is: ["one"])
        expect(restored.preferences.streams, is: ["one": "north"])
        var main = RestoredState.Session(id: "main", station: "one", stream: "north")
        if version > 1 { (main.heard, main.isSought) = (.now - .seconds(5), true) }
        expect(restored.sessions, is: [main])
        let tracks = restored.timelines["one"]?.elements.map(\.track)
        expect(tracks?.map(\.title), is: ["Sluice", "Undertow"])
        expect(tracks?.map(\.artist), is: ["Mara Ebb", "Mara Ebb"])
        expect(tracks?.map(\.year), is: [version > 2 ? 1994 : nil, nil])
        expect(restored.timelines["one"]?.past.map(\.programme.title), is: ["Dawn"])
        expect(restored.timelines["two"]?.elements.map(\.track.title), is: ["Zoë — 夜"])
        try expect(folder.played(), is: ["one a", "one b", "two c"])
    }

    @Test(arguments: 1...3)
    func `an older file takes what only a new one can hold`(version: Int) throws {
        try place(version: version)
        var track = Track(id: "d", title: "New")
        track.year = 2001
        var car = RestoredState.Session(id: "car", station: "two", stream: nil)
        car.heard = .now
        try folder.write(
            .element(TimelineElement(track: track, startedAt: .now), station: "one"),
            .session(car))
        let restored = try folder.restored()
        expect(restored.timelines["one"]?.elements.first?.track, is: track)
        expect(restored.sessions.first, is: car)
    }

    @Test(arguments: 1...3)
    func `an older file gets the tables of a new one`(version: Int) throws {
        try place(version: version)
        _ = try folder.restored()
        let upgraded = try schema()
        try expect(folder.tamper { try $0.number("PRAGMA user_version") }, is: 5)
        try folder.removeAll()
        try folder.write()
        try expect(schema(), is: upgraded)
        try expect(folder.tamper { try $0.number("PRAGMA user_version") }, is: 5)
    }

    @Test(arguments: 1...3)
    func `an older file that is only read stays as it is`(version: Int) throws {
        try place(version: version)
        let before = try folder.bytes()
        try expect(folder.played(), is: ["one a", "one b", "two c"])
        try expect(folder.bytes(), is: before)
    }

    @Test func `the programs of older versions see that a file is newer`() throws {
        try folder.write(.element("a", ago: 1))
        // They refuse a file with a name in this table that they do not know.
        let names = try folder.tamper { try $0.values("SELECT identifier FROM grdb_migrations") }
        expect(names, is: [.text("user_version")])
    }

    @Test func `an upgrade that fails leaves the file at its version`() throws {
        try place(version: 2)
        try folder.tamper { try $0.execute("CREATE TABLE elementOfStation (a)") }
        try folder.tamper { database in
            #expect(throws: SQLiteError.self) { try HistorySchema.update(database, from: 2) }
            try expect(HistorySchema.inspect(database), is: .history(version: 2))
            let columns = try database.values("SELECT name FROM pragma_table_info('element')")
            #expect(!columns.contains(.text("year")))
        }
    }

    @Test(arguments: [
        "DROP TABLE grdb_migrations", "INSERT INTO grdb_migrations VALUES ('99')",
        "DELETE FROM grdb_migrations WHERE identifier = 'session-heard'",
        """
        DROP TABLE grdb_migrations; CREATE TABLE grdb_migrations (identifier);
        INSERT INTO grdb_migrations VALUES (NULL)
        """, "DELETE FROM grdb_migrations", "PRAGMA user_version = -1", "PRAGMA user_version = 1",
    ])
    func `a file whose version cannot be told is set aside`(damage: String) throws {
        try place(version: 3)
        try folder.tamper { try $0.execute(damage) }
        try expect(folder.restored(), is: RestoredState())
        expect(folder.names.count { $0.contains(".damaged-") }, is: 1)
    }

    @Test func `one station's newest plays are found without those of others`() throws {
        try folder.write(.element("a", ago: 1))
        let plan = try folder.tamper { database in
            var steps: [SQLiteValue?] = []
            try database.statement(
                """
                EXPLAIN QUERY PLAN SELECT id FROM element
                WHERE station = 'one' AND coalesce(startedAt, notedAt) BETWEEN 1 AND 2
                ORDER BY coalesce(startedAt, notedAt) DESC, id DESC LIMIT 3
                """
            ).eachRow([]) { row in
                steps.append(row.value(3))
                return true
            }
            return steps
        }
        expect(
            plan,
            is: [
                .text(
                    "SEARCH element USING INDEX elementOfStation "
                        + "(station=? AND <expr>>? AND <expr><?)")
            ])
    }
}

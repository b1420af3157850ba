import Expectations
import NowPlaying
import Testing

@testable import Shell

/// A file may hold anything: what cannot be used is left out, and nothing ends the program.
struct HistoryDamageTests {
    private let folder: Folder

    init() throws {
        folder = try Folder()
    }

    /// Returns the state that a hub reads from the file, and the number of rows that it skipped.
    private func remembered() throws -> (restored: RestoredState, skipped: Int) {
        let keeper = try folder.keeper()
        defer { keeper.close() }
        let restored = try keeper.restored(at: .now)
        let skipped = keeper.takeNews().map { news in
            if case .skipped(let rows) = news { rows } else { 0 }
        }
        return (restored, skipped.reduce(0, +))
    }

    private func makeHistory() throws {
        var preferences = Preferences()
        preferences.favourites = ["one", "two"]
        preferences.order = ["two"]
        preferences.streams = ["one": "north"]
        try folder.write(
            .element("a", ago: 60), .element("b", ago: 30), .programme("p-1", ago: 90),
            .preferences(preferences), .session(.init(id: "main", station: "one")))
    }

    /// Has the tables take whatever is written into them.
    private func loosenSchema() throws {
        try folder.tamper { database in
            try database.execute(
                """
                PRAGMA writable_schema = 1;
                UPDATE sqlite_master SET sql = replace(sql, ' NOT NULL', '') WHERE type = 'table';
                PRAGMA writable_schema = RESET;
                """)
        }
    }

    /// Every kind of value that a column can hold, and those that calculations fail on.
    private static let values = [
        "NULL", "0", "-1", "9223372036854775807", "-9223372036854775808", "1e300", "-1e300",
        "''", "'x'", "x''", "x'FF00FE'", "CAST(x'FF' AS TEXT)", "'a' || char(27) || 'b'",
        "char(0x9b)", "'javascript:alert(1)'", "printf('%.*c', 20000, 'x')",
    ]
    private static let columns = [
        "element": StoredElement.columns,
        "programme": [
            "station", "id", "startsAt", "notedAt", "endsAt", "stationsID", "title", "kicker",
            "artworkURL",
        ],
        "preference": ["kind", "place", "station", "stream"],
        "session": ["id", "station", "stream", "heard", "isSought"],
    ]

    @Test(arguments: columns.keys.sorted())
    func `no value in any column ends the program`(table: String) throws {
        try makeHistory()
        try loosenSchema()
        for column in try #require(Self.columns[table]) {
            for value in Self.values {
                // Keys cannot be NULL, nor the same twice, in any schema.
                try? folder.tamper {
                    try $0.execute("UPDATE OR REPLACE \(table) SET \(column) = \(value)")
                }
                let (restored, _) = try remembered()
                for timeline in restored.timelines.values { timeline.isCalculable() }
                _ = try folder.played(since: 1_000_000)
            }
            try folder.tamper { try $0.execute("DELETE FROM \(table)") }
            try makeHistory()
        }
    }

    @Test func `a title that is NULL costs its row, and not the others`() throws {
        try makeHistory()
        try loosenSchema()
        try folder.tamper { try $0.execute("UPDATE element SET title = NULL WHERE id = 'a'") }
        let (restored, skipped) = try remembered()
        expect(restored.timelines["one"]?.elements.map(\.id), is: ["b"])
        expect(skipped, is: 1)
        expect(restored.preferences.favourites, is: ["one", "two"])
    }

    @Test func `a station is a favourite once`() throws {
        try makeHistory()
        try folder.tamper { try $0.execute("UPDATE preference SET station = 'one'") }
        let (restored, skipped) = try remembered()
        expect(restored.preferences.favourites, is: ["one"])
        expect(skipped, is: 1)
    }

    @Test(arguments: ["element", "session", "preference"])
    func `a table that is missing costs the file, which is set aside`(table: String) throws {
        try makeHistory()
        try folder.tamper { try $0.execute("DROP TABLE \(table)") }
        let (restored, _) = try remembered()
        #expect(restored.timelines.isEmpty)
        expect(folder.names.count { $0.contains(".damaged-") }, is: 1)
    }

    @Test func `damage to what was played does not cost what listeners chose`() throws {
        try makeHistory()
        try folder.tamper { try $0.execute("DROP TABLE programme") }
        let (restored, _) = try remembered()
        expect(restored.preferences.favourites, is: ["one", "two"])
        expect(restored.preferences.streams, is: ["one": "north"])
        expect(restored.sessions, is: [.init(id: "main", station: "one")])
        expect(folder.names.count { $0.contains(".damaged-") }, is: 1)
        try expect(folder.restored().preferences, is: restored.preferences)
    }

    @Test func `a column that has to be filled costs the file, not what is written`() throws {
        try makeHistory()
        try folder.tamper {
            try $0.execute(
                "CREATE TRIGGER t BEFORE INSERT ON element BEGIN SELECT RAISE(ABORT, 'no'); END")
        }
        let keeper = try folder.keeper()
        try keeper.write([.element("c", ago: 1)])
        keeper.close()
        try expect(folder.played(), is: ["one c"])
    }

    @Test func `every byte of a file may be another`() throws {
        try makeHistory()
        let good = try folder.bytes()
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<150 {
            var bytes = good
            let place = Int.random(in: 0..<bytes.count, using: &generator)
            bytes[place] = UInt8.random(in: 0...255, using: &generator)
            try folder.replace(by: bytes)
            let comment: Comment = "byte \(place) is \(bytes[place])"
            // It is opened, set aside, or refused; whichever, there is an answer.
            do throws(HistoryError) {
                let keeper = try folder.keeper()
                defer { keeper.close() }
                _ = try keeper.restored(at: .now)
                try keeper.write([.element("c", ago: 1)])
            } catch {
                #expect(!error.isDamage, comment)
            }
            _ = try? folder.played()
        }
    }

    @Test func `one station's many rows leave room for those of others`() throws {
        var limits = HistoryLimits()
        limits.elementsPerStation = 5
        let keeper = try folder.keeper(limits)
        try keeper.write((0..<500 as Range<Int64>).map { .element("\($0)", ago: $0, of: "mad") })
        try keeper.write([.element("calm", ago: 600, of: "calm")])
        let timelines = try keeper.restored(at: .now).timelines
        expect(timelines["mad"]?.elements.count, is: 5)
        expect(timelines["calm"]?.elements.map(\.id), is: ["calm"])
        keeper.close()
    }

    @Test func `rows that lie in the future are not what was`() throws {
        var limits = HistoryLimits()
        limits.elementsPerStation = 2
        let keeper = try folder.keeper(limits)
        try keeper.write([
            .element("next year", ago: -31_536_000), .element("tomorrow", ago: -86_400),
            .element("a", ago: 5), .programme("p-1", ago: -86_400), .programme("p-2", ago: 5),
        ])
        let timeline = try keeper.restored(at: .now).timelines["one"]
        expect(timeline?.elements.map(\.id), is: ["a"])
        expect(timeline?.past.map(\.id), is: ["p-2"])
        keeper.close()
    }
}

extension StationTimeline {
    /// Calculates with every time of it, as the hub does.
    fileprivate func isCalculable() {
        for element in elements {
            let start = element.startedAt ?? .now
            let end = start + (element.duration ?? .zero)
            #expect((end - .now).magnitude >= .zero)
        }
        for programme in past {
            for time in [programme.programme.startsAt, programme.programme.endsAt] {
                #expect(((time ?? .now) - .now).magnitude >= .zero)
            }
        }
    }
}

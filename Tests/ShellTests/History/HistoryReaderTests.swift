import Expectations
import Glibc
import NowPlaying
import Testing

@testable import Shell

/// The plays that `nphub history` reads.
struct HistoryReaderTests {
    private let folder: Folder

    init() throws {
        folder = try Folder()
    }

    @Test func `a history is read while it is written`() throws {
        let keeper = try folder.keeper()
        try keeper.write([
            .element("a", ago: 60), .element("b", ago: 30, of: "two"), .element("c", ago: 9_000),
        ])
        try expect(folder.played(), is: ["one a", "two b"])
        try expect(folder.played(["two", "three"]), is: ["two b"])
        try expect(folder.played(since: 10_000), is: ["one c", "one a", "two b"])
        try keeper.write([.element("d", ago: 1)])
        try expect(folder.played(), is: ["one a", "two b", "one d"])
    }

    @Test func `what is not a regular file is refused, not waited for`() throws {
        let fifo = folder.path + "/fifo"
        try #require(mkfifo(fifo, 0o600) == 0)
        for path in [fifo, folder.path] {
            #expect(
                throws: HistoryError.inaccessible(path: path, reason: "it is not a regular file")
            ) { _ = try HistoryReader(path: path) }
        }
    }

    @Test(arguments: [1, 2, 3, 7, 100])
    func `a history that is read in parts is read whole, and nothing twice`(page: Int) throws {
        let times: [Int64?] = [9, 9, 9, 9, 8, 8, nil, nil, 3, 3]
        let notes = times.enumerated().flatMap { number, time in
            ["one", "two"].map { PersistedChange.element("\(number)", ago: time, of: $0) }
        }
        let keeper = try folder.keeper()
        try keeper.write(notes)
        var limits = HistoryLimits()
        limits.page = page
        limits.stationsPage = page
        let whole = try folder.played()
        expect(whole.count, is: 20)
        try expect(folder.played(nil, since: 3_600, limits), is: whole)
        let one = whole.filter { $0.hasPrefix("one") }
        try expect(folder.played(["one"], since: 3_600, limits), is: one)
    }

    @Test(arguments: [1, 2, 100])
    func `damaged rows are left out and counted, wherever a part ends`(page: Int) throws {
        try folder.write(
            .element("1", ago: 9), .element("2", ago: 8), .element("3", ago: 7),
            .element("4", ago: 7), .element("5", ago: 6))
        try folder.tamper { database in
            try database.execute(
                """
                UPDATE element SET title = x'FF' WHERE id = '2';
                UPDATE element SET duration = 'long' WHERE id = '3';
                UPDATE element SET id = x'FF00' WHERE id = '5';
                """)
        }
        var limits = HistoryLimits()
        limits.page = page
        var ids: [String] = []
        let skipped = try HistoryReader(path: folder.file, limits: limits)
            .each(of: nil, since: .now - .seconds(60)) { ids += $0.map(\.element.id) }
        expect(ids, is: ["1", "4"])
        expect(skipped, is: 3)
    }

    @Test func `a part of it holds up no writer`() throws {
        let keeper = try folder.keeper()
        try keeper.write((0..<10).map { .element("\($0)", ago: 10 - $0) })
        var limits = HistoryLimits()
        limits.page = 2
        var parts = 0
        _ = try HistoryReader(path: folder.file, limits: limits)
            .each(of: nil, since: .now - .seconds(60)) { _ in
                parts += 1
                // A reader that had a transaction open would keep the log from being emptied.
                let isBusy = try folder.tamper {
                    try $0.number("PRAGMA wal_checkpoint(TRUNCATE)")
                }
                expect(isBusy, is: 0)
            }
        expect(parts, is: 5)
        keeper.close()
    }

    @Test func `an element is in the programme that was on air when it began`() throws {
        var dawn = Programme(title: "Dawn")
        dawn.startsAt = .now - .seconds(100)
        dawn.endsAt = .now - .seconds(50)
        try folder.write(
            .programme(AiredProgramme(id: "p-1", programme: dawn), station: "one"),
            .element("before", ago: 101), .element("in", ago: 100), .element("after", ago: 50),
            .element("other", ago: 60, of: "two"), .element("unknown", ago: nil))
        var programmes: [String: String?] = [:]
        _ = try HistoryReader(path: folder.file).each(of: nil, since: .now - .seconds(200)) {
            for played in $0 { programmes[played.element.id] = played.programme }
        }
        expect(
            programmes,
            is: ["before": nil, "in": "Dawn", "after": nil, "other": nil, "unknown": nil])
    }

    @Test func `the newest of a station within a time are read, the newest first`() throws {
        try folder.write(
            .element("a", ago: 90), .element("b", ago: 60), .element("c", ago: 30),
            .element("d", ago: 10), .element("e", ago: 20, of: "two"))
        let reader = try HistoryReader(path: folder.file)
        func newest(_ count: Int, since: Int64, until: Int64) throws -> [String] {
            try reader.newest(
                count, of: "one", since: .now - .seconds(since), until: .now - .seconds(until)
            ).map(\.element.id)
        }
        try expect(newest(2, since: 3_600, until: 0), is: ["d", "c"])
        try expect(newest(2, since: 3_600, until: 30), is: ["c", "b"])
        try expect(newest(9, since: 60, until: 20), is: ["c", "b"])
        #expect(try newest(9, since: 5, until: 0).isEmpty)
    }

    @Test func `a history that is not there yet is named`() {
        #expect(throws: HistoryError.missing(path: folder.file)) {
            _ = try HistoryReader(path: folder.file)
        }
    }
}

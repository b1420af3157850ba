import Expectations
import NowPlaying
import Testing

@testable import Shell

/// The file: what goes in comes out, and what is wrong with it costs no more than it must.
struct HistoryKeeperTests {
    private let folder: Folder

    init() throws {
        folder = try Folder()
    }

    // MARK: What is kept

    @Test func `every part of an element and a programme comes back`() throws {
        var track = Track(id: "1f", title: "First Light")
        track.artist = "Mara Ebb"
        track.album = "Tides"
        track.genre = "Ambient"
        track.isrc = "DEXX02400001"
        track.artworkURL = "https://radio.example/1.jpg"
        track.artworkSize = ArtworkSize(width: 600, height: 500)
        track.kind = .music
        track.year = 1994
        (track.composer, track.label, track.requestedBy) = ("Mara Ebb", "Sluice", "Joni")
        (track.season, track.episode) = (0, 7)
        track.links = [
            TrackLink(service: "qobuz", address: "https://q.example/?a=1"),
            TrackLink(service: "spotify", address: "https://s.example/1"),
        ]
        let element = TimelineElement(
            track: track, startedAt: .now - .seconds(60), duration: .milliseconds(200_500))
        var programme = Programme(title: "Dawn")
        programme.id = "d1"
        programme.kicker = "With Mara"
        programme.startsAt = .now - .seconds(600)
        programme.endsAt = .now + .seconds(600)
        programme.artworkURL = "https://radio.example/d.jpg"
        let aired = AiredProgramme(id: "p-2", programme: programme)
        try folder.write(
            .element(element, station: "one"), .programme(aired, station: "one"))
        let timeline = try folder.restored().timelines["one"]
        expect(timeline, is: StationTimeline(past: [aired], elements: [element]))
    }

    @Test func `of what comes at once, what is known last of an element stays`() throws {
        let titles = (0..<40).map { "Title \($0)" }
        let notes = titles.flatMap { title in
            ["a", "0123456789abcdef", "0123456789abcdee", "z_"].map {
                PersistedChange.element($0, ago: 60, title: title, of: "two")
            } + [.element("a", ago: 60, title: "Of \(title)", of: "one")]
        }
        let keeper = try folder.keeper()
        try keeper.write(notes)
        keeper.close()
        let timelines = try folder.restored().timelines
        expect(timelines["one"]?.elements.map(\.track.title), is: ["Of Title 39"])
        let last = Array(repeating: "Title 39", count: 4)
        expect(timelines["two"]?.elements.map(\.track.title), is: last)
    }

    @Test func `choices and sessions come back, and what is over does not`() throws {
        var first = Preferences()
        first.favourites = ["b"]
        var preferences = Preferences()
        preferences.favourites = ["c", "a"]
        preferences.order = ["a", "c"]
        preferences.streams = ["a": "north"]
        var main = RestoredState.Session(id: "main", station: "a", stream: "north")
        main.heard = Timestamp(milliseconds: 1_735_741_800_123)
        main.isSought = true
        try folder.write(
            .preferences(first),
            .preferences(preferences),
            .session(.init(id: "car", station: "a")),
            .session(main),
            .sessionEnded("car"))
        let restored = try folder.restored()
        expect(restored.preferences, is: preferences)
        expect(restored.sessions, is: [main])
    }

    @Test func `what is known better replaces what was known, under the same id`() throws {
        try folder.write(.element("a", ago: nil, title: "Frist"))
        try folder.write(.element("a", ago: 30, title: "First"))
        try expect(folder.restored().timelines["one"]?.elements.map(\.track.title), is: ["First"])
    }

    @Test func `a play that has another id now is kept under that alone`() throws {
        try folder.write(.element("mine", ago: 60), .element("mine", ago: 60, of: "two"))
        try folder.write(.renamed("mine", station: "one"), .element("theirs", ago: 59))
        try expect(folder.played(), is: ["two mine", "one theirs"])
    }

    @Test func `a hub that starts is given the window, newest first, as far as it fits`() throws {
        try folder.write(
            .element("20", ago: 20), .element("10", ago: 10), .element("40", ago: 40),
            .element("30", ago: 30), .element("old", ago: 20_000))
        try expect(
            folder.restored().timelines["one"]?.elements.map(\.id), is: ["10", "20", "30", "40"])
        var limits = HistoryLimits()
        limits.elementsPerStation = 2
        let keeper = try folder.keeper(limits)
        try expect(
            keeper.restored(at: .now).timelines["one"]?.elements.map(\.id), is: ["10", "20"])
    }

    @Test func `what is older than is to be kept goes, a part at a time`() throws {
        var limits = HistoryLimits()
        limits.prunedAtOnce = 2
        let keeper = try folder.keeper(limits)
        try keeper.write((0..<5).map { .element("\($0)", ago: 100 + $0) })
        try keeper.write([.element("new", ago: 5)])
        let edge = Timestamp.now - .seconds(50)
        #expect(try keeper.prune(before: edge, at: .now))
        #expect(try keeper.prune(before: edge, at: .now))
        #expect(try !keeper.prune(before: edge, at: .now))
        keeper.close()
        try expect(folder.restored().timelines["one"]?.elements.map(\.id), is: ["new"])
    }

    @Test func `it is one file when it is closed, and written ahead while it is open`() throws {
        let keeper = try folder.keeper()
        try keeper.write([.element("a", ago: 1)])
        #expect(folder.names.contains("history.sqlite-wal"))
        keeper.close()
        expect(folder.names, is: ["history.sqlite", "history.sqlite.lock"])
        try expect(folder.tamper { try $0.values("PRAGMA journal_mode") }, is: [.text("wal")])
    }

    // MARK: What is wrong

    @Test func `what is not a database is set aside, and a new one begun`() throws {
        try folder.write(.element("a", ago: 1))
        try folder.overwrite(Array("This is a shopping list.".utf8), at: 0)
        let keeper = try folder.keeper()
        try expect(keeper.restored(at: .now), is: RestoredState())
        let name = folder.file + ".damaged-20241220T170000Z"
        guard case .setAside(name, _)? = keeper.takeNews().first else {
            Issue.record("nothing was told")
            return
        }
        try keeper.write([.element("b", ago: 1)])
        keeper.close()
        try expect(folder.restored().timelines["one"]?.elements.map(\.id), is: ["b"])
        #expect(folder.names.contains("history.sqlite.damaged-20241220T170000Z"))
    }

    @Test func `a page that breaks while it is written costs the file, not what comes`() throws {
        try folder.write(.element("a", ago: 1))
        let size = try folder.tamper {
            try $0.number("SELECT page_count * 4096 FROM pragma_page_count")
        }
        for page in stride(from: 4_096, to: Int(try #require(size)), by: 4_096) {
            try folder.overwrite(Array(repeating: 0xA5, count: 4_096), at: page)
        }
        let keeper = try folder.keeper()
        try keeper.write([.element("b", ago: 1)])
        keeper.close()
        expect(folder.names.count { $0.contains(".damaged-") }, is: 1)
        try expect(folder.restored().timelines["one"]?.elements.map(\.id), is: ["b"])
    }

    @Test func `what a newer version has written is left as it is`() throws {
        try folder.write(.element("a", ago: 1))
        try folder.tamper { try $0.execute("PRAGMA user_version = 99") }
        #expect(throws: HistoryError.newer(path: folder.file)) { _ = try folder.keeper() }
        #expect(!folder.names.contains { $0.contains(".damaged-") })
    }

    @Test func `another program's database is left as it is`() throws {
        try folder.write(.element("a", ago: 1))
        try folder.tamper { try $0.execute("PRAGMA application_id = 7") }
        #expect(throws: HistoryError.foreign(path: folder.file)) { _ = try folder.keeper() }
    }

    @Test func `a file is one hub's`() throws {
        let keeper = try folder.keeper()
        #expect(throws: HistoryError.taken(path: folder.file)) { _ = try folder.keeper() }
        withExtendedLifetime(keeper) {}
    }

    @Test func `a folder that cannot be made is named`() throws {
        #expect {
            try HistoryKeeper("/dev/null/nphub/h.sqlite", limits: HistoryLimits(), at: .now)
        } throws: {
            guard case HistoryError.folder("/dev/null/nphub", _) = $0 else { return false }
            return true
        }
    }

    @Test func `a full disk is told, and nothing of the file is lost`() throws {
        var limits = HistoryLimits()
        limits.pages = 40
        let keeper = try folder.keeper(limits)
        try keeper.write([.element("a", ago: 1)])
        let many: [PersistedChange] = (0..<5_000).map {
            .element("\($0)", ago: 2, title: String(repeating: "x", count: 200))
        }
        #expect(throws: HistoryError.full(path: folder.file)) {
            try keeper.write(many)
        }
        try keeper.write([.element("b", ago: 0)])
        keeper.close()
        try expect(folder.restored().timelines["one"]?.elements.map(\.id), is: ["b", "a"])
    }
}

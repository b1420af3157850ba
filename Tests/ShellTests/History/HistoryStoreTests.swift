import Expectations
import Glibc
import NowPlaying
import Support
import Testing

@testable import Shell

/// The thread that writes, and readers meanwhile.
struct HistoryStoreTests {
    private let folder: Folder
    private let told = Told()

    init() throws {
        folder = try Folder()
    }

    private func store(_ limits: HistoryLimits = HistoryLimits()) -> HistoryStore {
        HistoryStore(
            folder.file, keep: .seconds(86_400), limits: limits, clock: { .start },
            tell: told.take)
    }

    @Test func `all that came is written at the end`() throws {
        let store = store()
        for age in 0..<100 as Range<Int64> {
            store.remember(.element("\(age)", ago: age), at: .start)
        }
        #expect(store.finish(by: .after(.seconds(30))))
        #expect(told.all.isEmpty)
        try expect(folder.played().count, is: 100)
        expect(self.store().takeRestoredState()?.timelines["one"]?.elements.count, is: 100)
    }

    @Test func `a place up to which it has what others keep is known after a restart`() throws {
        let store = store()
        for place in [7, 9] as [Int64] { store.noteCursor("plays of x", at: place, at: .start) }
        expect(store.cursors, is: [:])
        #expect(store.finish(by: .after(.seconds(30))))
        expect(self.store().cursors, is: ["plays of x": 9])
    }

    @Test func `threads that serve listeners go before the thread that writes`() throws {
        let niceness = Monitor<[CInt]>([])
        let store = HistoryStore(folder.file, keep: .seconds(86_400)) {
            let own = getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)
            niceness.withLock { $0.append(own) }
            return .start
        } tell: { _ in
        }
        #expect(store.finish(by: .after(.seconds(30))))
        let (opening, writing) = niceness.withLock { ($0.first, $0.last) }
        expect(writing, is: opening.map { min($0 + 10, 19) })
    }

    @Test func `preferences are told when they are in the file, by their number`() throws {
        let store = store()
        for count in 1...3 {
            var preferences = Preferences()
            preferences.favourites = (1...count).map { "s\($0)" }
            store.remember(.preferences(preferences), at: .start)
        }
        #expect(store.finish(by: .after(.seconds(30))))
        expect(told.all.last, is: .preferencesWritten(count: 3))
        let kept = self.store().takeRestoredState()?.preferences
        expect(kept?.favourites, is: ["s1", "s2", "s3"])
    }

    @Test func `what there is no room for is counted`() throws {
        var limits = HistoryLimits()
        limits.notesAtOnce = 3
        let store = store(limits)
        for age in 0..<10 as Range<Int64> {
            store.remember(.element("\(age)", ago: age), at: .start)
        }
        #expect(store.finish(by: .after(.seconds(30))))
        var drops = HistoryDrops()
        drops.add(7, of: "one")
        expect(told.all, is: [.dropped(drops)])
        try expect(folder.played(), is: ["one 2", "one 1", "one 0"])
    }

    @Test func `a full disk is told once, and the end does not wait for it`() throws {
        var limits = HistoryLimits()
        limits.pages = 20
        limits.notesAtOnce = 2_000
        let store = store(limits)
        for age in 0..<2_000 as Range<Int64> {
            store.remember(.element("\(age)", ago: age), at: .start)
        }
        #expect(!store.finish(by: .after(.seconds(30))))
        expect(told.all, is: [.failed(.full(path: folder.file))])
    }

    @Test(.timeLimit(.minutes(1)))
    func `what listeners choose is on the disk in a moment, though nothing else is`() throws {
        let store = store()
        store.remember(.element("a", ago: 1), at: .start)
        store.remember(.favourites("one"), at: .start)
        let database = try SQLiteConnection(folder.file, for: .reading, lockTimeout: .zero)
        var favourites: [SQLiteValue] = []
        while favourites.isEmpty {
            favourites = try database.values("SELECT station FROM preference")
        }
        expect(favourites, is: [.text("one")])
        #expect(store.finish(by: .after(.seconds(30))))
    }

    @Test func `a file that could not be opened at the start is tried again at the end`() throws {
        let keeper = try folder.keeper()
        let store = store()
        expect(store.failure, is: .taken(path: folder.file))
        expect(store.takeRestoredState(), is: nil)
        store.remember(.element("a", ago: 1), at: .start)
        keeper.close()
        #expect(store.finish(by: .after(.seconds(30))))
        expect(told.all, is: [.opened(RestoredState()), .works])
        try expect(folder.played(), is: ["one a"])
    }
}

import Glibc
import NowPlaying
import Synchronization
import Testing

@testable import History

/// The thread that writes, and whoever reads meanwhile.
struct HistoryStoreTests {
    private let folder: Folder
    private let told = Told()

    init() throws {
        folder = try Folder()
    }

    private func store(_ limits: HistoryLimits = HistoryLimits()) throws -> HistoryStore {
        try HistoryStore(
            folder.file, keep: .seconds(86_400), limits: limits,
            clock: { Moment(monotonic: Instant(milliseconds: 0), wall: .now) },
            tell: told.take)
    }

    private func played(_ stations: [String]? = nil, since seconds: Int64 = 3_600) throws
        -> [String]
    {
        var ids: [String] = []
        try HistoryReader(path: folder.file).each(of: stations, since: .now - .seconds(seconds)) {
            ids.append("\($0.station) \($0.element.id)")
        }
        return ids
    }

    @Test func `all that came is written at the end`() throws {
        let store = try store()
        for age in 0..<100 as Range<Int64> {
            store.remember(.element(.make("\(age)", ago: age), station: "one"), at: .now)
        }
        #expect(store.finish(within: 30))
        #expect(told.all.isEmpty)
        #expect(try played().count == 100)
        #expect(try self.store().memory.timelines["one"]?.elements.count == 100)
    }

    @Test func `whoever serves listeners goes before the thread that writes`() throws {
        let niceness = Mutex<[CInt]>([])
        let store = try HistoryStore(folder.file, keep: .seconds(86_400)) {
            let own = getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)
            niceness.withLock { $0.append(own) }
            return Moment(monotonic: Instant(milliseconds: 0), wall: .now)
        } tell: { _ in
        }
        #expect(store.finish(within: 30))
        let (opening, writing) = niceness.withLock { ($0.first, $0.last) }
        #expect(writing == opening.map { min($0 + 10, 19) })
    }

    @Test func `what there is no room for is counted`() throws {
        var limits = HistoryLimits()
        limits.waiting = 3
        limits.batching = .seconds(60)
        let store = try store(limits)
        for age in 0..<10 as Range<Int64> {
            store.remember(.element(.make("\(age)", ago: age), station: "one"), at: .now)
        }
        #expect(store.finish(within: 30))
        #expect(told.all == [.dropped(total: 7)])
        #expect(try played() == ["one 2", "one 1", "one 0"])
    }

    @Test func `a full disk is told once, and the end does not wait for it`() throws {
        var limits = HistoryLimits()
        limits.pages = 20
        let store = try store(limits)
        for age in 0..<2_000 as Range<Int64> {
            store.remember(.element(.make("\(age)", ago: age), station: "one"), at: .now)
        }
        #expect(!store.finish(within: 30))
        #expect(told.all == [.failed(.full(path: folder.file))])
    }

    @Test func `a history is read while it is written`() throws {
        let keeper = try folder.keeper()
        try keeper.remember(
            [.element("a", ago: 60), .element("b", ago: 30, of: "two"), .element("c", ago: 9_000)],
            at: .now)
        #expect(try played() == ["one a", "two b"])
        #expect(try played(["two", "three"]) == ["two b"])
        #expect(try played(since: 10_000) == ["one c", "one a", "two b"])
        try keeper.remember([.element("d", ago: 1)], at: .now)
        #expect(try played() == ["one a", "two b", "one d"])
    }

    @Test func `an element is in the programme that was on air when it began`() throws {
        var dawn = Programme(title: "Dawn")
        dawn.startsAt = .now - .seconds(100)
        dawn.endsAt = .now - .seconds(50)
        let keeper = try folder.keeper()
        let aired = AiredProgramme(id: "p-1", programme: dawn)
        try keeper.remember(
            [
                HistoryNote(.programme(aired, station: "one"), at: .now),
                .element("before", ago: 101), .element("in", ago: 100), .element("after", ago: 50),
                .element("other", ago: 60, of: "two"), .element("unknown", ago: nil),
            ], at: .now)
        var programmes: [String: String?] = [:]
        try HistoryReader(path: folder.file).each(of: nil, since: .now - .seconds(200)) {
            programmes[$0.element.id] = $0.programme
        }
        #expect(
            programmes == ["before": nil, "in": "Dawn", "after": nil, "other": nil, "unknown": nil])
    }

    @Test func `a history that is not there yet is named`() {
        #expect(throws: HistoryError.missing(path: folder.file)) {
            _ = try HistoryReader(path: folder.file)
        }
    }
}

import Expectations
import Foundation
import NowPlaying
import Support
import Testing

@testable import Shell

/// The work of the history's thread in the course of time.
struct HistoryWriterTests {
    private let folder: Folder
    private let told = Told()
    private let queue = Monitor(HistoryQueue(within: HistoryLimits()))

    init() throws {
        folder = try Folder()
    }

    private func writer(keep: Int64 = 86_400, at now: Moment = .start) -> HistoryWriter {
        HistoryWriter(
            folder.file, keep: .seconds(keep), limits: Self.limits, at: now, tell: told.take)
    }

    /// No test waits for a lock.
    private static var limits: HistoryLimits {
        var limits = HistoryLimits()
        limits.lockTimeout = .zero
        return limits
    }

    private func remember(_ change: PersistedChange, at seconds: Double = 0) {
        _ = queue.withLock { $0.apply(change, at: .at(seconds)) }
    }

    private func due(_ writer: HistoryWriter) -> Double {
        Double(writer.deadline(due: queue.withLock { $0.due }).milliseconds) / 1_000
    }

    // MARK: When

    @Test func `what is played is written after five seconds, and a choice at once`() throws {
        let writer = writer()
        remember(.element("a", ago: 0), at: 10)
        expect(due(writer), is: 15)
        remember(.favourites("one"), at: 12)
        expect(due(writer), is: 12)
        writer.work(through: queue, at: .at(12))
        let favourites = try folder.tamper { try $0.values("SELECT station FROM preference") }
        expect(favourites, is: [.text("one")])
        try expect(folder.played(), is: ["one a"])
        writer.close()
    }

    @Test func `a choice is on the disk, and what is played need not be yet`() throws {
        let writer = writer()
        remember(.favourites("one"))
        writer.work(through: queue, at: .start)
        // A crash of the machine leaves only synchronised data. In mode FULL, each transaction
        // synchronises the database's log.
        let copy = folder.path + "/copy.sqlite"
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: folder.file + suffix, toPath: copy + suffix)
        }
        let favourites = try SQLiteConnection(copy, for: .writing, lockTimeout: .zero)
            .values("SELECT station FROM preference")
        expect(favourites, is: [.text("one")])
        writer.close()
    }

    // MARK: What cannot be opened

    @Test func `a file that is locked at the start is opened when the lock is gone`() throws {
        try folder.write(.favourites("before"), .element("old", ago: 60))
        let other = try SQLiteConnection(folder.file, for: .writing, lockTimeout: .zero)
        try other.execute("PRAGMA locking_mode=EXCLUSIVE; BEGIN EXCLUSIVE")
        let writer = writer()
        #expect(writer.failure != nil)
        expect(writer.takeRestoredState(), is: nil)
        remember(.element("a", ago: 0))
        expect(due(writer), is: 10)
        writer.work(through: queue, at: .at(10))
        #expect(told.all.isEmpty)
        try other.execute("COMMIT")
        other.close()
        expect(due(writer), is: 20)
        writer.work(through: queue, at: .at(20))
        guard case .opened(let restored) = told.all.first else {
            Issue.record("not opened: \(told.all)")
            return
        }
        expect(restored.preferences.favourites, is: ["before"])
        expect(restored.timelines["one"]?.elements.map(\.id), is: ["old"])
        expect(told.all.dropFirst(), is: [.works])
        expect(writer.failure, is: nil)
        writer.close()
        try expect(folder.played(), is: ["one old", "one a"])
    }

    @Test func `a folder that is missing and cannot be made is made when it can be`() throws {
        let state = folder.path + "/state"
        try Data().write(to: URL(filePath: state))
        let writer = writer()
        #expect(writer.failure != nil)
        try FileManager.default.removeItem(atPath: state)
        remember(.element("a", ago: 0))
        writer.work(through: queue, at: .at(10))
        expect(told.all, is: [.opened(RestoredState()), .works])
        writer.close()
        try expect(folder.played(), is: ["one a"])
    }

    @Test func `another hub's file is taken over when that hub has ended`() throws {
        let other = try folder.keeper()
        let writer = writer()
        expect(writer.failure, is: .taken(path: folder.file))
        try other.write([.favourites("theirs")])
        other.close()
        writer.work(through: queue, at: .at(10))
        guard case .opened(let restored) = told.all.first else {
            Issue.record("not opened: \(told.all)")
            return
        }
        expect(restored.preferences.favourites, is: ["theirs"])
        writer.close()
    }

    @Test func `a failure is told once, and again where its reason is another`() throws {
        let writer = writer()
        try folder.tamper { try $0.execute("PRAGMA application_id = 7") }
        writer.close()
        for seconds in [10.0, 20.0] { writer.work(through: queue, at: .at(seconds)) }
        expect(told.all, is: [.failed(.foreign(path: folder.file))])
        try folder.tamper {
            try $0.execute(
                """
                PRAGMA application_id = \(HistorySchema.applicationID);
                PRAGMA user_version = 99
                """)
        }
        writer.work(through: queue, at: .at(30))
        expect(told.all.last, is: .failed(.newer(path: folder.file)))
    }

    // MARK: What becomes of an open file

    @Test(arguments: [true, false])
    func `a file that is deleted or replaced while it is open is begun anew`(
        isDeleted: Bool
    ) throws {
        let writer = writer()
        remember(.element("a", ago: 9))
        writer.work(through: queue, at: .start)
        if isDeleted {
            try FileManager.default.removeItem(atPath: folder.file)
        } else {
            let other = try Folder()
            try other.write(.favourites("theirs"))
            try FileManager.default.removeItem(atPath: folder.file)
            try FileManager.default.copyItem(atPath: other.file, toPath: folder.file)
        }
        remember(.element("b", ago: 8))
        writer.work(through: queue, at: .at(5))
        var restored = RestoredState()
        if !isDeleted { restored.preferences.favourites = ["theirs"] }
        expect(told.all, is: [.vanished(path: folder.file), .opened(restored)])
        writer.close()
        try expect(folder.played(), is: ["one b"])
    }

    @Test func `a folder that is deleted is made anew`() throws {
        let writer = writer()
        try FileManager.default.removeItem(atPath: folder.path + "/state")
        remember(.element("a", ago: 0))
        writer.work(through: queue, at: .at(5))
        writer.close()
        try expect(folder.played(), is: ["one a"])
        #expect(throws: Never.self) { try folder.keeper().close() }
    }

    @Test func `a file that is damaged while it is open asks for what listeners chose`() throws {
        let writer = writer()
        remember(.element("a", ago: 9))
        writer.work(through: queue, at: .start)
        try folder.tamper { try $0.execute("DROP TABLE session; DROP TABLE element") }
        remember(.element("b", ago: 8))
        writer.work(through: queue, at: .at(5))
        guard told.all.count == 2, case .setAside = told.all[0] else {
            Issue.record("not set aside: \(told.all)")
            return
        }
        expect(told.all[1], is: .opened(RestoredState()))
        writer.close()
        try expect(folder.played(), is: ["one b"])
    }

    @Test func `a damaged file that cannot be set aside is tried again, and in vain only so long`()
        throws
    {
        let writer = writer()
        remember(.element("a", ago: 9))
        writer.work(through: queue, at: .start)
        try folder.tamper { try $0.execute("DROP TABLE session; DROP TABLE element") }
        let obstacle = folder.file + ".damaged-" + Self.name(of: Moment.at(5).wall)
        try FileManager.default.createDirectory(
            atPath: obstacle, withIntermediateDirectories: false)
        remember(.element("b", ago: 8))
        writer.work(through: queue, at: .at(5))
        #expect(writer.failure != nil)
        try FileManager.default.removeItem(atPath: obstacle)
        writer.work(through: queue, at: .at(15))
        expect(writer.failure, is: nil)
        writer.close()
        try expect(folder.played(), is: ["one b"])
    }

    /// A time as names of files have it.
    private static func name(of time: Timestamp) -> String {
        Date(timeIntervalSince1970: Double(time.milliseconds / 1_000)).formatted(
            .iso8601.dateSeparator(.omitted).timeSeparator(.omitted))
    }

    // MARK: Clocks

    @Test func `what is too old is deleted when the clock has been steady for a while`() throws {
        try folder.write(.element("old", ago: 90_000), .element("new", ago: 5))
        let writer = writer()
        expect(due(writer), is: 300)
        writer.work(through: queue, at: .at(299))
        try expect(folder.played(since: 100_000), is: ["one old", "one new"])
        writer.work(through: queue, at: .at(300))
        try expect(folder.played(since: 100_000), is: ["one new"])
        expect(due(writer), is: 3_900)
        writer.close()
    }

    @Test func `a clock that starts a year ahead and is corrected costs nothing`() throws {
        try folder.write(.element("a", ago: 60), .element("b", ago: 5))
        let wrong = Moment(monotonic: .init(milliseconds: 0), wall: .now + .seconds(31_536_000))
        let writer = writer(at: wrong)
        expect(writer.takeRestoredState()?.timelines.isEmpty, is: true)
        writer.work(through: queue, at: wrong + .seconds(299))
        writer.work(through: queue, at: .at(310))
        expect(due(writer), is: 610)
        writer.work(through: queue, at: .at(610))
        try expect(folder.played(), is: ["one a", "one b"])
        writer.close()
    }

    @Test func `what lies ahead of a clock that starts wrong is known once it is right`() throws {
        try folder.write(.element("a", ago: 60))
        let wrong = Moment(monotonic: .init(milliseconds: 0), wall: .now - .seconds(31_536_000))
        let writer = writer(at: wrong)
        expect(writer.takeRestoredState()?.timelines.isEmpty, is: true)
        writer.work(through: queue, at: .at(20))
        guard case .recalled(let restored) = told.all.first else {
            Issue.record("nothing was recalled: \(told.all)")
            return
        }
        expect(restored.timelines["one"]?.elements.map(\.id), is: ["a"])
        writer.work(through: queue, at: .at(30))
        expect(told.all.count, is: 1)
        writer.close()
    }
}

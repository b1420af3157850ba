import Foundation
import NowPlaying
import Support
import Testing

@testable import Shell

/// A folder for a test's files, gone when the test is.
final class Folder {
    let path = FileManager.default.temporaryDirectory
        .appendingPathComponent("nphub-history-\(UInt64.random(in: .min ... .max))").path

    init() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The path of the history, in a folder that does not exist yet.
    var file: String { path + "/state/history.sqlite" }

    /// The names of the files beside it, itself included, sorted.
    var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path + "/state")) ?? []).sorted()
    }

    /// Opens it as a hub does.
    func keeper(_ limits: HistoryLimits = HistoryLimits()) throws(HistoryError) -> HistoryKeeper {
        try HistoryKeeper(file, limits: limits, at: .now)
    }

    /// Has a history written, and closes it.
    func write(_ persistedChanges: PersistedChange...) throws {
        let keeper = try keeper()
        try keeper.write(persistedChanges)
        keeper.close()
    }

    /// Returns the state that a starting hub is given.
    func restored() throws -> RestoredState {
        let keeper = try keeper()
        defer { keeper.close() }
        return try keeper.restored(at: .now)
    }

    /// Returns the station and the id of each play that `nphub history` lists.
    func played(
        _ stations: [String]? = nil, since seconds: Int64 = 3_600,
        _ limits: HistoryLimits = HistoryLimits()
    ) throws -> [String] {
        var ids: [String] = []
        let reader = try HistoryReader(path: file, limits: limits)
        _ = try reader.each(of: stations, since: .now - .seconds(seconds)) { page in
            ids += page.map { "\($0.station) \($0.element.id)" }
        }
        return ids
    }

    /// All that is in the file, which must be closed.
    func bytes() throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: file))) }

    /// Removes the history with all that belongs to it.
    func removeAll() throws { try FileManager.default.removeItem(atPath: path + "/state") }

    /// Puts a file with these bytes in the place of all that is there.
    func replace(by bytes: [UInt8]) throws {
        try removeAll()
        try FileManager.default.createDirectory(
            atPath: path + "/state", withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(filePath: file))
    }

    /// The rights of a file beside the history, such as `-wal`.
    func mode(_ suffix: String = "") throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: file + suffix)
        return try #require(attributes[.posixPermissions] as? Int)
    }

    /// Does something with the file behind the history's back.
    func tamper<Answer>(_ work: (SQLiteConnection) throws -> Answer) throws -> Answer {
        try work(SQLiteConnection(file, for: .writing, lockTimeout: .zero))
    }

    /// Puts bytes into the file at this place.
    func overwrite(_ bytes: [UInt8], at offset: Int) throws {
        let handle = try #require(FileHandle(forUpdatingAtPath: file))
        try handle.seek(toOffset: UInt64(offset))
        try handle.write(contentsOf: Data(bytes))
        try handle.close()
    }
}

/// All that a store has told.
final class Told: Sendable {
    private let news = Monitor<[HistoryNews]>([])

    func take(_ one: HistoryNews) { news.withLock { $0.append(one) } }

    var all: [HistoryNews] { news.withLock { $0 } }
}

extension HistoryKeeper {
    /// Writes these, all at once.
    func write(_ persistedChanges: [PersistedChange]) throws(HistoryError) {
        var limits = HistoryLimits()
        limits.notesAtOnce = .max
        limits.writtenAtOnce = .max
        var queue = HistoryQueue(within: limits)
        for change in persistedChanges { _ = queue.apply(change, at: .start) }
        try write(queue.takeBatch(at: Moment.start.monotonic), at: .now)
    }
}

extension Timestamp {
    /// The time of every test.
    static let now = Timestamp(milliseconds: 1_734_714_000_000)
}

extension Moment {
    /// The moment at which every test begins.
    static let start = Moment(monotonic: Instant(milliseconds: 0), wall: .now)

    /// So many seconds after the start.
    static func at(_ seconds: Double) -> Moment { start + .seconds(1) * seconds }
}

extension PersistedChange {
    /// A title that began so many seconds ago.
    static func element(
        _ id: String, ago seconds: Int64?, title: String = "A", of station: String = "one"
    ) -> PersistedChange {
        let start = seconds.map { Timestamp.now - .seconds($0) }
        return .element(
            TimelineElement(track: Track(id: id, title: title), startedAt: start),
            station: station)
    }

    /// A programme that began so many seconds ago.
    static func programme(
        _ id: String, ago seconds: Int64?, title: String = "P", of station: String = "one"
    ) -> PersistedChange {
        var programme = Programme(title: title)
        programme.startsAt = seconds.map { Timestamp.now - .seconds($0) }
        return .programme(AiredProgramme(id: id, programme: programme), station: station)
    }

    /// Favourites, and nothing else that listeners chose.
    static func favourites(_ stations: String...) -> PersistedChange {
        var preferences = Preferences()
        preferences.favourites = stations
        return .preferences(preferences)
    }
}

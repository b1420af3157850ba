import Foundation
import GRDB
import NowPlaying
import Synchronization
import Testing

@testable import History

/// A folder for a test's files, gone when the test is.
final class Folder {
    let path = FileManager.default.temporaryDirectory
        .appendingPathComponent("nphub-history-\(UInt64.random(in: .min ... .max))").path

    init() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Where the history is, in a folder that is not there yet.
    var file: String { path + "/state/history.sqlite" }

    /// The names of the files beside it, itself included, sorted.
    var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path + "/state")) ?? []).sorted()
    }

    /// Opens it as a hub does.
    func keeper(_ limits: HistoryLimits = HistoryLimits()) throws(HistoryError) -> HistoryKeeper {
        try HistoryKeeper(file, limits: limits, at: .now)
    }

    /// Does something with the file behind the history's back.
    func tamper<Answer>(_ work: (Database) throws -> Answer) throws -> Answer {
        try DatabaseQueue(path: file).writeWithoutTransaction(work)
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
    private let news = Mutex<[HistoryNews]>([])

    func take(_ one: HistoryNews) { news.withLock { $0.append(one) } }

    var all: [HistoryNews] { news.withLock { $0 } }
}

extension Timestamp {
    /// The time of every test.
    static let now = Timestamp(milliseconds: 1_734_714_000_000)
}

extension TimelineElement {
    /// A title that began so many seconds ago.
    static func make(_ id: String, ago seconds: Int64?, title: String = "A") -> TimelineElement {
        TimelineElement(
            track: Track(id: id, title: title), startedAt: seconds.map { .now - .seconds($0) })
    }
}

extension HistoryNote {
    static func element(
        _ id: String, ago seconds: Int64?, title: String = "A", of station: String = "one"
    ) -> HistoryNote {
        HistoryNote(.element(.make(id, ago: seconds, title: title), station: station), at: .now)
    }
}

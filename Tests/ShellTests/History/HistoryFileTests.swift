import Expectations
import Foundation
import Glibc
import NowPlaying
import Support
import Testing

@testable import Shell

/// Only the owner of the history can read the plays and the choices.
struct HistoryFileTests {
    private let folder: Folder

    init() throws {
        folder = try Folder()
        // A folder that others can look into.
        try FileManager.default.createDirectory(
            atPath: folder.path + "/state", withIntermediateDirectories: true)
        chmod(folder.path + "/state", 0o755)
    }

    @Test func `all files of a new history are for their owner alone`() throws {
        let keeper = try folder.keeper()
        try keeper.write([.element("a", ago: 1)])
        for suffix in ["", "-wal", "-shm", ".lock"] {
            try expect(folder.mode(suffix), is: 0o600, "\(suffix)")
        }
        keeper.close()
    }

    @Test func `so become those of one that others could read`() throws {
        try folder.write(.element("a", ago: 1))
        chmod(folder.file, 0o644)
        chmod(folder.file + ".lock", 0o644)
        let keeper = try folder.keeper()
        try keeper.write([.element("b", ago: 1)])
        for suffix in ["", "-wal", "-shm", ".lock"] {
            try expect(folder.mode(suffix), is: 0o600, "\(suffix)")
        }
        keeper.close()
    }

    @Test func `so do those that a link leads to`() throws {
        try folder.write(.element("a", ago: 1))
        let place = folder.path + "/elsewhere.sqlite"
        try FileManager.default.moveItem(atPath: folder.file, toPath: place)
        try FileManager.default.createSymbolicLink(
            atPath: folder.file, withDestinationPath: place)
        chmod(place, 0o644)
        let keeper = try folder.keeper()
        try keeper.write([.element("b", ago: 1)])
        for suffix in ["", "-wal", "-shm"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: place + suffix)
            expect(attributes[.posixPermissions] as? Int, is: 0o600, "\(suffix)")
        }
        #expect(!keeper.isReplaced)
        keeper.close()
    }

    @Test func `another program's file keeps its rights`() throws {
        try folder.write(.element("a", ago: 1))
        try folder.tamper { try $0.execute("PRAGMA application_id = 7") }
        chmod(folder.file, 0o644)
        #expect(throws: HistoryError.foreign(path: folder.file)) { try folder.keeper() }
        try expect(folder.mode(), is: 0o644)
    }

    @Test func `one that takes the place of a damaged one is private, too`() throws {
        try folder.write(.element("a", ago: 1))
        chmod(folder.file, 0o644)
        try folder.overwrite(Array("This is a shopping list.".utf8), at: 0)
        let keeper = try folder.keeper()
        try expect(folder.mode(), is: 0o600)
        try expect(folder.mode("-wal"), is: 0o600)
        keeper.close()
    }

    /// As two hubs have it that are told of one file: one of them tries again and again.
    @Test func `one that another hub has costs no other part of the program its descriptor`() throws
    {
        let keeper = try folder.keeper()
        let state = Monitor((isOver: false, lost: 0))
        let ended = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            while !state.withLock({ $0.isOver }) {
                let own = open("/dev/null", O_RDONLY | O_CLOEXEC)
                sched_yield()
                if close(own) != 0 { state.withLock { $0.lost += 1 } }
            }
            ended.signal()
        }
        for _ in 0..<3_000 { _ = try? HistoryFile(folder.file) }
        state.withLock { $0.isOver = true }
        ended.wait()
        expect(state.withLock { $0.lost }, is: 0)
        keeper.close()
    }
}

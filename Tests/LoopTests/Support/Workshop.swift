import CLibwebsockets
import Foundation
import Testing

/// A folder of its own for one test, gone afterwards. Its path is short enough for sockets.
func withFolder<Value>(_ body: (String) throws -> Value) throws -> Value {
    let folder = "/tmp/loop-\(getpid())-\(UInt32.random(in: 0 ... .max))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    return try body(folder)
}

/// True with libwebsockets 4.3, of Debian 13: it ends a connection at once on which more comes with
/// a body, and leaves a descriptor of events open for each context.
let isNewerLibrary = LWS_LIBRARY_VERSION_MINOR >= 3

/// The number of descriptors that the process has open, but for those that the library leaves.
func openDescriptors() throws -> Int {
    let folder = "/proc/self/fd/"
    return try FileManager.default.contentsOfDirectory(atPath: folder).filter { name in
        let file = try? FileManager.default.destinationOfSymbolicLink(atPath: folder + name)
        return !isNewerLibrary || file != "anon_inode:[eventfd]"
    }.count
}

/// Runs a blocking body on a thread of its own.
func onThread(_ body: @escaping @Sendable () throws -> Void) {
    Thread.detachNewThread {
        do {
            try body()
        } catch {
            Issue.record(error)
        }
    }
}

/// Milliseconds of a clock that only moves forward.
func milliseconds() -> Double {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Double(now.tv_sec) * 1e3 + Double(now.tv_nsec) / 1e6
}

/// Returns the processor time of the process while `body` runs, in milliseconds.
func computingMilliseconds(_ body: () throws -> Void) rethrows -> Double {
    let before = clock()
    try body()
    return Double(clock() - before) * 1e3 / Double(CLOCKS_PER_SEC)
}

/// Returns the number of bytes of memory that the process has in use.
func memoryInUse() throws -> Int {
    let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(
        separator: " ")
    return (Int(fields[1]) ?? 0) * 4_096
}

import Foundation
import Support

/// The destination of a sink's output: a descriptor, and a way to read it.
final class Outlet {
    /// The state of the destination.
    enum Kind: CaseIterable, Sendable {
        /// A file on a disk with room.
        case works
        /// A pipe that is not read until the sink ends.
        case stands
        /// A disk without room (ENOSPC).
        case full
        /// A pipe whose reader has left (EPIPE).
        case gone
    }

    let descriptor: Int32
    private let reading: Int32?

    init(_ kind: Kind) throws {
        // As the program does.
        signal(SIGPIPE, SIG_IGN)
        var ends: [Int32] = [-1, -1]
        switch kind {
        case .works:
            let path = NSTemporaryDirectory() + "nphub-outlet-\(UInt64.random(in: 0 ... .max))"
            descriptor = try Self.open(path, O_WRONLY | O_CREAT)
            reading = try Self.open(path, O_RDONLY)
            unlink(path)
        case .full:
            descriptor = try Self.open("/dev/full", O_WRONLY)
            reading = nil
        case .stands, .gone:
            guard pipe(&ends) == 0 else { throw POSIXError(.EMFILE) }
            descriptor = ends[1]
            reading = kind == .stands ? ends[0] : nil
            if reading == nil { close(ends[0]) }
        }
    }

    private static func open(_ path: String, _ flags: Int32) throws -> Int32 {
        let descriptor = Foundation.open(path, flags, 0o600)
        guard descriptor >= 0 else { throw POSIXError(.ENOENT) }
        return descriptor
    }

    /// Reads while the sink ends, and gives the lines that came.
    func lines(whileEnding end: () -> Void) -> [String] {
        let read = Monitor<[UInt8]?>(nil)
        if let reading, isPipe { Self.read(reading, into: read) }
        end()
        close(descriptor)
        guard let reading else { return [] }
        if !isPipe { Self.read(reading, into: read) }
        let bytes = read.wait { $0 }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    private lazy var isPipe: Bool = {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
    }()

    /// Reads to the end, on a thread of its own.
    private static func read(_ descriptor: Int32, into result: Monitor<[UInt8]?>) {
        _ = startThread("test-reader") {
            let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            let bytes = (try? handle.readToEnd()).map { Array($0) }
            result.withLock { $0 = bytes ?? [] }
            result.notify()
        }
    }
}

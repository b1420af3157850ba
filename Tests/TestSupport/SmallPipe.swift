import Foundation

/// A pipe that holds one page, so that it is soon full when it is not read.
public final class SmallPipe {
    /// The descriptor that the program writes to.
    public let writing: Int32
    private let reading: Int32
    private var rest: [UInt8] = []

    /// An empty pipe.
    public init() throws {
        // As the program does.
        signal(SIGPIPE, SIG_IGN)
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw POSIXError(.EMFILE) }
        (reading, writing) = (ends[0], ends[1])
        // F_SETPIPE_SZ, which is declared under _GNU_SOURCE only.
        guard fcntl(writing, 1_031, 4_096) == 4_096 else { throw POSIXError(.EINVAL) }
    }

    /// The other end stays open, for a thread that was given up may still write to it.
    deinit { close(reading) }

    /// Waits for the next line and gives it without its end.
    public func readLine() -> String {
        while !rest.contains(UInt8(ascii: "\n")) {
            var chunk = [UInt8](repeating: 0, count: 4_096)
            let count = read(reading, &chunk, chunk.count)
            if count <= 0 { break }
            rest += chunk[..<count]
        }
        let line = rest.prefix { $0 != UInt8(ascii: "\n") }
        rest.removeFirst(min(rest.count, line.count + 1))
        return String(decoding: line, as: UTF8.self)
    }
}

import Glibc
import Shell
import Support

/// The lines of a recording or a script, one after the other.
final class LineFile {
    private static let chunkSize = 64 << 10

    /// The file, for messages.
    let name: String
    private let descriptor: Int32
    private var reader = LineReader(limit: Replay.lineLengthMax)
    private var lines: ArraySlice<LineReader.Line> = []
    private var isAtEnd = false
    private var lineNumber = 0
    private var bytesRead = 0
    /// In bytes; 0 of a pipe.
    private let size: Int

    /// Opens a file; `-` is stdin.
    init(_ path: String) throws(ProgramFailure) {
        name = path == "-" ? "stdin" : path
        descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.failure(reading: name) }
        var status = stat()
        size = fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
    }

    deinit {
        if descriptor > STDERR_FILENO { close(descriptor) }
    }

    /// The share of it that has been read, in words.
    var progress: String {
        size > 0 ? "\(min(100, bytesRead * 100 / size)) %" : "\(lineNumber.grouped) lines"
    }

    /// The next line, without its end; `nil` after the last.
    func next() throws -> ArraySlice<UInt8>? {
        while true {
            if let line = lines.popFirst() { return try bytes(of: line) }
            guard !isAtEnd else { return nil }
            let chunk = try read()
            isAtEnd = chunk.isEmpty
            bytesRead += chunk.count
            if isAtEnd { return reader.finish() }
            lines = reader.receive(chunk)[...]
        }
    }

    private func bytes(of line: LineReader.Line) throws -> ArraySlice<UInt8> {
        lineNumber += 1
        switch line {
        case .line(let bytes):
            return bytes
        case .tooLong:
            throw PlacedFailure(
                .inputOutput,
                "\(name):\(lineNumber): the line has more than \(Replay.lineLengthMax) bytes")
        }
    }

    private func read() throws(ProgramFailure) -> [UInt8] {
        var result = 0
        let chunk = [UInt8](unsafeUninitializedCapacity: Self.chunkSize) { buffer, count in
            repeat {
                result = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            } while result < 0 && errno == EINTR
            count = max(0, result)
        }
        guard result >= 0 else { throw Self.failure(reading: name) }
        return chunk
    }

    private static func failure(reading name: String) -> ProgramFailure {
        ProgramFailure(.inputOutput, "cannot read \(name): \(lastSystemMessage())")
    }
}

/// Cuts a stream of bytes into lines of a bounded length.
public struct LineReader: Sendable {
    /// A line that the bytes complete.
    public enum Line: Equatable, Sendable {
        /// A line, without its end.
        case line(ArraySlice<UInt8>)
        /// A line that is longer than allowed; nothing after it is read.
        case tooLong
    }

    /// The longest line, in bytes, without its end.
    private let limit: Int
    private var rest: [UInt8] = []
    private var isBroken = false

    /// A reader at the beginning of a stream.
    public init(limit: Int) {
        self.limit = limit
    }

    /// Takes bytes, and returns the lines that they complete.
    public mutating func receive(_ bytes: [UInt8]) -> [Line] {
        guard !isBroken else { return [] }
        var lines: [Line] = []
        var start = bytes.startIndex
        while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
            let line = complete(with: bytes[start..<end])
            guard line.count <= limit else { return lines + [fail()] }
            lines.append(.line(line))
            start = end + 1
        }
        rest += bytes[start...]
        return rest.count > limit ? lines + [fail()] : lines
    }

    /// The rest after the last end of a line; `nil` if the stream ended with one.
    public mutating func finish() -> ArraySlice<UInt8>? {
        rest.isEmpty ? nil : complete(with: [])
    }

    private mutating func complete(with end: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard !rest.isEmpty else { return end }
        defer { rest = [] }
        return (rest + end)[...]
    }

    private mutating func fail() -> Line {
        isBroken = true
        rest = []
        return .tooLong
    }
}

extension ArraySlice<UInt8> {
    /// True if a line is blank.
    public var isBlank: Bool {
        allSatisfy { " \t\r".utf8.contains($0) }
    }
}

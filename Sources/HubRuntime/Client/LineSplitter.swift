/// Cuts a stream of bytes into lines of a bounded length.
public struct LineSplitter: Sendable {
    /// What the bytes amount to.
    public enum Piece: Equatable, Sendable {
        /// A line, without its end.
        case line(ArraySlice<UInt8>)
        /// A line that is longer than allowed; nothing after it is read.
        case tooLong
    }

    /// The longest line, in bytes, without its end.
    public let limit: Int
    private var rest: [UInt8] = []
    private var isBroken = false

    /// A splitter at the beginning of a stream.
    public init(limit: Int) {
        self.limit = limit
    }

    /// Takes bytes, and gives the lines that they complete.
    public mutating func take(_ bytes: [UInt8]) -> [Piece] {
        guard !isBroken else { return [] }
        var pieces: [Piece] = []
        var start = bytes.startIndex
        while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
            let line = complete(with: bytes[start..<end])
            guard line.count <= limit else { return pieces + [fail()] }
            pieces.append(.line(line))
            start = end + 1
        }
        rest += bytes[start...]
        return rest.count > limit ? pieces + [fail()] : pieces
    }

    /// What stands after the last end of a line; `nil` where the stream ended with one.
    public mutating func finish() -> ArraySlice<UInt8>? {
        guard !rest.isEmpty else { return nil }
        return complete(with: [])
    }

    private mutating func complete(with end: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard !rest.isEmpty else { return end }
        defer { rest = [] }
        return (rest + end)[...]
    }

    private mutating func fail() -> Piece {
        isBroken = true
        rest = []
        return .tooLong
    }
}

/// Cuts bytes into lines: a client's requests, what a program writes.
public struct LineReader: Sendable {
    /// What the bytes amount to.
    public enum Line: Equatable, Sendable {
        /// A line, without its end.
        case line(ArraySlice<UInt8>)
        /// A line that is longer than allowed; nothing after it is read.
        case tooLong
    }

    private let limit: Int
    private var rest: [UInt8] = []
    private var isBroken = false

    /// A reader at the beginning of a stream.
    public init(limit: Int) {
        self.limit = limit
    }

    /// Takes bytes, and gives the lines that they complete, without their ends.
    public mutating func take(_ bytes: [UInt8]) -> [Line] {
        guard !isBroken else { return [] }
        var lines: [Line] = []
        var start = bytes.startIndex
        while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
            let line = complete(bytes[start..<end])
            guard line.count <= limit else { return lines + [fail()] }
            if !isBlank(line) { lines.append(.line(line)) }
            start = end + 1
        }
        rest += bytes[start...]
        return rest.count > limit ? lines + [fail()] : lines
    }

    private mutating func complete(_ end: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard !rest.isEmpty else { return end }
        defer { rest = [] }
        return (rest + end)[...]
    }

    private mutating func fail() -> Line {
        isBroken = true
        rest = []
        return .tooLong
    }

    private func isBlank(_ line: ArraySlice<UInt8>) -> Bool {
        line.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") || $0 == 9 }
    }
}

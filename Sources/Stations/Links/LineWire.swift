import Feeds
import NowPlaying
package import Support

/// The output of a program, one message per line; blank lines are skipped.
package struct LineWire: Wire {
    private let limit: Int
    private var reader: LineReader
    /// Lines that were read and not taken yet, the newest first.
    private var lines: [LineReader.Line] = []
    private var isOpen = false

    /// - Parameter limit: The longest line, in bytes.
    package init(limit: Int) {
        self.limit = limit
        reader = LineReader(limit: limit)
    }

    package mutating func receive(_ bytes: [UInt8]) {
        lines = reader.receive(bytes).reversed() + lines
    }

    package mutating func next(using generator: inout SeededGenerator) -> WireEvent? {
        guard isOpen else {
            isOpen = true
            return .opened
        }
        while let line = lines.popLast() {
            switch line {
            case .line(let text) where text.isBlank: continue
            case .line(let text):
                let isText = String(validating: text, as: UTF8.self) != nil
                return .message(isText ? .text(text) : .binary(text))
            case .tooLong:
                return .failed(
                    LinkLoss(
                        "lineTooLong", "the program wrote a line of more than \(limit) bytes"))
            }
        }
        return nil
    }
}

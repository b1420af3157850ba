import Feeds
import NowPlaying
import Protocols
package import Support

/// Lines of a program or a server, one message each; blank lines are skipped.
package struct LineWire: Wire {
    /// The peer that writes the lines.
    package enum Peer: Sendable {
        /// A program, which is told nothing.
        case program
        /// A server, which is told lines, too.
        case server
    }

    private let peer: Peer
    private let limit: Int
    private var reader: LineReader
    /// Lines that were read and not taken yet, the newest first.
    private var lines: [LineReader.Line] = []
    private var isOpen = false

    /// - Parameter limit: The longest line, in bytes.
    package init(of peer: Peer, limit: Int) {
        self.peer = peer
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
                return .message(text.isUTF8 ? .text(text) : .binary(text))
            case .tooLong:
                return .failed(
                    LinkLoss(
                        "lineTooLong",
                        peer == .program
                            ? "the program wrote a line of more than \(limit) bytes"
                            : "the server sent a line of more than \(limit) bytes"))
            }
        }
        return nil
    }

    package mutating func send(_ text: String, using generator: inout SeededGenerator) -> [UInt8] {
        peer == .program ? [] : Array((text + "\n").utf8)
    }
}

extension ArraySlice<UInt8> {
    /// True if the bytes of a message are a text.
    var isUTF8: Bool { String(validating: self, as: UTF8.self) != nil }
}

extension LineWire {
    /// The output of programs.
    static let programs = LinkScheme(
        schemes: [], refusals: [], check: { _, _, _ throws(RouteError) in },
        makeWire: { _, limits, _ in LineWire(of: .program, limit: limits.messageSize) })

    /// Lines over TCP, with TLS or without.
    static let scheme = LinkScheme(
        schemes: [
            URLScheme("tcp", port: nil, hasPath: false),
            URLScheme("tls", isSecure: true, port: nil, hasPath: false),
        ],
        refusals: [
            LinkScheme.Refusal(
                "every", "lines over TCP are not polled, but sent"),
            LinkScheme.Refusal("headers", "lines over TCP have no header fields"),
            LinkScheme.Refusal("close", "lines over TCP have no close codes"),
            LinkScheme.Refusal("subprotocols", "only WebSockets have subprotocols"),
        ],
        check: { _, _, _ throws(RouteError) in },
        makeWire: { _, limits, _ in LineWire(of: .server, limit: limits.messageSize) })
}

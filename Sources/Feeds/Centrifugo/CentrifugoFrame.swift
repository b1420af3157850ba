import JSON

/// The messages in one frame of a Centrifugo server.
///
/// Usually one, but a server that joins its pushes puts several in a frame, one a line, possibly
/// with blank lines.
struct CentrifugoFrame {
    /// More than any server joins; a frame full of tiny messages must not become as many actions.
    static let maximumMessages = 1_024

    private let bytes: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
    }

    /// Calls `body` with each message, in order, and `failed` where one cannot be read.
    func forEachMessage(
        using parser: JSONParser, _ body: (JSONValue) -> Void, failed: (FeedRejection) -> Void
    ) {
        if (try? parser.parse(bytes, body)) != nil { return }
        let newline = UInt8(ascii: "\n")
        let lines = bytes.split(separator: newline, maxSplits: Self.maximumMessages)
        for line in lines.prefix(Self.maximumMessages) where !Self.isBlank(line) {
            do {
                try parser.parse(line, body)
            } catch {
                failed(.notJSON(error))
            }
        }
        if lines.count > Self.maximumMessages { failed(.tooManyMessages(Self.maximumMessages)) }
    }

    private static func isBlank(_ line: ArraySlice<UInt8>) -> Bool {
        line.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") || $0 == 0x09 }
    }
}

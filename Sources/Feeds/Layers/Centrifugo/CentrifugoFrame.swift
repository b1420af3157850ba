import JSON

/// One message, as it came.
struct CentrifugoText {
    let bytes: ArraySlice<UInt8>
    /// All of it was parsed.
    let isWhole: Bool
}

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

    /// Calls `body` with each message, in order, and `failed` for each one that cannot be read.
    ///
    /// - Parameter omitted: The bytes that are read as `null`, if the frame is a single message.
    func forEachMessage(
        using parser: JSONParser, without omitted: Range<Int>? = nil,
        _ body: (CentrifugoText, JSONValue) -> Void, failed: (FeedRejection) -> Void
    ) {
        let text = CentrifugoText(bytes: bytes, isWhole: omitted == nil)
        let isSingle: Void? = try? bytes.withUnsafeBytes { bytes in
            try parser.parse(bytes, without: omitted) { body(text, $0) }
        }
        if isSingle != nil { return }
        let newline = UInt8(ascii: "\n")
        let lines = bytes.split(separator: newline, maxSplits: Self.maximumMessages)
        for line in lines.prefix(Self.maximumMessages) where !Self.isBlank(line) {
            do {
                let text = CentrifugoText(bytes: line, isWhole: true)
                try parser.parse(line) { body(text, $0) }
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

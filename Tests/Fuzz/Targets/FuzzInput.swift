/// Bytes as a conversation: parts that are divided by the byte 0x1E, at most 64 of them.
struct FuzzInput {
    /// The next step.
    enum Part {
        /// A text comes. A WebSocket lets only UTF-8 through, and so does this.
        case text(ArraySlice<UInt8>)
        /// Bytes come: they begin with the byte 1.
        case binary(ArraySlice<UInt8>)
        /// Time passes until the next deadline: the byte 2 alone.
        case pause
        /// The connection is lost and another one is made: the byte 3 alone.
        case reconnect
    }

    let parts: [Part]

    init(_ bytes: some Collection<UInt8>) {
        parts = bytes.split(separator: 0x1E, maxSplits: 63, omittingEmptySubsequences: false)
            .map { bytes in
                switch (bytes.first, bytes.count) {
                case (1, _): .binary(Array(bytes.dropFirst())[...])
                case (2, 1): .pause
                case (3, 1): .reconnect
                default: .text(Array(String(decoding: bytes, as: UTF8.self).utf8)[...])
                }
            }
    }
}

/// Makes messages of frames (RFC 6455 sections 5.4 to 5.6).
///
/// A message in one frame is handed on where it lies. The fragments of a longer one are gathered;
/// control frames may come between them. Lengths are held against the limit when the header of a
/// frame is read, before its payload is waited for. Text is checked as far as it has come.
struct MessageReader: Sendable {
    /// A message of which fragments have come.
    private struct Fragments {
        let isText: Bool
        /// Never more than `messageBytesMax`.
        var bytes: [UInt8] = []
    }

    private let messageBytesMax: Int
    /// The frame whose payload is being waited for.
    private var frame: FrameHeader?
    /// The number of bytes of that payload that are checked to be UTF-8.
    private var checkedCount = 0
    private var utf8 = UTF8Validator()
    private var fragments: Fragments?

    init(messageBytesMax: Int) {
        self.messageBytesMax = messageBytesMax
    }

    /// The next message that is whole in the buffer.
    mutating func next(
        from buffer: inout ReceiveBuffer
    ) throws(WebSocketFailure) -> IncomingMessage? {
        while let header = try currentFrame(from: &buffer) {
            // Fits an Int: `admit` has held it against a limit, control frames have 125 at most.
            let length = Int(header.length)
            if isText(header) { try check(buffer.bytes.prefix(length)) }
            guard buffer.count >= length else { return nil }
            let payload = buffer.removeFirst(length)
            frame = nil
            checkedCount = 0
            if let message = try finish(header, payload) { return message }
        }
        return nil
    }

    private mutating func currentFrame(
        from buffer: inout ReceiveBuffer
    ) throws(WebSocketFailure) -> FrameHeader? {
        if let frame { return frame }
        guard let header = try FrameHeader.read(from: &buffer) else { return nil }
        if !header.opcode.isControl { try admit(header) }
        frame = header
        return header
    }

    /// Decides whether a data frame may come now (section 5.4), and be so long.
    private func admit(_ header: FrameHeader) throws(WebSocketFailure) {
        if header.opcode == .continuation {
            guard fragments != nil else { throw .unexpectedContinuation }
        } else {
            guard fragments == nil else { throw .expectedContinuation }
        }
        let room = messageBytesMax - (fragments?.bytes.count ?? 0)
        guard header.length <= UInt64(room) else { throw .messageTooLarge(limit: messageBytesMax) }
    }

    private func isText(_ header: FrameHeader) -> Bool {
        switch header.opcode {
        case .text: true
        case .continuation: fragments?.isText ?? false
        case .binary, .close, .ping, .pong: false
        }
    }

    private mutating func check(_ payload: ArraySlice<UInt8>) throws(WebSocketFailure) {
        guard utf8.accept(payload.dropFirst(checkedCount)) else { throw .invalidUTF8 }
        checkedCount = payload.count
    }

    private mutating func finish(
        _ header: FrameHeader, _ payload: ArraySlice<UInt8>
    ) throws(WebSocketFailure) -> IncomingMessage? {
        switch header.opcode {
        case .ping: return .ping(payload)
        case .pong: return .pong(payload)
        case .close: return .close(try WebSocketClosure(payload: payload))
        case .text, .binary:
            guard header.isFinal else {
                fragments = Fragments(isText: header.opcode == .text, bytes: Array(payload))
                return nil
            }
            return try message(isText: header.opcode == .text, payload)
        case .continuation:
            fragments?.bytes.append(contentsOf: payload)
            guard header.isFinal, let whole = fragments else { return nil }
            fragments = nil
            return try message(isText: whole.isText, whole.bytes[...])
        }
    }

    private func message(
        isText: Bool, _ bytes: ArraySlice<UInt8>
    ) throws(WebSocketFailure) -> IncomingMessage {
        guard isText else { return .binary(bytes) }
        // Section 8.1: a text that ends inside a character is not UTF-8.
        guard utf8.isComplete else { throw .invalidUTF8 }
        return .text(bytes)
    }
}

/// A whole message of the server, or a control frame.
enum IncomingMessage {
    case text(ArraySlice<UInt8>)
    case binary(ArraySlice<UInt8>)
    case ping(ArraySlice<UInt8>)
    case pong(ArraySlice<UInt8>)
    case close(WebSocketClosure)
}

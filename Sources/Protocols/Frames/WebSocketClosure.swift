import Support

/// The end of a WebSocket (RFC 6455 section 7.1).
public struct WebSocketClosure: Hashable, Sendable {
    /// The server's code; 1005 if it gave none, 1006 if the connection just ended.
    public let code: WebSocketCloseCode
    /// The server's words, fit to be shown; mostly empty.
    public let reason: String

    /// A closure with its parts; of the reason, what can be shown.
    public init(code: WebSocketCloseCode, reason: String = "") {
        self.code = code
        self.reason = reason.withoutControls
    }

    /// Reads the payload of a close frame (section 5.5.1).
    init(payload: ArraySlice<UInt8>) throws(WebSocketFailure) {
        guard let high = payload.first else {
            self.init(code: .noStatus)
            return
        }
        guard let low = payload.dropFirst().first else { throw .closePayload }
        let code = WebSocketCloseCode(rawValue: UInt16(high) << 8 | UInt16(low))
        guard code.isAllowedInFrame else { throw .closeCode(code) }
        guard let reason = String(validating: payload.dropFirst(2), as: UTF8.self) else {
            throw .closeReason
        }
        self.init(code: code, reason: reason)
    }

    /// The payload of a close frame that says the same; a reason that is too long is cut at a
    /// character.
    var payload: [UInt8] {
        if code == .noStatus { return [] }
        var words = reason
        // Section 5.5: at most 125 bytes, of which the code takes two.
        while words.utf8.count > 123 { words.removeLast() }
        return [UInt8(code.rawValue >> 8), UInt8(code.rawValue & 0xFF)] + words.utf8
    }
}

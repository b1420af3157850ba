/// The reason why a server's WebSocket cannot be used.
public struct WebSocketFailure: Error, Hashable, Sendable {
    /// One word for each kind of failure, for programs; the words stay.
    public enum Code: String, CaseIterable, Sendable {
        // The handshake (RFC 6455 section 4.1).

        /// The server does not speak HTTP.
        case notHTTP
        /// It accepted in another version of HTTP than 1.1.
        case httpVersion
        /// 3xx: it would send us elsewhere.
        case redirected
        /// 401.
        case unauthorized
        /// 403.
        case forbidden
        /// 404.
        case notFound
        /// Another 4xx.
        case requestRefused
        /// 5xx.
        case serverError
        /// An answer that is not a refusal, but does not open a WebSocket either.
        case notUpgraded
        /// Sound in place of a WebSocket.
        case audioStream
        /// Sound with titles in it, in place of a WebSocket.
        case titledStream
        /// A page of an Icecast server.
        case icecast
        /// `Upgrade` is missing or not `websocket`.
        case upgradeField
        /// `Connection` is missing or does not say `Upgrade`.
        case connectionField
        /// `Sec-WebSocket-Accept` is missing or wrong.
        case acceptField
        /// It wants an extension that was not offered.
        case unexpectedExtension
        /// It chose a subprotocol that was not offered.
        case unexpectedSubprotocol
        /// Its header is over the limit.
        case headerTooLarge
        /// A line of its header is not HTTP.
        case malformedHeader
        /// The connection ended before the answer was whole.
        case endedDuringHandshake

        // Frames and messages (sections 5 to 8).

        /// A reserved bit of a frame is set.
        case reservedBits
        /// A frame is of a kind that does not exist.
        case reservedOpcode
        /// A frame from the server is masked.
        case maskedFrame
        /// A control frame is fragmented.
        case fragmentedControl
        /// A control frame has more than 125 bytes.
        case longControl
        /// A length is spelt longer than needed.
        case lengthNotMinimal
        /// A length has its first bit set.
        case lengthTopBit
        /// A fragment came that continues nothing.
        case unexpectedContinuation
        /// A message began inside another.
        case expectedContinuation
        /// Text is not UTF-8.
        case invalidUTF8
        /// A message is over the limit.
        case messageTooLarge
        /// A close frame has one byte.
        case closePayload
        /// A close frame has a code that must not be sent.
        case closeCode
        /// The reason in a close frame is not UTF-8.
        case closeReason
    }

    /// For programs.
    public let code: Code
    /// For people: a sentence without its first capital and its full stop.
    public let text: String
    /// The code that the server is told, once the WebSocket was open; `nil` in the handshake.
    public let closeCode: WebSocketCloseCode?
    /// The server's answer, where it refused in HTTP.
    public let refusal: WebSocketRefusal?

    init(
        _ code: Code, _ text: String, closeCode: WebSocketCloseCode? = nil,
        refusal: WebSocketRefusal? = nil
    ) {
        self.code = code
        self.text = text
        self.closeCode = closeCode
        self.refusal = refusal
    }
}

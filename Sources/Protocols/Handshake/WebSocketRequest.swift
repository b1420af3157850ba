/// A request to a server for a WebSocket.
public struct WebSocketRequest: Hashable, Sendable {
    /// Where.
    public let url: WebSocketURL
    /// Fields beside those of the handshake itself, such as `Origin` or `Authorization`.
    public let fields: [HeaderField]
    /// The subprotocols on offer, the preferred one first.
    public let subprotocols: [String]

    /// A request that is safe to write: nothing in it can end a line or repeat the handshake's
    /// own fields.
    public init(
        url: WebSocketURL, fields: [HeaderField] = [], subprotocols: [String] = []
    ) throws(WebSocketRequestError) {
        try Self.check(fields)
        try Self.check(subprotocols: subprotocols)
        self.url = url
        self.fields = fields
        self.subprotocols = subprotocols
    }

    /// Fields that the handshake writes, or that would give the request a body.
    private static let reservedNames: Set<String> = [
        "host", "upgrade", "connection", "content-length", "transfer-encoding", "expect",
    ]

    /// Finds a field that cannot be sent with any request over HTTP.
    public static func check(_ fields: [HeaderField]) throws(WebSocketRequestError) {
        for field in fields { try check(field) }
    }

    private static func check(_ field: HeaderField) throws(WebSocketRequestError) {
        guard field.name.isToken else { throw .invalidFieldName(field.name) }
        let name = field.name.asciiLowercased
        guard !reservedNames.contains(name), !name.hasPrefix("sec-websocket-") else {
            throw .reservedField(field.name)
        }
        // RFC 9110 section 5.5: no control character but the tab.
        guard field.value.utf8.allSatisfy({ $0 == 0x09 || ($0 >= 0x20 && $0 != 0x7F) }) else {
            throw .invalidFieldValue(name: field.name)
        }
    }

    /// RFC 6455 section 4.1, item 10 of the request: tokens, no two the same.
    private static func check(subprotocols: [String]) throws(WebSocketRequestError) {
        if let bad = subprotocols.first(where: { !$0.isToken }) { throw .invalidSubprotocol(bad) }
        var seen: Set<String> = []
        for subprotocol in subprotocols where !seen.insert(subprotocol).inserted {
            throw .repeatedSubprotocol(subprotocol)
        }
    }

    /// The bytes of the request (RFC 6455 section 4.1).
    func bytes(key: String) -> [UInt8] {
        var lines = [
            "GET \(url.target) HTTP/1.1", "Host: \(url.authority)", "Upgrade: websocket",
            "Connection: Upgrade", "Sec-WebSocket-Key: \(key)", "Sec-WebSocket-Version: 13",
        ]
        if !subprotocols.isEmpty {
            lines.append("Sec-WebSocket-Protocol: " + subprotocols.joined(separator: ", "))
        }
        lines += fields.map { "\($0.name): \($0.value)" }
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }
}

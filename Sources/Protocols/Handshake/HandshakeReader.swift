import Support

/// Reads the server's answer to the handshake, and judges it (RFC 6455 section 4.1).
///
/// Lines are taken from the buffer as they become whole; what follows the header stays in it, for
/// it is frames already.
struct HandshakeReader {
    /// The value that `Sec-WebSocket-Accept` must have.
    private let accept: String
    private let subprotocols: [String]
    private let headerBytesMax: Int

    private var lines: [[UInt8]] = []
    private var bytesTaken = 0
    /// The number of bytes of the unfinished line that were searched for its end.
    private var searched = 0

    init(key: String, subprotocols: [String], headerBytesMax: Int) {
        accept = HandshakeKey.accept(for: key)
        self.subprotocols = subprotocols
        self.headerBytesMax = headerBytesMax
    }

    /// The answer once it is whole and good.
    mutating func read(
        from buffer: inout ReceiveBuffer
    ) throws(WebSocketFailure) -> WebSocketResponse? {
        while let line = try readLine(from: &buffer) {
            guard line.isEmpty else {
                lines.append(line)
                continue
            }
            let head = try ResponseHead(lines: lines)
            lines = []
            // RFC 9110 section 15.2: interim answers may precede the final one unasked.
            if (100...199).contains(head.status) && head.status != 101 { continue }
            return try judge(head)
        }
        return nil
    }

    /// The next line without its end.
    private mutating func readLine(
        from buffer: inout ReceiveBuffer
    ) throws(WebSocketFailure) -> [UInt8]? {
        if lines.isEmpty { try checkBeginning(of: buffer) }
        let end = buffer.firstOffset(of: UInt8(ascii: "\n"), from: searched)
        let length = end.map { $0 + 1 } ?? buffer.count
        guard bytesTaken + length <= headerBytesMax else {
            throw .headerTooLarge(limit: headerBytesMax)
        }
        guard end != nil else {
            searched = buffer.count
            return nil
        }
        bytesTaken += length
        searched = 0
        let line = buffer.removeFirst(length).dropLast()
        // RFC 9112 section 2.2 allows to accept a bare LF; two readings of where a header ends
        // are not worth it.
        guard line.last == UInt8(ascii: "\r") else {
            throw .malformedHeader(line: line.readable)
        }
        return Array(line.dropLast())
    }

    /// Finds out from its first bytes that a server speaks something else, without waiting for a
    /// line end that may never come.
    private func checkBeginning(of buffer: ReceiveBuffer) throws(WebSocketFailure) {
        if Self.begins(buffer, with: "ICY ") {
            guard buffer.count >= 4 else { return }
            throw .shoutcast
        }
        guard Self.begins(buffer, with: "HTTP/") else { throw .notHTTP(firstByte: buffer[0]) }
    }

    /// True if a buffer begins so, as far as it is filled.
    private static func begins(_ buffer: ReceiveBuffer, with text: String) -> Bool {
        zip(0..<buffer.count, text.utf8).allSatisfy { buffer[$0] == $1 }
    }

    /// The checks of RFC 6455 section 4.1, in the order of its list of what the client must
    /// validate. The status comes before the version: servers of HTTP/1.0 refuse too.
    private func judge(_ head: ResponseHead) throws(WebSocketFailure) -> WebSocketResponse {
        guard head.status == 101 else { throw .refused(WebSocketRefusal(head)) }
        guard head.version == "1.1" else { throw .httpVersion(head.version) }
        let fields = head.fields
        guard fields["Upgrade"]?.asciiLowercased == "websocket" else {
            throw .upgradeField(fields["Upgrade"])
        }
        guard fields.tokens(of: "Connection").contains("upgrade") else {
            throw .connectionField(fields["Connection"])
        }
        guard fields["Sec-WebSocket-Accept"] == accept else {
            throw .acceptField(fields["Sec-WebSocket-Accept"])
        }
        // None was offered, so none may be used.
        if let extensions = fields["Sec-WebSocket-Extensions"], !extensions.isEmpty {
            throw .unexpectedExtension(extensions)
        }
        let subprotocol = fields["Sec-WebSocket-Protocol"]
        if let subprotocol, !subprotocols.contains(subprotocol) {
            throw .unexpectedSubprotocol(subprotocol)
        }
        return WebSocketResponse(subprotocol: subprotocol, fields: fields)
    }
}

/// The answer of a server that accepted the WebSocket.
public struct WebSocketResponse: Hashable, Sendable {
    /// The one of the offered subprotocols that it chose; `nil` for none.
    public let subprotocol: String?
    /// Its header, `Date` for example.
    public let fields: HeaderFields
}

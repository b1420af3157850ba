internal import CLibwebsockets

/// The HTTP request of a client that wants, or should have wanted, a WebSocket.
enum UpgradeRequest {
    /// Longest path, and longest query, that is read. The library's header space is no longer.
    private static let textBytes = 4_096

    /// Whether the client asks for a WebSocket and for nothing else.
    ///
    /// The library would also change to HTTP/2 (`h2c`), whose HPACK decoder writes out of bounds
    /// (CVE-2026-19773), and no option keeps it from that. After a protocol that it does not know
    /// it goes on with a name that it has already freed (CVE-2025-11677 hands it to this event);
    /// for that reason what comes with the event is not looked at, and only a header that is
    /// still there and says `websocket` is let through.
    static func isForWebSocket(_ wsi: OpaquePointer?) -> Bool {
        text(wsi, WSI_TOKEN_UPGRADE).lowercased() == "websocket"
    }

    /// The path asked for.
    static func path(_ wsi: OpaquePointer?) -> String {
        text(wsi, WSI_TOKEN_GET_URI)
    }

    /// What followed the question mark. The library has taken it apart at each `&`.
    static func query(_ wsi: OpaquePointer?) -> String {
        guard let wsi else { return "" }
        var parts: [String] = []
        while let part = text({ buffer, size in
            lws_hdr_copy_fragment(wsi, buffer, size, WSI_TOKEN_HTTP_URI_ARGS, Int32(parts.count))
        }) {
            parts.append(part)
        }
        return parts.joined(separator: "&")
    }

    /// Answers a request that is none for a WebSocket.
    static func refuse(_ wsi: OpaquePointer?) {
        let padding = clws_write_padding()
        var answer = [UInt8](repeating: 0, count: padding)
        answer += Array(
            """
            HTTP/1.1 426 Upgrade Required\r
            Upgrade: websocket\r
            Connection: Upgrade, close\r
            Content-Type: text/plain\r
            Content-Length: 23\r
            \r
            WebSocket clients only

            """.utf8)
        let count = answer.count - padding
        answer.withUnsafeMutableBufferPointer { answer in
            _ = lws_write(
                wsi, answer.baseAddress.map { $0 + padding }, count, LWS_WRITE_HTTP_HEADERS)
        }
    }

    private static func text(_ wsi: OpaquePointer?, _ token: lws_token_indexes) -> String {
        guard let wsi else { return "" }
        return text { lws_hdr_copy(wsi, $0, $1, token) } ?? ""
    }

    /// The text that `copy` puts into the buffer that it is given; nil if there is none.
    private static func text(
        _ copy: (_ buffer: UnsafeMutablePointer<CChar>?, _ size: Int32) -> Int32
    ) -> String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: textBytes) { buffer in
            let count = copy(buffer.baseAddress, Int32(buffer.count))
            guard count > 0 else { return nil }
            return String(
                decoding: UnsafeRawBufferPointer(buffer).prefix(Int(count)), as: UTF8.self)
        }
    }
}

import JSON
import NowPlaying

/// SockJS over a WebSocket, from the server's side (sockjs-protocol 0.3.3): one letter for what a
/// frame is, messages as strings in an array.
///
/// ```
/// o                      open
/// h                      heartbeat, every 25 s
/// a["{\"a\":1}"]         messages
/// c[3000,"Go away!"]     the end
/// ```
/// A session's name in the address is not looked at: WebSockets with the same one are two sessions.
enum SockJSFraming {
    /// The first frame.
    static let open = Array("o".utf8)
    /// Tells that the server is alive.
    static let heartbeat = Array("h".utf8)
    /// How often it does.
    static let heartbeatPeriod = Interval.seconds(25)

    /// What the client of an address such as `BASE/123/SESSION/websocket` wants.
    ///
    /// - Returns: whether it is an address of that form.
    static func isSession(_ path: String, under base: String) -> Bool {
        guard path.hasPrefix(base + "/") else { return false }
        let parts = path.dropFirst(base.count + 1)
            .split(separator: "/", omittingEmptySubsequences: false)
        return parts.count == 3 && parts[2] == "websocket"
            && parts.allSatisfy { !$0.isEmpty && !$0.contains(".") }
    }

    /// A frame with one message.
    static func frame(_ message: [UInt8]) -> [UInt8] {
        var writer = JSONWriter(appendingTo: Array("a".utf8))
        writer.beginArray()
        writer.string(String(decoding: message, as: UTF8.self))
        writer.endArray()
        return writer.bytes
    }

    /// Ends a session: a frame that says why, then the close.
    static func end(code: UInt16, reason: String) -> [SessionAction] {
        var writer = JSONWriter(appendingTo: Array("c".utf8))
        writer.beginArray()
        writer.int(Int(code))
        writer.string(reason)
        writer.endArray()
        return [.send(writer.bytes), .close(code: 1_000, reason: "")]
    }

    /// The messages in what a client sent: a string, or an array of them. An empty frame is none.
    ///
    /// - Returns: `nil` for anything else, on which a server breaks off.
    static func messages(in frame: [UInt8]) -> [[UInt8]]? {
        if frame.isEmpty { return [] }
        return try? JSONParser().parse(frame) { frame -> [[UInt8]]? in
            if let text = frame.utf8 { return [Array(text)] }
            guard frame.isArray, frame.elements.allSatisfy(\.isString) else { return nil }
            return frame.elements.compactMap { $0.utf8.map { Array($0) } }
        }
    }
}

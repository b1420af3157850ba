/// The answer of a server that accepted the WebSocket.
public struct WebSocketResponse: Hashable, Sendable {
    /// The one of the offered subprotocols that it chose; `nil` for none.
    public let subprotocol: String?
    /// Its header, `Date` for example.
    public let fields: HeaderFields
}

/// The transport of a client, for the status.
public enum ClientTransport: String, CaseIterable, Comparable, Sendable {
    /// The Unix socket.
    case socket
    /// One request of HTTP.
    case http
    /// Server-sent events.
    case events
    /// A WebSocket.
    case webSocket
    /// The program's own stdout.
    case stdout
    /// A player on the desktop's session bus.
    case desktop

    /// It comes over the network.
    public var isOfWeb: Bool {
        switch self {
        case .http, .events, .webSocket: true
        case .socket, .stdout, .desktop: false
        }
    }

    /// By their names.
    public static func < (left: ClientTransport, right: ClientTransport) -> Bool {
        left.rawValue < right.rawValue
    }
}

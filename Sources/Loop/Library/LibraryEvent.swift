internal import CLibwebsockets

/// The events of a socket that the library reports: of all its reasons those that matter here.
enum LibraryEvent {
    /// A raw socket brought bytes.
    case rawReceived
    /// A raw socket can be written.
    case rawWritable
    /// A raw socket is being closed, its descriptor still open.
    case rawClosed
    /// A client asked for a raw tunnel where WebSockets are served, by the method CONNECT.
    case rawAdopted
    /// An HTTP request, its headers readable.
    case httpRequest
    /// A part of the body of an HTTP request.
    case httpBody
    /// The body of an HTTP request is whole.
    case httpBodyEnded
    /// An answer can be written.
    case httpWritable
    /// A connection that spoke HTTP is closed.
    case httpClosed
    /// A request to change protocols, whatever it asks for.
    case upgradeRequested
    /// A request for a WebSocket, its headers readable.
    case handshake
    /// A WebSocket is open.
    case established
    /// A part of a message.
    case received
    /// A WebSocket can be written.
    case writable
    /// The peer answered a ping.
    case pong
    /// The peer sent a close frame.
    case closeReceived
    /// A WebSocket is closed.
    case closed
    /// The library is about to free the socket.
    case destroyed

    /// The library tells no more of the socket.
    var isEnd: Bool {
        switch self {
        case .rawClosed, .httpClosed, .closed, .destroyed: true
        default: false
        }
    }

    init?(_ reason: lws_callback_reasons) {
        switch reason {
        case LWS_CALLBACK_RAW_RX: self = .rawReceived
        case LWS_CALLBACK_RAW_WRITEABLE: self = .rawWritable
        case LWS_CALLBACK_RAW_CLOSE: self = .rawClosed
        case LWS_CALLBACK_RAW_ADOPT: self = .rawAdopted
        case LWS_CALLBACK_HTTP: self = .httpRequest
        case LWS_CALLBACK_HTTP_BODY: self = .httpBody
        case LWS_CALLBACK_HTTP_BODY_COMPLETION: self = .httpBodyEnded
        case LWS_CALLBACK_HTTP_WRITEABLE: self = .httpWritable
        case LWS_CALLBACK_CLOSED_HTTP: self = .httpClosed
        case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE: self = .upgradeRequested
        case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION: self = .handshake
        case LWS_CALLBACK_ESTABLISHED: self = .established
        case LWS_CALLBACK_RECEIVE: self = .received
        case LWS_CALLBACK_RECEIVE_PONG: self = .pong
        case LWS_CALLBACK_SERVER_WRITEABLE: self = .writable
        case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE: self = .closeReceived
        case LWS_CALLBACK_CLOSED: self = .closed
        case LWS_CALLBACK_WSI_DESTROY: self = .destroyed
        default: return nil
        }
    }
}

/// The answer to an event.
enum CallbackResult: Int32 {
    /// Go on.
    case proceed = 0
    /// Close the socket.
    case close = -1
}

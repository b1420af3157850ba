/// An event that a `WebSocketClient` has found in the bytes, or an action that it wants done.
public enum WebSocketEvent: Hashable, Sendable {
    /// The handshake is done; messages may be sent.
    case opened(WebSocketResponse)
    /// A whole message of text, checked to be UTF-8. Mostly a slice of what was received: it
    /// keeps that alive, so do not store it for long.
    case text(ArraySlice<UInt8>)
    /// A whole message of bytes; a slice like that of `text`.
    case binary(ArraySlice<UInt8>)
    /// These bytes must be sent: the answer to a ping or to a close.
    case transmit([UInt8])
    /// A pong came, asked for or not.
    case ponged(ArraySlice<UInt8>)
    /// The connection is over as the protocol knows it. Nothing follows; the TCP connection is
    /// to be closed.
    case closed(WebSocketClosure)
    /// The server broke the protocol, or refused. Nothing follows; the TCP connection is to be
    /// closed.
    case failed(WebSocketFailure)
}

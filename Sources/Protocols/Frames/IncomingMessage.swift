/// A whole message of the server, or a control frame.
enum IncomingMessage {
    case text(ArraySlice<UInt8>)
    case binary(ArraySlice<UInt8>)
    case ping(ArraySlice<UInt8>)
    case pong(ArraySlice<UInt8>)
    case close(WebSocketClosure)
}

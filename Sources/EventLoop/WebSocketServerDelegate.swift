/// Hears of the peers of one WebSocket server. Called on the loop's thread, never from within a
/// call into a peer.
public protocol WebSocketServerDelegate: AnyObject {
    /// A peer is connected, after a good handshake.
    func webSocketOpened(_ peer: WebSocketPeer)
    /// A whole message arrived. Text is valid UTF-8.
    func webSocket(_ peer: WebSocketPeer, received message: [UInt8], isText: Bool)
    /// All that was sent to the peer has reached the kernel, after `.blocked` was said.
    func webSocketDrained(_ peer: WebSocketPeer)
    /// It is over; comes once for each peer that was opened. `code` is the one that the peer sent,
    /// where it was the peer who closed, and said why.
    func webSocketClosed(_ peer: WebSocketPeer, code: UInt16?)
}

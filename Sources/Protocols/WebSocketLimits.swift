import Support

/// The sizes that a server may send before it is cut.
public struct WebSocketLimits: Hashable, Sendable {
    /// The longest message, its fragments together, in bytes.
    public var messageBytesMax: Int
    /// The longest header of the handshake's answer, in bytes, interim answers included.
    public var headerBytesMax: Int

    /// By default 1 MiB: the cached states of 32 stations in one message are a quarter of that.
    /// 16 KB of header is what browsers and proxies allow at least.
    public init(messageBytesMax: Int = 1 << 20, headerBytesMax: Int = 16 << 10) {
        invariant(messageBytesMax >= 0 && headerBytesMax >= 0, "a limit is a size")
        self.messageBytesMax = messageBytesMax
        self.headerBytesMax = headerBytesMax
    }
}

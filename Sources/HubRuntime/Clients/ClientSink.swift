import Hub

/// Where a client's lines go.
protocol ClientSink: AnyObject {
    /// Sends a line. What cannot be taken is kept, and the core is told to wait.
    func send(_ line: Line)
    /// Ends the connection after what was sent.
    func finish()
    /// Ends the connection at once.
    func abort()
    /// Bytes that were sent but not taken yet.
    var unsentByteCount: Int { get }
}

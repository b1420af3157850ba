import Hub

/// Where what a client is given goes.
protocol ClientSink: AnyObject {
    /// Takes a delivery. What cannot be sent is kept, and the core is told to wait.
    func deliver(_ delivery: Delivery)
    /// Ends the connection after what was delivered.
    func finish()
    /// Ends the connection at once.
    func abort()
    /// Bytes that were sent but not taken yet.
    var unsentByteCount: Int { get }
}

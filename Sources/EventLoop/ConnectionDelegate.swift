/// Hears of one connection. Called on the loop's thread, never from within a call into the
/// connection.
public protocol ConnectionDelegate: AnyObject {
    /// The connection stands; an accepted one right after it was accepted.
    func connectionOpened(_ connection: Connection)
    /// Bytes arrived. They are the library's own buffer, valid only during the call.
    func connection(_ connection: Connection, received bytes: UnsafeRawBufferPointer)
    /// All that `send` kept has reached the kernel, after it said `.blocked`.
    func connectionDrained(_ connection: Connection)
    /// It is over, or could not be opened. Comes exactly once, and nothing after it.
    func connectionClosed(_ connection: Connection, _ reason: ConnectionClosure)
}

/// Whether more may be sent.
public enum Flow: Hashable, Sendable {
    /// The kernel took what it was given so far.
    case ready
    /// The kernel refused something, which is kept. Better wait until it has drained.
    case blocked
}

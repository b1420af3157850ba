public import Protocols

/// An action that a link requests from the shell.
public enum LinkEffect: Sendable {
    /// Connect, with TLS if the destination asks for it.
    indirect case dial(Destination)
    /// Send bytes.
    case transmit([UInt8])
    /// Send the bytes that are on their way, then end the connection. Later events of that
    /// connection are not reported.
    case hangUp
    /// Leave incoming bytes in the kernel, so that the server has to wait.
    case pauseReading
    /// Read again.
    case resumeReading
}

/// The target of a link.
public enum Destination: Hashable, Sendable {
    /// A server, whose scheme tells if TLS is used, and the certificates that are accepted.
    case server(WebSocketURL, TLSSettings)
    /// The standard output of a program, given with its arguments.
    case program([String])
}

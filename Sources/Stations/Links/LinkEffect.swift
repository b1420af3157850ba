public import Protocols

/// Something that a link wants done outside.
public enum LinkEffect: Sendable {
    /// Connect, with TLS where the destination asks for it.
    indirect case dial(Destination)
    /// Send bytes.
    case transmit([UInt8])
    /// Send what is on its way, then end the connection. Nothing that happens on that connection
    /// afterwards is to be reported.
    case hangUp
    /// Leave what comes in the kernel, so that the server has to wait.
    case pauseReading
    /// Read again.
    case resumeReading
}

/// Where a link leads.
public enum Destination: Hashable, Sendable {
    /// To a server, whose scheme tells whether TLS is used, and with it which certificates are
    /// accepted.
    case server(WebSocketURL, TLSSettings)
    /// To the standard output of a program, given with its arguments.
    case program([String])
}

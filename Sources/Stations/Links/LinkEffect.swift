public import Protocols

/// An action that a link requests from the shell.
public enum LinkEffect: Sendable {
    /// Connect, with TLS if the destination asks for it.
    indirect case dial(Destination)
    /// Send bytes.
    case transmit([UInt8])
    /// Ask the server, which is polled.
    indirect case ask(PollRequest)
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
    /// A server, whose scheme tells how it is reached, with header fields and certificates.
    case server(ServerURL, StationConfiguration.Dial)
    /// The standard output of a program, given with its arguments.
    case program([String])

    /// The name of its scheme: `wss` and the like, or `exec` for a program.
    public var scheme: String {
        switch self {
        case .server(let url, _): url.scheme.name
        case .program: "exec"
        }
    }
}

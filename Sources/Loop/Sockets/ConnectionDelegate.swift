internal import Glibc
import Support

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

/// Tells if more may be sent.
public enum Flow: Hashable, Sendable {
    /// The kernel took what it was given so far.
    case ready
    /// The kernel refused something, which is kept. Better wait until it has drained.
    case blocked
}

/// The reason why a connection is over, or never came to be.
public enum ConnectionClosure: Hashable, Sendable {
    /// No program listens there.
    case refused
    /// No way leads there.
    case unreachable
    /// The peer's machine stopped answering.
    case timedOut
    /// The peer cut it off.
    case reset
    /// The peer ended it in good order.
    case endOfStream
    /// This side closed it.
    case closedHere
    /// This process may open no more.
    case tooFewDescriptors
    /// Anything else, in the system's words.
    case failed(String)

    init(errorNumber: Int32) {
        switch errorNumber {
        case ECONNREFUSED: self = .refused
        case EHOSTUNREACH, ENETUNREACH, EHOSTDOWN, ENETDOWN, EADDRNOTAVAIL: self = .unreachable
        case ETIMEDOUT: self = .timedOut
        case ECONNRESET, EPIPE: self = .reset
        case EMFILE, ENFILE: self = .tooFewDescriptors
        default: self = .failed(systemMessage(errorNumber))
        }
    }
}

extension ConnectionClosure: CustomStringConvertible {
    /// The reason in plain words, for people.
    public var description: String {
        switch self {
        case .refused: "connection refused"
        case .unreachable: "host or network unreachable"
        case .timedOut: "timed out"
        case .reset: "connection reset by peer"
        case .endOfStream: "closed by peer"
        case .closedHere: "closed"
        case .tooFewDescriptors: "too few file descriptors"
        case .failed(let message): message
        }
    }
}

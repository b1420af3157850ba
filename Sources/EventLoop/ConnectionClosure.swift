internal import Glibc

/// Why a connection is over, or never came to be.
public enum ConnectionClosure: Hashable, Sendable {
    /// Nobody listens there.
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

internal import Glibc
import Support

/// The reason why a loop, or something on it, cannot be set up.
public enum EventLoopError: Error, Hashable, Sendable {
    /// The system refused: what was tried, on what, and its error number.
    case system(operation: String, subject: String, code: Int32)
    /// The process may have too few files and sockets open for a loop, which needs so many.
    case tooFewDescriptors(needed: Int)
    /// A socket's path has more bytes than the system takes.
    case pathTooLong(path: String, longest: Int)
    /// The text is neither a numeric address nor a path.
    case invalidAddress(String)
    /// libwebsockets refused to do this.
    case library(String)
    /// The part of libwebsockets is missing that lets it run on libuv.
    case noPlugin

    /// The error that the system call just made left behind.
    static func lastCall(_ operation: String, _ subject: String) -> EventLoopError {
        .system(operation: operation, subject: subject, code: errno)
    }
}

extension EventLoopError: CustomStringConvertible {
    /// The error in plain words, for people.
    public var description: String {
        switch self {
        case .system(let operation, let subject, let code):
            "cannot \(operation) \(subject): \(systemMessage(code))"
        case .tooFewDescriptors(let needed):
            """
            cannot make an event loop: it needs \(needed) file descriptors and fewer are left; \
            raise the limit (ulimit -n, LimitNOFILE=)
            """
        case .pathTooLong(let path, let longest):
            "cannot use \(path): a socket's path has at most \(longest) bytes"
        case .invalidAddress(let text):
            "cannot use \(text): not a numeric address"
        case .library(let what):
            "libwebsockets cannot \(what)"
        case .noPlugin:
            """
            libwebsockets cannot run on libuv: its plug-in is missing or broken; install the \
            package libwebsockets-evlib-uv (apt install libwebsockets-evlib-uv)
            """
        }
    }
}

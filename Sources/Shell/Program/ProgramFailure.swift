/// The reason why the program fails: a sentence for people, a code for scripts.
public struct ProgramFailure: Error, CustomStringConvertible, Sendable {
    /// Exit codes, as sysexits.h names them.
    public enum Code: Int32, Sendable {
        case usage = 64
        case unavailable = 69
        case internalError = 70
        case inputOutput = 74
        case noPermission = 77
        case configuration = 78
    }

    /// For scripts.
    public let code: Code
    /// For people.
    public let description: String

    /// A failure with both.
    public init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}

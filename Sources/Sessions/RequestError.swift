/// The reason for which a request was not carried out.
public struct RequestError: Error, Equatable {
    /// The kind of error.
    public enum Code: CaseIterable, Sendable {
        /// It could not be read at all.
        case parseError
        /// It is not a request.
        case invalidRequest
        case methodNotFound
        case invalidParameters
        case unknownStation
        case unknownSession
        case unknownView
        case limitReached
        case notPossibleNow
        case unknownSubscription
        /// The client lacks a right.
        case forbidden
    }

    /// The code, for programs.
    public let code: Code
    /// The problem and its remedy, for people.
    public let message: String
    /// The subject: the name of a thing, and the thing.
    public let subject: (name: String, value: String)?

    /// A refusal with its parts.
    public init(_ code: Code, _ message: String, _ subject: (String, String)? = nil) {
        self.code = code
        self.message = message
        self.subject = subject.map { (name: $0.0, value: $0.1) }
    }

    /// True if both say the same.
    public static func == (left: RequestError, right: RequestError) -> Bool {
        left.code == right.code && left.message == right.message
            && left.subject?.name == right.subject?.name
            && left.subject?.value == right.subject?.value
    }
}

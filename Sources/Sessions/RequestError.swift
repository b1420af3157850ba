/// Why a request was not carried out.
public struct RequestError: Error, Equatable {
    /// What went wrong, of all that can.
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

    /// What programs go by.
    public let code: Code
    /// For people: what is wrong and what would be right.
    public let message: String
    /// What it is about: the name of a thing, and the thing.
    public let subject: (name: String, value: String)?

    /// A refusal with its parts.
    public init(_ code: Code, _ message: String, _ subject: (String, String)? = nil) {
        self.code = code
        self.message = message
        self.subject = subject.map { (name: $0.0, value: $0.1) }
    }

    /// Whether they say the same.
    public static func == (left: RequestError, right: RequestError) -> Bool {
        left.code == right.code && left.message == right.message
            && left.subject?.name == right.subject?.name
            && left.subject?.value == right.subject?.value
    }
}

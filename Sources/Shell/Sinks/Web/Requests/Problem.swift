package import Loop
import JSON
import Hub
package import Sessions

/// An error as clients of the web server are told it (RFC 9457).
package struct Problem: Error, Sendable {
    /// The status code.
    package let status: Int
    /// For people: what is wrong and what would be right.
    package let detail: String
    /// Headers that the status asks for.
    package var headers: [HTTPAnswer.Header] = []
    /// The hub's own error, where it is one.
    package var error: RequestError?
    /// The limit that refuses the request, where one does.
    var reason: Refusals.Reason?

    /// A problem of HTTP itself.
    package init(_ status: Int, _ detail: String, _ headers: [HTTPAnswer.Header] = []) {
        self.status = status
        self.detail = detail
        self.headers = headers
    }

    /// A request that the hub has not executed.
    package init(_ error: RequestError) {
        self.init(Self.status(of: error.code), error.message)
        self.error = error
        if error.code == .limitReached { reason = .hub }
    }

    /// A request that a limit refuses, with the seconds after which it may come again.
    init(_ reason: Refusals.Reason, retryAfter seconds: Int64) {
        self.init(reason.status, reason.detail, [.init("Retry-After", "\(seconds)")])
        self.reason = reason
    }

    private static func status(of code: RequestError.Code) -> Int {
        switch code {
        case .parseError, .invalidRequest, .methodNotFound, .invalidParameters, .unknownView: 400
        case .forbidden: 403
        case .unknownStation, .unknownSession, .unknownSubscription: 404
        case .notPossibleNow: 409
        case .limitReached: 503
        }
    }

    /// The answer.
    package var answer: HTTPAnswer {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("type", "about:blank")
        writer.member("title", HTTPAnswer.reason(of: status))
        writer.member("status", status)
        writer.member("detail", detail)
        if let error {
            writer.member("code", error.code.number)
            error.writeData(into: &writer)
        }
        writer.endObject()
        return HTTPAnswer(
            status, [.init("Content-Type", "application/problem+json")] + headers,
            body: writer.bytes)
    }
}

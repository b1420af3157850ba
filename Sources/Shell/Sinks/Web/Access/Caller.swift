import Loop

/// The sender of a request, with its rights.
struct Caller {
    /// The rights of the sender.
    let rights: Rights
    /// It has shown neither token nor ticket.
    let isAnonymous: Bool
    /// The token that it has shown.
    var token: String?

    /// The answer if a right is missing: show a token, or the token is not enough.
    func refusal(_ right: String) -> Problem {
        guard isAnonymous else { return Problem(Rights.refusal(right)) }
        return .unauthorized("this needs a token with the right \(right)")
    }
}

extension Problem {
    /// The answer to a client that has to show a token.
    static func unauthorized(_ detail: String) -> Problem {
        Problem(401, detail, [.init("WWW-Authenticate", "Bearer")])
    }
}

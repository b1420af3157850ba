import Loop

/// The sender of a request, with its rights.
struct Caller {
    /// The rights of the sender.
    let rights: Rights
    /// It has shown neither token nor ticket.
    let isAnonymous: Bool
    /// The token that it has shown.
    var token: String?
    /// It can show a token.
    var canAuthenticate = true

    /// The answer if a right is missing: show a token, the token is not enough, or none is taken.
    func refusal(_ right: String) -> Problem {
        guard canAuthenticate else { return .insecure("no client has the right \(right)") }
        guard isAnonymous else { return Problem(Rights.refusal(right)) }
        return .unauthorized("this needs a token with the right \(right)")
    }
}

extension Problem {
    /// The answer to a client that has to show a token.
    static func unauthorized(_ detail: String) -> Problem {
        Problem(401, detail, [.init("WWW-Authenticate", "Bearer")])
    }

    /// The answer to a client that needs a token of a server that takes none.
    static func insecure(_ problem: String) -> Problem {
        Problem(
            403,
            """
            \(problem): without TLS (web.insecure) others could read a token, so that clients only \
            read; use the hub's own machine, or replace web.insecure by web.tls
            """)
    }
}

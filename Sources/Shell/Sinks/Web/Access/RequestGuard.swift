import Loop
import NowPlaying
import Support

/// Says who sends a request, and refuses what its sender may not even ask for.
struct RequestGuard {
    private let policy: HostPolicy
    private let allowsAnonymous: Bool
    private let isInsecure: Bool
    /// The tokens that are good.
    var tokens: AccessTokens
    /// The tickets that are good.
    var tickets: TicketStore

    init(_ settings: WebServerSettings, tokens: AccessTokens, limits: Box<Limits>) {
        tickets = TicketStore(limits: limits)
        policy = HostPolicy(hosts: settings.hosts, origins: settings.origins)
        allowsAnonymous = settings.allowsAnonymous
        isInsecure = settings.isInsecure
        self.tokens = tokens
    }

    func checkHost(_ request: HTTPRequest) throws(Problem) {
        guard let host = request.headers["host"] else {
            throw Problem(400, "the Host is missing")
        }
        guard policy.admits(host: host) else {
            throw Problem(421, "this server is not \(host.quotable): list its names in web.hosts")
        }
    }

    /// - Returns: The other site whose page may read the answer.
    func checkOrigin(
        _ request: HTTPRequest, _ route: WebRoute
    ) throws(Problem) -> String? {
        guard let origin = foreignOrigin(of: request) else { return nil }
        let isAdmitted = policy.admits(origin: origin)
        if route.isShared { return isAdmitted ? origin : nil }
        guard route == .socket else {
            throw Self.refusal(of: origin, "do that: other sites only read")
        }
        guard isAdmitted else { throw Self.refusal(of: origin, "read") }
        return nil
    }

    /// The answer to a page of another site.
    private static func refusal(of origin: String, _ action: String) -> Problem {
        let name = origin.quotable
        return Problem(
            403,
            """
            pages of \(name) may not \(action); to let them read, list \(name) in web.origins; \
            pages that control come from the hub's own address
            """)
    }

    /// The site whose page sends a request, unless it is the server's own.
    private func foreignOrigin(of request: HTTPRequest) -> String? {
        guard let origin = request.headers["origin"],
            !policy.isOwn(origin: origin, host: request.headers["host"] ?? "")
        else { return nil }
        return origin
    }

    /// Answers a browser that asks whether a page of another site may read.
    func preflight(_ route: WebRoute, _ headers: AnswerPolicy) -> HTTPAnswer? {
        guard route.isShared, headers.sharedWith != nil else { return nil }
        let answer = HTTPAnswer(
            204,
            [
                .init("Access-Control-Allow-Methods", "GET, HEAD"),
                .init("Access-Control-Allow-Headers", "Last-Event-ID, If-None-Match"),
                .init("Access-Control-Max-Age", "600"),
            ])
        return headers.apply(to: answer)
    }

    /// Identifies the sender of a request. A page of another site may read at most, whatever it
    /// shows.
    mutating func caller(
        of request: HTTPRequest, takesTickets: Bool, at now: Instant
    ) throws(Problem) -> Caller {
        let caller = try identify(request, takesTickets: takesTickets, at: now)
        guard foreignOrigin(of: request) != nil else { return caller }
        return Caller(
            rights: caller.rights.readingAlone, isAnonymous: caller.isAnonymous,
            token: caller.token, canAuthenticate: caller.canAuthenticate)
    }

    private mutating func identify(
        _ request: HTTPRequest, takesTickets: Bool, at now: Instant
    ) throws(Problem) -> Caller {
        let query = WebQuery(request.query)
        guard !query.has("token") else {
            throw Problem(400, "a token belongs into the header Authorization, as Bearer")
        }
        guard !isInsecure else { return try identifyReader(request, query) }
        if let header = request.headers["authorization"] {
            let words = header.split(separator: " ", maxSplits: 1)
            guard words.count == 2, words[0].lowercased() == "bearer" else {
                throw .unauthorized("no such token")
            }
            let token = String(words[1])
            guard let rights = tokens.rights(of: token) else {
                throw .unauthorized("no such token")
            }
            return Caller(rights: rights, isAnonymous: false, token: token)
        }
        if takesTickets, let ticket = query["ticket"] {
            guard let rights = tickets.redeem(ticket, at: now) else {
                throw .unauthorized("the ticket was used, or is too old")
            }
            return Caller(rights: rights, isAnonymous: false)
        }
        return Caller(
            rights: allowsAnonymous ? .read : Rights(), isAnonymous: true)
    }

    /// Identifies the sender of a request that others in the network can read.
    private func identifyReader(
        _ request: HTTPRequest, _ query: WebQuery
    ) throws(Problem) -> Caller {
        guard request.headers["authorization"] == nil else {
            throw .insecure("this server takes no token, and others may have read yours")
        }
        guard !query.has("ticket") else { throw .insecure("this server gives no tickets") }
        return Caller(
            rights: allowsAnonymous ? .read : Rights(), isAnonymous: true, canAuthenticate: false)
    }
}

import Loop
import NowPlaying

/// The headers that keep browsers from doing more with an answer than it is for.
struct AnswerPolicy {
    private let route: WebRoute?
    /// The other site whose page may read the answer.
    var sharedWith: String?
    /// The tags of what the client holds. A list that is longer than some tags is ignored: its
    /// client is sent what it may hold already (RFC 9110, section 13.1.2).
    private let tag: String?
    private let now: Timestamp
    private let refusals: Refusals

    /// The policy of an answer to a request, which counts what it refuses.
    init(
        _ route: WebRoute?, _ request: HTTPRequest, at now: Timestamp, counting refusals: Refusals
    ) {
        self.route = route
        self.now = now
        self.refusals = refusals
        tag = request.headers["if-none-match"].flatMap { $0.utf8.count <= 1_024 ? $0 : nil }
    }

    /// The policy of an answer to what never became a request.
    init(at now: Timestamp, counting refusals: Refusals) {
        (route, tag, self.now, self.refusals) = (nil, nil, now, refusals)
    }

    /// The answer as it is sent.
    func apply(to outcome: Result<HTTPAnswer, Problem>) -> HTTPAnswer {
        switch outcome {
        case .success(let answer): return apply(to: answer)
        case .failure(let problem):
            problem.reason.map { refusals.add($0) }
            return apply(to: problem.answer)
        }
    }

    /// The answer as it is sent.
    func apply(to answer: HTTPAnswer) -> HTTPAnswer {
        var answer = unchanged(answer)
        answer.set("Date", CivilTime(now).http)
        answer.set("X-Content-Type-Options", "nosniff")
        answer.set("Referrer-Policy", "no-referrer")
        let isShared = route?.isShared ?? false
        answer.set("Cross-Origin-Resource-Policy", isShared ? "cross-origin" : "same-origin")
        if isShared { answer.set("Vary", "Origin") }
        if let sharedWith { answer.set("Access-Control-Allow-Origin", sharedWith) }
        if case .page(let name) = route, name.hasSuffix(".html") { protect(&answer, name) }
        if !answer.headers.contains(where: { $0.name == "Cache-Control" }) {
            answer.set("Cache-Control", "no-store")
        }
        return answer
    }

    /// Pages run only the program's own scripts. Only the overlay may be put into others, and be
    /// styled by them: OBS adds its user's CSS as an element of the page.
    private func protect(_ answer: inout HTTPAnswer, _ name: String) {
        let isOverlay = name == "overlay.html"
        let frames = isOverlay ? "" : "; frame-ancestors 'none'"
        let styles = isOverlay ? " 'unsafe-inline'" : ""
        answer.set(
            "Content-Security-Policy",
            """
            default-src 'none'; script-src 'self'; style-src 'self'\(styles); \
            img-src 'self' https: http: data:; media-src https: http:; connect-src 'self'; \
            manifest-src 'self'; base-uri 'none'; form-action 'none'\(frames)
            """)
    }

    /// Says that nothing has changed, to a client that holds the same.
    private func unchanged(_ answer: HTTPAnswer) -> HTTPAnswer {
        guard answer.status == 200, let tag,
            let own = answer.headers.first(where: { $0.name == "ETag" })
        else { return answer }
        // Tags are compared as weak ones are. Those of this server have no comma.
        let held = tag.split { $0 == "," || $0 == " " || $0 == "\t" }
            .map { $0.hasPrefix("W/") ? $0.dropFirst(2) : $0 }
        guard held == ["*"] || held.contains(own.value[...]) else { return answer }
        return HTTPAnswer(304, answer.headers.filter { $0.name != "Content-Type" })
    }
}

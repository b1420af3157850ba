import EventLoop
import NowPlaying

/// The headers that keep browsers from doing more with an answer than it is for.
struct AnswerPolicy {
    private let route: WebRoute?
    /// The other site whose page may read the answer.
    var sharedWith: String?
    /// The tags of what the client holds. It is given no list that is longer than some tags.
    private let tag: String?
    private let now: Timestamp

    /// The policy of an answer to a request.
    init(_ route: WebRoute?, _ request: HTTPRequest, at now: Timestamp) {
        self.route = route
        self.now = now
        tag = request.headers["if-none-match"].flatMap { $0.utf8.count <= 1_024 ? $0 : nil }
    }

    /// The policy of an answer to what never became a request.
    init(at now: Timestamp) {
        (route, tag, self.now) = (nil, nil, now)
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
        let held = tag.split(separator: ",").map { $0.drop { $0 == " " } }
            .map { $0.hasPrefix("W/") ? $0.dropFirst(2) : $0 }
        guard held.contains("*") || held.contains(own.value[...]) else { return answer }
        return HTTPAnswer(304, answer.headers.filter { $0.name != "Content-Type" })
    }
}

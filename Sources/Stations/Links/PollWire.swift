import Feeds
public import NowPlaying
public import Protocols
package import Support

/// An endpoint over HTTP that is asked again and again: each new body is a message.
///
/// It opens with the first answer that has a body. An answer without one that says that nothing is
/// new proves that the station is alive. Any other answer ends it, and the link waits and dials as
/// usual; the first request after that is unconditional, so that the state is told anew.
package struct PollWire: Wire {
    /// The address, with what is new in each request still to be filled in.
    private let address: String
    /// The least time between an answer and the next request.
    private let interval: Interval
    private let limits: Box<Limits>
    /// The events of the last answer, the next one last.
    private var events: [WireEvent] = []
    private var isOpen = false
    /// The last body's version, as the server names it.
    private var version = PollAnswer.Version()
    /// The time of the next request; `nil` while one is under way.
    package private(set) var deadline: Instant?

    init(of route: Route, limits: Box<Limits>) {
        address = route.feed.url
        interval = route.type.pollInterval
        self.limits = limits
    }

    package mutating func open(using generator: inout SeededGenerator) -> [UInt8] {
        events = [ask(using: &generator)]
        return []
    }

    /// The server is heard by its answers alone.
    package mutating func receive(_ bytes: [UInt8]) {}

    package mutating func next(using generator: inout SeededGenerator) -> WireEvent? {
        events.popLast()
    }

    package mutating func woke(at now: Instant, using generator: inout SeededGenerator) {
        guard let deadline, deadline <= now else { return }
        self.deadline = nil
        events = [ask(using: &generator)]
    }

    package mutating func answered(
        _ answer: PollAnswer, at now: Instant, using generator: inout SeededGenerator
    ) {
        if answer.status == 200 {
            take(answer)
        } else if answer.status == 304, !version.isUnknown {
            events = [.unchanged]
        } else {
            events = [.failed(answer.loss(within: limits))]
        }
        let pause = answer.pause(atLeast: interval, within: limits)
        // A tenth more by chance: stations of one server are not asked for in the same instant.
        let spread = Int64.random(in: 0...pause.milliseconds / 10, using: &generator)
        deadline = now + pause + .milliseconds(spread)
    }

    private mutating func take(_ answer: PollAnswer) {
        let body = answer.body.withoutByteOrderMark
        guard body.isUTF8 else {
            events = [.failed(LinkLoss("notUTF8", "the server's answer is not UTF-8"))]
            return
        }
        version = answer.version
        events = [.message(.text(body))]
        if !isOpen { events.append(.opened) }
        isOpen = true
    }

    private func ask(using generator: inout SeededGenerator) -> WireEvent {
        .ask(
            PollRequest(
                url: LinkScheme.addressOverHTTP(address, using: &generator), known: version,
                sizeLimit: limits.messageSize, timeLimit: limits.pollAnswer))
    }
}

/// A request to an endpoint that is polled.
public struct PollRequest: Hashable, Sendable {
    /// The address.
    public let url: String
    /// The version of the body that is known: only another one is wanted.
    public let known: PollAnswer.Version
    /// A longer body is refused, in bytes.
    public let sizeLimit: Int
    /// A later answer is not waited for, or, of an endless one, a later connection.
    public let timeLimit: Interval
    /// Further header fields, none of them secret.
    public var fields: [HeaderField] = []
    /// The names of further fields of the answer that are wanted, in small letters.
    public var wantedFields: [String] = []
    /// It goes to another server than the config names: the config's header fields, which may be
    /// secret, are not sent.
    public var isElsewhere = false
    /// The answer has no end: its head is one answer, and its body comes as bytes.
    public var isEndless = false

    /// A request with its parts.
    package init(
        url: String, known: PollAnswer.Version, sizeLimit: Int, timeLimit: Interval
    ) {
        (self.url, self.known) = (url, known)
        (self.sizeLimit, self.timeLimit) = (sizeLimit, timeLimit)
    }
}

extension PollRequest {
    /// The field by which a player asks for titles in a stream.
    static let titles = HeaderField(name: "Icy-MetaData", value: "1")

    /// A request for whatever is at an address: its head tells what that is.
    ///
    /// - Parameter limits: Those of the hub.
    package static func look(at url: String, within limits: Limits) -> PollRequest {
        var request = PollRequest(
            url: url, known: PollAnswer.Version(), sizeLimit: limits.messageSize,
            timeLimit: limits.pollAnswer)
        request.fields = [titles]
        request.wantedFields = ["content-type", "server"] + ICYTitles.fields
        request.isEndless = true
        return request
    }
}

/// An answer of an endpoint that is polled. Texts of the server are its own words.
public struct PollAnswer: Hashable, Sendable {
    /// The version of a body, as its server names it (RFC 9110, section 8.8).
    public struct Version: Hashable, Sendable {
        /// Its `ETag`.
        public var tag: String?
        /// Its `Last-Modified`.
        public var modified: String?

        /// An unknown version.
        public init() {}

        /// The server names none.
        var isUnknown: Bool { tag == nil && modified == nil }
    }

    /// The status.
    public var status: Int
    /// The body.
    public var body: [UInt8]
    /// The body's version.
    public var version = Version()
    /// `Cache-Control`.
    public var cacheControl: String?
    /// `Age`.
    public var age: String?
    /// `Retry-After`.
    public var retryAfter: String?
    /// The address to which it redirects, which was not followed.
    public var redirection: String?
    /// The fields that were wanted, by their names in small letters.
    public var fields: [String: String] = [:]

    /// An answer with nothing but a status and a body.
    public init(status: Int, body: [UInt8] = []) {
        self.status = status
        self.body = body
    }
}

extension PollAnswer {
    /// The pause before the next request: longer than usual while the answer stays fresh.
    func pause(atLeast interval: Interval, within limits: Box<Limits>) -> Interval {
        guard let seconds = maxAge else { return interval }
        let most = limits.pollPauseMax.milliseconds / 1_000
        let left = min(seconds, most) - min(age.flatMap(Self.seconds) ?? 0, most)
        return max(interval, .seconds(left))
    }

    /// `max-age` of `Cache-Control` (RFC 9111, section 5.2.2), unless the answer must not be used
    /// again.
    private var maxAge: Int64? {
        let directives = (cacheControl ?? "").lowercased().filter { $0 != " " && $0 != "\t" }
            .split(separator: ",")
        guard !directives.contains("no-cache"), !directives.contains("no-store") else { return nil }
        let name = "max-age="
        return directives.first { $0.hasPrefix(name) }
            .flatMap { Self.seconds(String($0.dropFirst(name.count))) }
    }

    /// A number of seconds. One too large to hold counts as 2³¹ (RFC 9111, section 1.2.2).
    private static func seconds(_ text: String) -> Int64? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int64(text) ?? 1 << 31
    }

    /// The reason for giving the server up for now, and when it asks to be asked again.
    func loss(within limits: Box<Limits>) -> LinkLoss {
        let (code, consequence) = consequence
        var loss = LinkLoss(code, "the server answered \(status): \(consequence)")
        loss.delayRedial(by: retryAfter.map { WebSocketRefusal.RetryAfter($0) }, within: limits)
        return loss
    }

    private var consequence: (code: String, words: String) {
        switch status {
        case 304: return ("unexpectedStatus", "nothing was known that could have stayed the same")
        case 300...399:
            guard let redirection else { return ("redirected", "it redirects to no address") }
            return (
                "redirected",
                "it redirects to \(redirection.quotable), and headers are not sent to where a "
                    + "server redirects: configure that address if it is to have them"
            )
        case 404, 410: return ("notFound", "there is nothing at this address")
        case 429: return ("tooManyRequests", "it is asked too often: give a longer `every`")
        default:
            guard let refusal = WebSocketFailure.Code.refusal(by: status) else {
                return ("unexpectedStatus", "only 200 has a station's state")
            }
            return (refusal.code.rawValue, refusal.consequence)
        }
    }
}

extension [UInt8] {
    /// The bytes behind the mark that some servers put before UTF-8.
    fileprivate var withoutByteOrderMark: ArraySlice<UInt8> {
        starts(with: [0xEF, 0xBB, 0xBF]) ? dropFirst(3) : self[...]
    }
}

extension LinkScheme {
    /// The schemes of HTTP.
    static let overHTTP = [
        URLScheme("http", port: 80), URLScheme("https", isSecure: true, port: 443),
    ]

    /// The address of one connection over HTTP, with its random parts filled in. It is as it was
    /// checked: escaped, and its name in ASCII.
    static func addressOverHTTP(
        _ address: String, using generator: inout SeededGenerator
    ) -> String {
        let text = FeedAddress.dialled(address, using: &generator)
        return (try? ServerURL(text, among: overHTTP))?.description ?? text
    }

    /// Finds out if requests over HTTP can be made so.
    static func checkHTTP(_ dial: StationConfiguration.Dial) throws(RouteError) {
        guard dial.tls.fingerprint == nil else { throw .polledByFingerprint }
        do throws(WebSocketRequestError) {
            try WebSocketRequest.check(dial.headers)
        } catch {
            throw .request(error)
        }
    }
}

extension PollWire {
    /// Endpoints over HTTP.
    static let scheme = LinkScheme(
        schemes: LinkScheme.overHTTP, httpUse: .polled,
        refusals: [
            .fingerprint(of: "a server that is polled"),
            LinkScheme.Refusal("open", "a server that is polled is sent no messages"),
            LinkScheme.Refusal("keepAlive", "a server that is polled is sent no messages"),
            LinkScheme.Refusal("layer", "there is no layer between HTTP and the messages"),
            LinkScheme.Refusal("close", "answers over HTTP have no close codes"),
            LinkScheme.Refusal("staleAfter", "each poll shows if the server answers"),
            LinkScheme.Refusal("subprotocols", "only WebSockets have subprotocols"),
        ],
        check: { _, dial, _ throws(RouteError) in try LinkScheme.checkHTTP(dial) },
        makeWire: { route, limits, _ in PollWire(of: route, limits: limits) })
}

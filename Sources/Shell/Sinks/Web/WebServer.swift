package import Loop
import FanOut
package import Hub
import JSON
import NowPlaying
import Sessions

/// The web server: the records of the hub by HTTP, as server-sent events and on WebSockets, and the
/// pages that show them.
///
/// It has no logic of its own: what it is asked becomes requests of clients of the hub, each with a
/// sink, and what the rights of a client do not cover is refused before the hub hears of it.
package final class WebServer {
    /// The interval at which streams show that they live, in milliseconds: proxies end those that
    /// are silent for 30 to 60 s.
    private static let pulse: UInt64 = 15_000

    private static let headers = [
        "host", "origin", "authorization", "accept", "content-type", "if-none-match",
        "last-event-id", "access-control-request-method",
    ]

    private let settings: WebServerSettings
    private let hub: any HubPort
    private let reader: WebRequestReader
    private let parser: JSONParser
    private let pages = Pages()
    private let scrapes = MetricsScrape.ScrapeLimit()
    private var requestGuard: RequestGuard
    private var listener: HTTPListener?
    private var shares: AddressQuotas
    private let refusals = Refusals()
    private var streams: [ObjectIdentifier: WeakSink] = [:]
    private var socketChecks: LifeChecks?
    private var timer: LoopTimer?
    private var history: PlayReader?

    private struct WeakSink {
        weak var sink: EventStreamSink?
    }

    /// A server that does not listen yet.
    package init(_ settings: WebServerSettings, tokens: AccessTokens, of hub: any HubPort) {
        self.settings = settings
        requestGuard = RequestGuard(settings, tokens: tokens, limits: hub.limits)
        shares = AddressQuotas(limits: hub.limits)
        self.hub = hub
        let parser = JSONParser(maximumLength: 8 << 20)
        self.parser = parser
        reader = WebRequestReader(parser: parser, limits: hub.limits)
    }

    /// Listens.
    ///
    /// - Parameter places: In place of the address of the settings, if there are some.
    package func listen(
        on loop: EventLoop, tls: ServerTLS?, at places: [ListeningPlace] = []
    ) throws(EventLoopError) {
        let headers = Self.headers + [settings.addressHeader].compactMap(\.self)
        var options = HTTPServerOptions(headers: headers)
        options.tls = tls
        options.keepsConnections = !settings.isBehindProxy
        options.bodyBytesMax = hub.limits.requestSize
        options.messageBytesMax = hub.limits.requestSize
        options.connectionsMax = hub.limits.clients - hub.limits.clientsKept
        if !settings.sharesAddress {
            options.connectionsByAddressMax = hub.limits.webClientsByAddress
        }
        let places = places.isEmpty ? [.address(settings.address)] : places
        listener = try loop.serveHTTP(on: places, options, delegate: self)
        history = settings.historyFile.map { PlayReader($0, limits: hub.limits, on: loop) }
        let timer = loop.makeTimer { [weak self] in self?.showLife() }
        self.timer = timer
        timer.arm(afterMilliseconds: Self.pulse)
        socketChecks = LifeChecks(on: loop)
    }

    /// The port that is bound.
    package var port: UInt16 { listener?.port ?? 0 }

    /// Other tokens are good from now on. What is open keeps its rights.
    package func use(_ tokens: AccessTokens) {
        requestGuard.tokens = tokens
    }

    /// Another certificate is shown from now on.
    package func use(_ tls: ServerTLS) throws(EventLoopError) {
        try listener?.use(tls)
    }

    /// Accepts no connections any more.
    package func close() {
        listener?.close()
        timer = nil
        socketChecks = nil
    }

    private func showLife() {
        streams = streams.filter { $0.value.sink != nil }
        for stream in streams.values { stream.sink?.showLife() }
        timer?.arm(afterMilliseconds: Self.pulse)
    }
}

extension WebServer: HTTPServerDelegate {
    package func httpRequested(_ exchange: HTTPExchange) {
        let request = exchange.request
        let found = WebRoute.find(request.path)
        var headers = AnswerPolicy(
            found?.route, request, at: hub.now.wall, counting: refusals)
        do throws(Problem) {
            try checkRate(of: request)
            try requestGuard.checkHost(request)
            guard let found else { throw Problem(404, "there is nothing at \(request.path)") }
            headers.sharedWith = try requestGuard.checkOrigin(request, found.route)
            if request.method == "OPTIONS",
                let answer = requestGuard.preflight(found.route, headers)
            {
                return exchange.answer(answer)
            }
            guard found.entry.allows(request.method) else {
                throw found.entry.refusal(of: request.method, at: request.path)
            }
            try serve(exchange, found.route, headers)
        } catch {
            exchange.answer(headers.apply(to: .failure(error)))
        }
    }

    /// Refuses a request of an address that has made too many.
    private func checkRate(of request: HTTPRequest) throws(Problem) {
        guard let address = settings.address(of: request),
            let wait = shares.request(from: address, at: hub.now.monotonic)
        else { return }
        throw Problem(.addressRequests, retryAfter: wait.milliseconds / 1_000)
    }

    /// The place of a client that stays; it is free again when the place goes.
    private func place(of request: HTTPRequest) throws(Problem) -> AddressPlace? {
        guard let address = settings.address(of: request) else { return nil }
        guard shares.connect(from: address) else {
            throw Problem(.addressConnections, retryAfter: 30)
        }
        return AddressPlace(address) { [weak self] in self?.shares.disconnect(from: address) }
    }

    package func httpRefusal(_ status: Int, _ sentence: String) -> HTTPAnswer {
        let isVersion = status == 426
        let version = HTTPAnswer.Header("Sec-WebSocket-Version", "13")
        return refusal(Problem(status, sentence, isVersion ? [version] : []))
    }

    package func httpConnectionRefused(ofAddress: Bool) -> HTTPAnswer {
        refusal(Problem(ofAddress ? .addressConnections : .connections, retryAfter: 30))
    }

    package func httpRefusal(ofMethod method: String, at path: String) -> HTTPAnswer {
        refusal(
            WebRoute.find(path).map { $0.entry.refusal(of: method, at: path) }
                ?? Problem(501, "there is no method \(method) here"))
    }

    private func refusal(_ problem: Problem) -> HTTPAnswer {
        let policy = AnswerPolicy(at: hub.now.wall, counting: refusals)
        var answer = policy.apply(to: .failure(problem))
        answer.closes = true
        return answer
    }

    package func httpUpgradeRequested(_ request: HTTPRequest) -> HTTPUpgrade {
        do throws(Problem) {
            try checkRate(of: request)
            try requestGuard.checkHost(request)
            guard WebRoute.find(request.path)?.route == .socket else {
                throw Problem(404, "there is no WebSocket at \(request.path)")
            }
            _ = try requestGuard.checkOrigin(request, .socket)
            let caller = try requestGuard.caller(
                of: request, takesTickets: true, at: hub.now.monotonic)
            guard !caller.isAnonymous || caller.rights.mayRead else { throw caller.refusal("read") }
            let framing = RPCFraming(limits: hub.limits, parser: parser)
            let place = try place(of: request)
            let sink = WebSocketSink(rights: caller.rights, of: hub, framing, at: place)
            socketChecks?.add(sink)
            return .accept(sink)
        } catch {
            let headers = AnswerPolicy(
                .socket, request, at: hub.now.wall, counting: refusals)
            return .refuse(headers.apply(to: .failure(error)))
        }
    }
}

// MARK: What is asked

extension WebServer {
    private func serve(
        _ exchange: HTTPExchange, _ route: WebRoute, _ headers: AnswerPolicy
    ) throws(Problem) {
        let request = exchange.request
        if case .page(let name) = route {
            return exchange.answer(headers.apply(to: try page(name)))
        }
        if route == .health {
            return exchange.answer(headers.apply(to: HubAnswers.health(hub.health)))
        }
        let caller = try requestGuard.caller(
            of: request, takesTickets: route == .events, at: hub.now.monotonic)
        switch route {
        case .page, .socket, .health:
            throw Problem(
                426, "this is a WebSocket's address", [.init("Upgrade", "websocket")])
        case .metrics:
            try scrape(exchange, caller, headers)
        case .rights:
            let words = caller.rights.words(knowing: hub.configuredSessions)
            exchange.answer(headers.apply(to: HubAnswers.rights(words)))
        case .ticket:
            exchange.answer(headers.apply(to: try ticket(for: caller)))
        case .events:
            try stream(
                try read { it throws(RequestError) in try it.events(request) }, to: exchange,
                caller, headers)
        case .stations:
            let asked = try read { it throws(RequestError) in try it.stations(request) }
            try ask(asked, for: exchange, caller, headers, HubAnswers.fresh)
        case .station(let id):
            let parser = parser
            let asked = try read { it throws(RequestError) in try it.station(id, request) }
            try ask(asked, for: exchange, caller, headers) {
                HubAnswers.fresh(HubAnswers.record(in: $0, parser))
            }
        case .status:
            try ask(
                try read { it throws(RequestError) in try it.status(request) }, for: exchange,
                caller, headers)
        case .command, .report:
            if !caller.rights.mayControl { throw caller.refusal("session:main") }
            let body = try jsonBody(of: request)
            let name = route == .command ? "command" : "report"
            try ask(
                try read { it throws(RequestError) in try it.call(name, body) }, for: exchange,
                caller, headers)
        case .history(let id):
            let plays = try PlayQuery(id, request, at: hub.now.wall)
            try answer(plays, exchange, caller, headers)
        }
    }

    private func read(
        _ body: (WebRequestReader) throws(RequestError) -> Request
    ) throws(Problem) -> Request {
        do throws(RequestError) {
            return try body(reader)
        } catch {
            throw Problem(error)
        }
    }

    private func page(_ name: String) throws(Problem) -> HTTPAnswer {
        guard settings.servesDashboard || name != "index.html", let answer = pages.answer(name)
        else {
            throw Problem(404, "there is no page \(name)")
        }
        return answer
    }

    private func scrape(
        _ exchange: HTTPExchange, _ caller: Caller, _ headers: AnswerPolicy
    ) throws(Problem) {
        guard caller.rights.maySeeStatus || (caller.isAnonymous && settings.showsMetricsToAll)
        else { throw caller.refusal("status") }
        let query = try MetricsQuery(exchange.request)
        guard let permit = scrapes.take() else {
            throw Problem(.scrapes, retryAfter: 5)
        }
        MetricsScrape(exchange, of: hub, query, permit, headers, refusals).read(after: 0)
    }

    private func ticket(for caller: Caller) throws(Problem) -> HTTPAnswer {
        guard caller.canAuthenticate else { throw .insecure("this server gives no tickets") }
        guard !caller.isAnonymous else { throw .unauthorized("a ticket is given for a token") }
        let ticket = requestGuard.tickets.issue(
            caller.rights, for: caller.token ?? "", at: hub.now.monotonic)
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("ticket", ticket)
        writer.member("expiresIn", Int(TicketStore.lifetime.milliseconds / 1_000))
        writer.endObject()
        return .json(writer.bytes)
    }

    private func jsonBody(of request: HTTPRequest) throws(Problem) -> [UInt8] {
        let type = request.headers["content-type"]?.split(separator: ";").first ?? ""
        guard type.lowercased().filter({ $0 != " " }) == "application/json" else {
            throw Problem(415, "the body must be application/json")
        }
        return request.body
    }

    /// Has the hub answer one request.
    private func ask(
        _ asked: Request, for exchange: HTTPExchange, _ caller: Caller, _ headers: AnswerPolicy,
        _ make: @escaping ([UInt8]) -> HTTPAnswer = { .json($0) }
    ) throws(Problem) {
        try check(asked, caller)
        let id = hub.connect(.network(settings.address(of: exchange.request))) { [hub] id in
            AnswerSink(id, exchange, of: hub) { reply, done in
                done(headers.apply(to: HubAnswers.answer(to: reply, make)))
            }
        }
        hub.post(.requested(id, [asked]))
    }

    private func stream(
        _ asked: Request, to exchange: HTTPExchange, _ caller: Caller, _ headers: AnswerPolicy
    ) throws(Problem) {
        try check(asked, caller)
        let comesBack = EventID(exchange.request.headers["last-event-id"]) != nil
        let parser = parser
        let place = try place(of: exchange.request)
        let id = hub.connect(.network(place?.address)) { [hub] id in
            let sink = EventStreamSink(id, exchange, of: hub, at: place) { reply in
                guard case .result(let result, of: _) = reply,
                    let subscription = HubAnswers.subscription(in: result, parser)
                else {
                    return .refused(headers.apply(to: HubAnswers.answer(to: reply) { .json($0) }))
                }
                let drops = comesBack && !subscription.recovered
                let answer = HTTPAnswer(
                    200,
                    [
                        .init("Content-Type", "text/event-stream"),
                        .init("Cache-Control", "no-store"),
                        // nginx would gather events.
                        .init("X-Accel-Buffering", "no"),
                    ], body: EventStreamFraming.beginning(drops: drops, at: hub.now.wall))
                return .stream(
                    headers.apply(to: answer), EventStreamFraming(epoch: subscription.epoch))
            }
            streams[ObjectIdentifier(sink)] = WeakSink(sink: sink)
            return sink
        }
        hub.post(.requested(id, [asked]))
    }

    /// Has the hub say whether there is such a station, before its history is read.
    private func answer(
        _ plays: PlayQuery, _ exchange: HTTPExchange, _ caller: Caller, _ headers: AnswerPolicy
    ) throws(Problem) {
        let asked = reader.remembered(plays.station)
        try check(asked, caller)
        let address = settings.address(of: exchange.request)
        let id = hub.connect(.network(address)) { [hub, history, parser] id in
            AnswerSink(id, exchange, of: hub) { reply, done in
                guard case .result(let result, of: _) = reply else {
                    return done(headers.apply(to: HubAnswers.answer(to: reply) { .json($0) }))
                }
                guard let history else {
                    guard plays.form == .json else {
                        let problem = Problem(406, "CSV needs a history: see history in the config")
                        return done(headers.apply(to: .failure(problem)))
                    }
                    let body = HubAnswers.remembered(plays, in: result, parser)
                    return done(headers.apply(to: HubAnswers.played(.success(body), plays)))
                }
                history.read(plays, from: address) {
                    exchange.isAwaited
                } done: {
                    done(headers.apply(to: HubAnswers.played($0, plays)))
                }
            }
        }
        hub.post(.requested(id, [asked]))
    }

    private func check(_ asked: Request, _ caller: Caller) throws(Problem) {
        switch asked.method {
        case .failure(let error): throw Problem(error)
        case .success(let method):
            if let right = caller.rights.missing(for: method) { throw caller.refusal(right) }
        }
    }
}

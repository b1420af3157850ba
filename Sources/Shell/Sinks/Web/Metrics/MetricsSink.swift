import Loop
import FanOut
import Hub
import JSON
import Sessions

/// A client for the length of a scrape: it asks for the status page by page, each in a turn of its
/// own, so that the loop comes to everything else meanwhile.
final class MetricsSink: Sink {
    private let id: ClientID
    private let hub: HubAccess
    private let exchange: HTTPExchange
    private let parser: JSONParser
    private let headers: AnswerPolicy
    private let permit: ScrapePermit
    private let format: MetricsText.Format
    private var text: MetricsText

    /// Limits the number of scrapes at a time.
    final class ScrapeLimit {
        /// Each may take some megabytes.
        private static let max = 4
        fileprivate var taken = 0

        /// A permit, if one is left.
        func take() -> ScrapePermit? { taken < Self.max ? ScrapePermit(within: self) : nil }
    }

    /// Lets one scrape run, until it goes.
    final class ScrapePermit {
        private let limit: ScrapeLimit

        fileprivate init(within limit: ScrapeLimit) {
            self.limit = limit
            limit.taken += 1
        }

        deinit {
            limit.taken -= 1
        }
    }

    init(
        _ id: ClientID, _ exchange: HTTPExchange, of hub: HubAccess, _ query: MetricsQuery,
        _ permit: ScrapePermit, _ parser: JSONParser, _ headers: AnswerPolicy, _ refusals: Refusals
    ) {
        self.id = id
        self.exchange = exchange
        self.hub = hub
        self.permit = permit
        self.parser = parser
        self.headers = headers
        format = query.format
        text = MetricsText(query.format, query.stations)
        text.add(refusals)
        exchange.delegate = self
    }

    var transport: ClientTransport { .http }

    /// Asks for a page of the status.
    func ask(after start: Int) {
        let request = Request(id: WebRequestReader.id, method: .success(.status(after: start)))
        hub.post(.requested(id, [request]))
    }

    func offer(_ delivery: Delivery) -> Credit { .more }

    func send(_ reply: Reply) -> Credit {
        switch reply {
        case .event: break
        case .result(let page, of: _): add(page)
        case .refusal(let error, of: _):
            exchange.answer(headers.apply(to: .failure(Problem(error))))
        }
        return .more
    }

    private func add(_ page: [UInt8]) {
        let next = try? parser.parse(page) { text.add($0) }
        if let next = next.flatMap(\.self) {
            return hub.later { [weak self] in self?.ask(after: next) }
        }
        let answer = HTTPAnswer(
            200, [.init("Content-Type", format.contentType)], body: text.bytes)
        exchange.answer(headers.apply(to: answer))
    }
}

extension MetricsSink: HTTPExchangeDelegate {
    func httpExchangeBlocked(_ exchange: HTTPExchange) {}

    func httpExchangeDrained(_ exchange: HTTPExchange) {}

    func httpExchangeEnded(_ exchange: HTTPExchange) {
        hub.post(.clientDisconnected(id))
    }
}

import Hub
import Loop
import NowPlaying

/// A scrape: it reads the status page by page, each in a turn of its own, so that the loop comes to
/// everything else meanwhile.
final class MetricsScrape {
    private let hub: any HubPort
    private let exchange: HTTPExchange
    private let headers: AnswerPolicy
    private let permit: ScrapePermit
    private let format: MetricsText.Format
    private var text: MetricsText
    /// Itself, until the exchange has ended: nothing else keeps a scrape.
    private var untilEnd: MetricsScrape?

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
        _ exchange: HTTPExchange, of hub: any HubPort, _ query: MetricsQuery,
        _ permit: ScrapePermit,
        _ headers: AnswerPolicy, _ refusals: Refusals
    ) {
        self.exchange = exchange
        self.hub = hub
        self.permit = permit
        self.headers = headers
        format = query.format
        text = MetricsText(query.format, query.stations)
        text.add(refusals)
        exchange.delegate = self
        untilEnd = self
    }

    /// Reads the page of the status that begins there, and those behind it.
    func read(after start: Int) {
        guard untilEnd != nil else { return }
        if let next = text.add(hub.status(after: start)) {
            return hub.later { self.read(after: next) }
        }
        let answer = HTTPAnswer(
            200, [.init("Content-Type", format.contentType)], body: text.bytes)
        exchange.answer(headers.apply(to: answer))
    }
}

extension MetricsScrape: HTTPExchangeDelegate {
    func httpExchangeBlocked(_ exchange: HTTPExchange) {}

    func httpExchangeDrained(_ exchange: HTTPExchange) {}

    func httpExchangeEnded(_ exchange: HTTPExchange) { untilEnd = nil }
}

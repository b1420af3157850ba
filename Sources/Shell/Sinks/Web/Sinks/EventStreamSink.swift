import Loop
import FanOut
import Hub
import NowPlaying

/// A client that gets the deliveries of one subscription as server-sent events.
///
/// The hub offers nothing while the client does not take what it is sent, so that no more waits for
/// it than its turn has had.
final class EventStreamSink: Sink {
    private let id: ClientID
    private let hub: any HubPort
    private let exchange: HTTPExchange
    private let begin: (Reply) -> StreamBeginning
    private let place: AddressPlace?
    private var framing: EventStreamFraming?

    /// The effect of the hub's answer to the subscription.
    enum StreamBeginning {
        /// Events follow.
        case stream(HTTPAnswer, EventStreamFraming)
        /// There is no subscription.
        case refused(HTTPAnswer)
    }

    init(
        _ id: ClientID, _ exchange: HTTPExchange, of hub: any HubPort,
        at place: AddressPlace? = nil,
        _ begin: @escaping (Reply) -> StreamBeginning
    ) {
        self.id = id
        self.hub = hub
        self.exchange = exchange
        self.begin = begin
        self.place = place
        exchange.delegate = self
    }

    var transport: ClientTransport { .events }

    var unsentByteCount: Int { exchange.unsentByteCount }

    func offer(_ delivery: Delivery) -> Credit {
        framing.map { write($0.event(for: delivery)) } ?? .more
    }

    func send(_ reply: Reply) -> Credit {
        if let framing { return write(framing.event(for: reply)) }
        switch begin(reply) {
        case .stream(let answer, let framing):
            self.framing = framing
            exchange.beginStream(answer)
        case .refused(let answer):
            exchange.answer(answer)
        }
        return .more
    }

    /// Shows both ends, and what is between them, that the stream lives.
    func showLife() {
        guard framing != nil, exchange.unsentByteCount == 0 else { return }
        _ = write(EventStreamFraming.life(at: hub.now.wall))
    }

    private func write(_ event: [UInt8]) -> Credit {
        exchange.write(event) == .blocked ? .full : .more
    }

    func finish() {
        exchange.finish()
    }

    func abort() {
        exchange.abort()
    }
}

extension EventStreamSink: HTTPExchangeDelegate {
    func httpExchangeBlocked(_ exchange: HTTPExchange) {
        hub.post(.sinkFull(id))
    }

    func httpExchangeDrained(_ exchange: HTTPExchange) {
        hub.post(.sinkReady(id))
    }

    func httpExchangeEnded(_ exchange: HTTPExchange) {
        hub.post(.clientDisconnected(id))
    }
}

extension ClientTransport {
    /// Server-sent events.
    static let events = ClientTransport("events", isRemote: true)
}

import Loop
import FanOut
import Hub

/// A client for the length of one request, whose answer is the hub's reply.
final class AnswerSink: Sink {
    private let id: ClientID
    private let hub: any HubPort
    private let exchange: HTTPExchange
    private let makeAnswer: (Reply, @escaping (HTTPAnswer) -> Void) -> Void

    /// - Parameter makeAnswer: Makes the answer of a reply, now or later.
    init(
        _ id: ClientID, _ exchange: HTTPExchange, of hub: any HubPort,
        _ makeAnswer: @escaping (Reply, @escaping (HTTPAnswer) -> Void) -> Void
    ) {
        self.id = id
        self.hub = hub
        self.exchange = exchange
        self.makeAnswer = makeAnswer
        exchange.delegate = self
    }

    var transport: ClientTransport { .http }

    func offer(_ delivery: Delivery) -> Credit { .more }

    func send(_ reply: Reply) -> Credit {
        if case .event = reply { return .more }
        makeAnswer(reply) { [exchange] in exchange.answer($0) }
        hub.post(.clientDisconnected(id))
        return .more
    }
}

extension AnswerSink: HTTPExchangeDelegate {
    func httpExchangeBlocked(_ exchange: HTTPExchange) {}

    func httpExchangeDrained(_ exchange: HTTPExchange) {}

    func httpExchangeEnded(_ exchange: HTTPExchange) {
        hub.post(.clientDisconnected(id))
    }
}

extension ClientTransport {
    /// One request of HTTP.
    static let http = ClientTransport("http", isRemote: true)
}

/// A request and its answer: one that is given at once, or a stream.
///
/// On the loop's thread. What is sent during a turn is written at its end; what the kernel refuses
/// is kept, and `Flow.blocked` tells the writer so.
public final class HTTPExchange {
    /// The request to be answered.
    public let request: HTTPRequest
    /// Hears what becomes of it.
    public weak var delegate: (any HTTPExchangeDelegate)?

    private weak var connection: HTTPConnection?

    init(_ request: HTTPRequest, on connection: HTTPConnection) {
        self.request = request
        self.connection = connection
    }

    /// The connection is there, and the client has not ended its direction of it: nothing tells
    /// whether one that has will still take an answer.
    public var isAwaited: Bool { connection?.isAwaited ?? false }

    /// Answers, once. The body is left out where a `HEAD` asks for that.
    public func answer(_ answer: HTTPAnswer) {
        connection?.answer(answer)
    }

    /// Begins an answer without an end, after which `write` sends its parts.
    public func beginStream(_ answer: HTTPAnswer) {
        connection?.beginStream(answer)
    }

    /// Sends a part of a stream.
    @discardableResult
    public func write(_ bytes: [UInt8]) -> Flow {
        connection?.write(bytes) ?? .ready
    }

    /// The number of bytes that the kernel has not taken yet.
    public var unsentByteCount: Int { connection?.unsentByteCount ?? 0 }

    /// Ends a stream after what was sent. A peer that does not take it within a few seconds is
    /// dropped.
    public func finish() {
        connection?.finish()
    }

    /// Drops the connection at the end of this turn.
    public func abort() {
        connection?.abort()
    }

    /// The connection goes its own way.
    func end() {
        connection = nil
        delegate?.httpExchangeEnded(self)
    }
}

/// Hears of one exchange. Called on the loop's thread, never from within a call into the exchange.
public protocol HTTPExchangeDelegate: AnyObject {
    /// The kernel does not take all of a stream; `httpExchangeDrained` follows when it has.
    func httpExchangeBlocked(_ exchange: HTTPExchange)
    /// All that was written has reached the kernel, after `.blocked` was said.
    func httpExchangeDrained(_ exchange: HTTPExchange)
    /// It is over, whatever the reason; comes once.
    func httpExchangeEnded(_ exchange: HTTPExchange)
}

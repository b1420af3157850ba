import Loop
import NowPlaying

/// The listeners of a farm's stations, and the timer that sends them sound as long as there is one.
final class SoundStreams: HTTPExchangeDelegate {
    private final class SoundListener {
        let exchange: HTTPExchange
        let sound: StationSound
        var pace: SoundPace
        /// It has not taken what was sent.
        var isBlocked = false

        init(_ exchange: HTTPExchange, _ sound: StationSound, at now: Instant) {
            self.exchange = exchange
            self.sound = sound
            pace = SoundPace(at: now)
        }
    }

    /// More listeners at once are refused.
    private static let listenersMax = 64
    /// The time from one part to the next, in milliseconds.
    private static let period: UInt64 = 100

    private var listeners: [ObjectIdentifier: SoundListener] = [:]
    private var timer: LoopTimer?

    init(on loop: EventLoop) {
        timer = loop.makeTimer { [weak self] in self?.send() }
    }

    /// Sends a client sound until it leaves.
    func begin(_ exchange: HTTPExchange, _ sound: StationSound) {
        guard listeners.count < Self.listenersMax else {
            return exchange.answer(.plain(503, "too many listeners"))
        }
        let head = HTTPAnswer(
            200,
            [
                HTTPAnswer.Header("Content-Type", WAVStream.type),
                HTTPAnswer.Header("Cache-Control", "no-store"),
            ], body: WAVStream.head)
        exchange.delegate = self
        exchange.beginStream(head)
        listeners[ObjectIdentifier(exchange)] = SoundListener(
            exchange, sound, at: FarmClock.now().monotonic)
        timer?.arm(afterMilliseconds: 0)
    }

    /// Ends all streams.
    func close() {
        timer?.disarm()
        timer = nil
        for listener in listeners.values { listener.exchange.abort() }
    }

    /// Sends each listener a part. One that has just come is sent one in each turn until it is
    /// ahead.
    private func send() {
        let now = FarmClock.now().monotonic
        var isBehind = false
        for listener in listeners.values where !listener.isBlocked {
            guard let (place, count) = listener.pace.next(at: now) else { continue }
            let samples = listener.sound.samples(from: place, count: count)
            listener.isBlocked = listener.exchange.write(WAVStream.encode(samples)) == .blocked
            isBehind = isBehind || listener.pace.isBehind(at: now)
        }
        if listeners.isEmpty { return }
        timer?.arm(afterMilliseconds: isBehind ? 0 : Self.period)
    }

    func httpExchangeBlocked(_ exchange: HTTPExchange) {
        listeners[ObjectIdentifier(exchange)]?.isBlocked = true
    }

    func httpExchangeDrained(_ exchange: HTTPExchange) {
        guard let listener = listeners[ObjectIdentifier(exchange)] else { return }
        listener.isBlocked = false
        listener.pace.skip(to: FarmClock.now().monotonic)
    }

    func httpExchangeEnded(_ exchange: HTTPExchange) {
        listeners[ObjectIdentifier(exchange)] = nil
    }
}

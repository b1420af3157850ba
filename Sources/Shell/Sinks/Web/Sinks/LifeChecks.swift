import Loop

/// Pings WebSockets, each once a round, and ends those that have not answered the last time.
///
/// Not all at once: for each that is ended, the library walks along all that it is about to end.
final class LifeChecks {
    /// The time from one step to the next, in milliseconds.
    private static let step: UInt64 = 1_000
    /// The steps of a round.
    private static let steps = 30

    private struct WeakSink {
        weak var sink: WebSocketSink?
    }

    private var sinks = RoundRobin<WeakSink>(stepsByRound: steps)
    private var timer: LoopTimer?

    init(on loop: EventLoop) {
        timer = loop.makeTimer { [weak self] in self?.check() }
    }

    /// Checks a client too, from now on.
    func add(_ sink: WebSocketSink) {
        if sinks.isEmpty { timer?.arm(afterMilliseconds: Self.step) }
        sinks.add(WeakSink(sink: sink))
    }

    private func check() {
        for due in sinks.step(droppingWhere: { $0.sink == nil }) { due.sink?.checkLife() }
        if !sinks.isEmpty { timer?.arm(afterMilliseconds: Self.step) }
    }
}

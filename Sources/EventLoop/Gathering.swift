internal import CLibwebsockets

/// Rests between writes, in which what goes to many readers is gathered.
///
/// What comes after a rest is written at the end of its turn; what comes within one, at its end.
/// So a lone message goes at once, and a burst costs each reader one write for all of it.
final class Gathering {
    private let uv: UnsafeMutablePointer<uv_loop_t>
    private var timer: LoopHandle?
    private var waiting: [CarriedSocket] = []
    /// When the rest is over, on the loop's clock.
    private var restEnd: UInt64 = 0
    /// Whether sockets are to wait, as was decided when their turn began to end.
    private(set) var isResting = false

    /// Lets those who wait write, when the rest is over.
    init(on reactor: Reactor) {
        uv = reactor.uv
        timer =
            LoopHandle.make(uv_timer_t.self, on: reactor) { [unowned self, unowned reactor] _, _ in
                release(to: reactor)
            } start: {
                uv_timer_init($0, $1)
            }.handle
    }

    /// A turn ends: all who write now are treated alike.
    func turnEnds() {
        isResting = uv_now(uv) < restEnd
    }

    /// Something was written.
    func wrote() {
        restEnd = uv_now(uv) + LoopLimits.gatheringMilliseconds
    }

    /// Has a socket wait for the end of the rest.
    func add(_ socket: CarriedSocket) {
        guard !socket.isGathering else { return }
        socket.isGathering = true
        if waiting.isEmpty, let timer = timer?.pointer(as: uv_timer_t.self) {
            // The clock may have been read anew since the turn began to end.
            let left = restEnd - min(restEnd, uv_now(uv))
            uv_timer_start(timer, { LoopHandle.happened($0) }, left, 0)
        }
        waiting.append(socket)
    }

    /// Ends the rest: those who wait are due at the end of this turn.
    func release(to reactor: Reactor) {
        restEnd = 0
        for socket in waiting {
            socket.isGathering = false
            reactor.endTurn(for: socket)
        }
        waiting.removeAll(keepingCapacity: true)
    }
}

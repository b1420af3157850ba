internal import CLibwebsockets
import Support

/// One reusable timer. Never early, late by no more than two milliseconds while the loop is idle.
///
/// Dropping it disarms it.
public final class LoopTimer {
    private let reactor: Reactor
    private let handle: LoopHandle
    /// It was armed to fire in the next turn, which has not begun.
    private var isDueNextTurn = false

    init(on reactor: Reactor, fire: @escaping () -> Void) {
        self.reactor = reactor
        let made = LoopHandle.make(uv_timer_t.self, on: reactor) { _, _ in
            fire()
        } start: {
            uv_timer_init($0, $1)
        }
        guard let handle = made.handle else {
            crash("uv_timer_init only fills in memory and cannot fail")
        }
        self.handle = handle
    }

    deinit {
        handle.close()
    }

    /// Fires once, `milliseconds` from now; 0 is in the next turn. An armed timer is armed anew.
    public func arm(afterMilliseconds milliseconds: UInt64) {
        disarm()
        guard milliseconds == 0 else {
            // libuv counts from when the turn began and in whole milliseconds; without the update
            // and the extra millisecond the timer would fire early.
            if reactor.phase != .ended { uv_update_time(reactor.uv) }
            return start(min(milliseconds, .max - 1) + 1)
        }
        // libuv would fire it in this turn, again and again if it arms itself, and nothing else
        // would happen any more.
        isDueNextTurn = true
        reactor.atEndOfTurn { [weak self] in
            guard let self, isDueNextTurn else { return }
            isDueNextTurn = false
            start(0)
        }
    }

    private func start(_ milliseconds: UInt64) {
        guard let timer = handle.pointer(as: uv_timer_t.self) else { return }
        uv_timer_start(timer, { LoopHandle.happened($0) }, milliseconds, 0)
    }

    /// Does not fire until it is armed again.
    public func disarm() {
        isDueNextTurn = false
        guard let timer = handle.pointer(as: uv_timer_t.self) else { return }
        uv_timer_stop(timer)
    }
}

internal import CLibwebsockets

/// One reusable timer. Never early, late by no more than two milliseconds while the loop is idle.
///
/// Dropping it disarms it.
public final class LoopTimer {
    private let handle: LoopHandle

    init(on reactor: Reactor, fire: @escaping () -> Void) {
        let made = LoopHandle.make(uv_timer_t.self, on: reactor) { _, _ in
            fire()
        } start: {
            uv_timer_init($0, $1)
        }
        guard let handle = made.handle else {
            preconditionFailure("uv_timer_init only fills in memory and cannot fail")
        }
        self.handle = handle
    }

    deinit {
        handle.close()
    }

    /// Fires once, `milliseconds` from now. An armed timer is armed anew.
    public func arm(afterMilliseconds milliseconds: UInt64) {
        guard let timer = handle.pointer(as: uv_timer_t.self) else { return }
        // libuv counts from when the turn began and in whole milliseconds; without the update and
        // the extra millisecond the timer would fire early.
        uv_update_time(timer.pointee.loop)
        let delay = milliseconds == 0 ? 0 : min(milliseconds, .max - 1) + 1
        uv_timer_start(timer, { LoopHandle.happened($0) }, delay, 0)
    }

    /// Does not fire until it is armed again.
    public func disarm() {
        guard let timer = handle.pointer(as: uv_timer_t.self) else { return }
        uv_timer_stop(timer)
    }
}

internal import CLibwebsockets

/// Brings letters from any thread to the loop's thread.
///
/// Posting many letters wakes the loop once. Letters that are posted after the loop has ended, or
/// that were not fetched when it ended, are dropped.
public final class Mailbox<Letter: Sendable>: Sendable {
    private struct State: Sendable {
        var letters: [Letter] = []
        /// The only part of libuv that other threads may touch. It is rung under the lock and taken
        /// away under the lock before the loop closes the handle behind it, so nobody can ring it
        /// after it was freed.
        var bell: Bell?
    }

    private let state = Lock(State())

    init() {}

    /// Posts one letter. Letters of one thread arrive in the order in which it posted them.
    public func post(_ letter: Letter) {
        state.withLock { state in
            guard let bell = state.bell else { return }
            state.letters.append(letter)
            if state.letters.count == 1 {
                bell.ring()
            }
        }
    }

    /// Hands the letters over; called on the loop's thread.
    func fetch() -> [Letter] {
        state.withLock { state in
            defer { state.letters = [] }
            return state.letters
        }
    }

    /// Hangs the bell, or takes it away; called on the loop's thread.
    func setBell(_ bell: Bell?) {
        state.withLock { state in
            state.bell = bell
            if bell == nil { state.letters = [] }
        }
    }
}

/// What wakes the loop.
///
/// `@unchecked Sendable`: `uv_async_send` is the one function of libuv that any thread may call,
/// and nothing else is done with the handle.
struct Bell: @unchecked Sendable {
    private let handle: UnsafeMutablePointer<uv_async_t>

    init(_ handle: UnsafeMutablePointer<uv_async_t>) {
        self.handle = handle
    }

    func ring() {
        uv_async_send(handle)
    }
}

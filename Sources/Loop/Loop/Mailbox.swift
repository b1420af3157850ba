internal import CLibwebsockets
import Support

/// Brings messages from any thread to the loop's thread.
///
/// Posting many messages wakes the loop once. Messages that are posted after the loop has ended, or
/// that were not fetched when it ended, are dropped.
public final class Mailbox<Message: Sendable>: Sendable {
    private struct State: Sendable {
        var inbox: [Message] = []
        /// The only part of libuv that other threads may touch. It is used under the lock and taken
        /// away under the lock before the loop closes the handle behind it, so that no thread can
        /// use it after it was freed.
        var wakeup: Wakeup?
    }

    private let state = Monitor(State())

    init() {}

    /// Posts one message. Messages of one thread arrive in the order in which it posted them.
    public func post(_ message: Message) {
        state.withLock { state in
            guard let wakeup = state.wakeup else { return }
            state.inbox.append(message)
            if state.inbox.count == 1 { wakeup.send() }
        }
    }

    /// Hands the messages over; called on the loop's thread.
    func fetch() -> [Message] {
        state.withLock { state in
            defer { state.inbox = [] }
            return state.inbox
        }
    }

    /// Sets what wakes the loop, or takes it away; called on the loop's thread.
    func setWakeup(_ wakeup: Wakeup?) {
        state.withLock { state in
            state.wakeup = wakeup
            if wakeup == nil { state.inbox = [] }
        }
    }
}

/// Wakes the loop.
///
/// `@unchecked Sendable`: `uv_async_send` is the one function of libuv that any thread may call,
/// and nothing else is done with the handle.
struct Wakeup: @unchecked Sendable {
    private let handle: UnsafeMutablePointer<uv_async_t>

    init(_ handle: UnsafeMutablePointer<uv_async_t>) {
        self.handle = handle
    }

    func send() {
        uv_async_send(handle)
    }
}

extension Reactor {
    /// Makes a mailbox and its wakeup, which is taken away before the loop ends.
    func makeMailbox<Message: Sendable>(
        _ receive: @escaping (Message) -> Void
    ) -> Mailbox<Message> {
        let mailbox = Mailbox<Message>()
        let made = LoopHandle.make(uv_async_t.self, on: self) { [unowned mailbox] _, _ in
            for message in mailbox.fetch() { receive(message) }
        } start: {
            uv_async_init($0, $1) { LoopHandle.happened($0) }
        }
        guard let wakeup = made.handle?.pointer(as: uv_async_t.self) else {
            crash("the loop has made its own wakeup, after which no other can fail")
        }
        mailbox.setWakeup(Wakeup(wakeup))
        shutdownHooks.append { mailbox.setWakeup(nil) }
        return mailbox
    }
}

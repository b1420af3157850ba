internal import Glibc

/// Writes bytes to a descriptor on its own thread, which may block for any time.
///
/// It holds a bounded amount. A caller is told when it is full, and again when it is empty.
public final class BoundedWriter: Sendable {
    /// A report of a writer; sent on its own thread.
    public enum News: Sendable {
        /// All held bytes have been written, after it had been full.
        case drained
        /// Writing has failed for good, with this error number.
        case failed(Int32)
    }

    private struct State {
        /// The bytes that the thread has not taken yet.
        var held: [UInt8] = []
        /// The number of bytes that the thread has taken and not written yet.
        var taken = 0
        /// The thread is writing, or about to.
        var isWriting = false
        var isFull = false
        /// The number of writes that were refused since the last loss note.
        var refused = 0
        var isEnding = false
        var failure: Int32?

        var count: Int { held.count + taken }
    }

    private let descriptor: Int32
    private let capacity: Int
    private let retryPause: Duration?
    private let lossNote: @Sendable (Int) -> [UInt8]
    private let tell: @Sendable (News) -> Void
    private let state = Monitor(State())
    private let worker = SerialWorker("nphub-writer", capacity: 2)

    /// A writer to a descriptor, which it does not close.
    ///
    /// - Parameters:
    ///   - capacity: The number of bytes that are held before it is full.
    ///   - retryPause: The pause before a failed write is tried again; `nil` to stop at the first
    ///     failure.
    ///   - lossNote: Text that reports how many writes were dropped.
    public init(
        to descriptor: Int32, capacity: Int, retryPause: Duration? = nil,
        lossNote: @escaping @Sendable (Int) -> [UInt8] = { _ in [] },
        tell: @escaping @Sendable (News) -> Void
    ) {
        self.descriptor = descriptor
        self.capacity = capacity
        self.retryPause = retryPause
        self.lossNote = lossNote
        self.tell = tell
    }

    /// Holds bytes for writing, even when it is full.
    ///
    /// - Returns: True if there is room for more.
    public func write(_ bytes: [UInt8]) -> Bool {
        defer { wake() }
        return state.withLock { state in
            guard state.failure == nil, !state.isEnding else { return true }
            state.held += bytes
            if state.count > capacity { state.isFull = true }
            return !state.isFull
        }
    }

    /// Holds bytes for writing, unless it is full: then it takes nothing until it is empty.
    ///
    /// - Returns: True if it took them.
    public func offer(_ bytes: [UInt8]) -> Bool {
        defer { wake() }
        return state.withLock { state in
            if state.count + bytes.count > capacity { state.isFull = true }
            guard !state.isFull, state.failure == nil, !state.isEnding else {
                state.refused += 1
                return false
            }
            state.held += bytes
            return true
        }
    }

    /// The error number of the final failure.
    public var failure: Int32? { state.withLock { $0.failure } }

    /// Bytes that are not written yet.
    public var heldByteCount: Int { state.withLock { $0.count } }

    /// Writes all held bytes, and ends.
    ///
    /// - Returns: True if all was written in time.
    public func finish(by deadline: Deadline) -> Bool {
        state.withLock { state in
            if !state.isEnding { noteLoss(&state) }
            state.isEnding = true
        }
        // It may be waiting for another attempt.
        state.notify()
        wake()
        return worker.finish(by: deadline)
    }

    /// Runs `done` on the thread when the bytes that are held now were written, or cannot be.
    public func whenWritten(_ done: @escaping @Sendable () -> Void) {
        worker.run(done)
    }

    /// Wakes the thread, if there are bytes to write and it is not writing already.
    private func wake() {
        let isNeeded = state.withLock { state in
            guard !state.isWriting, !state.held.isEmpty, state.failure == nil else { return false }
            state.isWriting = true
            return true
        }
        guard isNeeded, !worker.run({ [self] in writeHeld() }) else { return }
        // The system gave no thread.
        state.withLock { $0.failure = EAGAIN }
        tell(.failed(EAGAIN))
    }

    private func noteLoss(_ state: inout State) {
        guard state.refused > 0 else { return }
        state.held += lossNote(state.refused)
        state.refused = 0
    }

    // MARK: On its thread

    private func writeHeld() {
        while let bytes = takeHeld(), writeAll(bytes) { tellIfDrained() }
    }

    private func takeHeld() -> [UInt8]? {
        state.withLock { state in
            state.isWriting = !state.held.isEmpty
            guard state.isWriting else { return nil }
            defer { state.held = [] }
            state.taken = state.held.count
            return state.held
        }
    }

    private func tellIfDrained() {
        let isDrained = state.withLock { state in
            guard state.isFull, state.count == 0 else { return false }
            state.isFull = false
            noteLoss(&state)
            return true
        }
        if isDrained { tell(.drained) }
    }

    private func writeAll(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if written >= 0 {
                rest = rest.dropFirst(written)
                state.withLock { $0.taken = rest.count }
            } else if !canGoOn(after: errno) {
                return false
            }
        }
        return true
    }

    /// Waits until another attempt may succeed.
    private func canGoOn(after error: Int32) -> Bool {
        switch error {
        case EINTR:
            return true
        case EAGAIN:
            // A program that shares the descriptor has made it non-blocking.
            var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            poll(&waiting, 1, -1)
            return true
        default:
            if let retryPause, !awaitEnd(for: retryPause) { return true }
            state.withLock { $0.failure = error }
            tell(.failed(error))
            return false
        }
    }

    /// - Returns: True if the end has come within the pause.
    private func awaitEnd(for pause: Duration) -> Bool {
        state.wait(until: .after(pause)) { $0.isEnding ? true : nil } ?? false
    }
}

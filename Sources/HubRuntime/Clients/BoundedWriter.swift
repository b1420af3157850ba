import Foundation
import Support

/// Writes bytes to a descriptor on a thread of its own, which may block as long as it likes.
///
/// It holds a bounded amount; a caller that fills it is told so, and told again when it is empty.
final class BoundedWriter: Sendable {
    /// What a writer tells; called on its own thread.
    enum News: Sendable {
        /// All that was held has been written, after it had been full.
        case drained
        /// Nothing can be written any more, for this error number.
        case failed(Int32)
    }

    private struct State {
        var held: [UInt8] = []
        var wasFull = false
        var isEnding = false
        var hasEnded = false
        var failure: Int32?
    }

    /// What the thread does next.
    private enum Step {
        case write([UInt8])
        case end
    }

    private let descriptor: Int32
    private let capacity: Int
    private let tell: @Sendable (News) -> Void
    private let state = Monitor(State())

    /// A writer to a descriptor, which it does not close.
    ///
    /// - Parameter capacity: Bytes that are held before `write` says that it is full.
    init(
        to descriptor: Int32, capacity: Int, tell: @escaping @Sendable (News) -> Void
    ) {
        self.descriptor = descriptor
        self.capacity = capacity
        self.tell = tell
        let thread = Thread { [self] in run() }
        thread.name = "nphub-writer"
        thread.start()
    }

    /// Holds bytes for writing, even when it is full.
    ///
    /// - Returns: Whether there is room for more.
    func write(_ bytes: [UInt8]) -> Bool {
        defer { state.notify() }
        return state.withLock { state in
            guard state.failure == nil, !state.isEnding else { return true }
            state.held += bytes
            if state.held.count > capacity { state.wasFull = true }
            return !state.wasFull
        }
    }

    /// The error number for which nothing can be written any more.
    var failure: Int32? { state.withLock { $0.failure } }

    /// Bytes that are held.
    var heldByteCount: Int { state.withLock { $0.held.count } }

    /// Writes what is held, and ends.
    ///
    /// - Returns: Whether all was written in time.
    func finish(by deadline: Deadline) -> Bool {
        state.withLock { $0.isEnding = true }
        state.notify()
        return state.wait(until: deadline) { $0.hasEnded ? true : nil } ?? false
    }

    private func run() {
        while case .write(let bytes) = state.wait(for: Self.nextStep), writeAll(bytes) {
            tellIfDrained()
        }
        state.withLock { $0.hasEnded = true }
        state.notify()
    }

    private static func nextStep(_ state: inout State) -> Step? {
        guard state.held.isEmpty else {
            defer { state.held = [] }
            return .write(state.held)
        }
        return state.isEnding ? .end : nil
    }

    private func tellIfDrained() {
        let isDrained = state.withLock { state in
            guard state.wasFull, state.held.isEmpty else { return false }
            state.wasFull = false
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
            } else if errno == EAGAIN {
                awaitWritable()
            } else if errno != EINTR {
                let error = errno
                state.withLock { $0.failure = error }
                tell(.failed(error))
                return false
            }
        }
        return true
    }

    /// A program that shares the descriptor may have made it non-blocking.
    private func awaitWritable() {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&waiting, 1, -1)
    }
}

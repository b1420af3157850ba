import Dispatch

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Makes bytes of messages and messages of bytes, for a connection by a socket.
package protocol SocketCodec {
    /// The bytes with which the connection begins.
    mutating func begin() throws(HubClientError) -> [UInt8]

    /// The bytes of a message.
    mutating func bytes(of message: [UInt8]) throws(HubClientError) -> [UInt8]

    /// The messages that are whole with these bytes; and the bytes with which it answers.
    mutating func read(
        _ bytes: [UInt8]
    ) throws(HubClientError) -> (messages: [[UInt8]], answer: [UInt8])

    /// The bytes with which the connection ends.
    mutating func end() -> [UInt8]
}

/// A connection by a socket. All of it happens on a queue of its own, so that no thread of the
/// program waits for the hub.
package final class SocketChannel: HubChannel {
    /// The state; only code on the queue sees it.
    private struct State {
        var codec: any SocketCodec
        var descriptor: Int32 = -1
        var source: (any DispatchSourceRead)?
        var messages: [[UInt8]] = []
        var waiter: CheckedContinuation<Result<[UInt8], HubClientError>, Never>?
        var failure: HubClientError?
    }

    private let path: String
    private let queue = DispatchQueue(label: "hub")
    // Only code on the queue reads or changes it.
    private nonisolated(unsafe) var state: State

    private init(to path: String, by codec: any SocketCodec) {
        self.path = path
        state = State(codec: codec)
    }

    deinit {
        state.source?.cancel()
    }

    /// Connects.
    ///
    /// - Parameter open: Makes a connected socket. It may block: it runs on the channel's queue.
    package static func connect(
        to path: String, by codec: sending any SocketCodec,
        _ open: @escaping @Sendable () throws(HubClientError) -> Int32
    ) async throws(HubClientError) -> SocketChannel {
        let channel = SocketChannel(to: path, by: codec)
        let outcome = await withCheckedContinuation { continuation in
            channel.queue.async {
                continuation.resume(returning: Result(catching: open).map(channel.begin))
            }
        }
        try outcome.get()
        return channel
    }

    /// Sends a message.
    package func send(_ line: [UInt8]) {
        queue.async { [self] in
            attempt { () throws(HubClientError) in
                try write(try state.codec.bytes(of: line))
            }
        }
    }

    /// The next message.
    package func receive() async throws(HubClientError) -> [UInt8] {
        let outcome = await withCheckedContinuation { continuation in
            queue.async { [self] in
                state.waiter = continuation
                deliver()
            }
        }
        return try outcome.get()
    }

    /// Ends the connection.
    package func close() {
        queue.async { [self] in end(because: .closed(path: path, reason: nil)) }
    }

    // MARK: On the queue

    private func begin(on descriptor: Int32) {
        state.descriptor = descriptor
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        source.setEventHandler { [weak self] in self?.read() }
        source.setCancelHandler { shut(descriptor) }
        state.source = source
        source.activate()
        attempt { () throws(HubClientError) in try write(try state.codec.begin()) }
    }

    private func read() {
        attempt { () throws(HubClientError) in
            var bytes = [UInt8](repeating: 0, count: 64 << 10)
            let count = bytes.withUnsafeMutableBytes {
                recv(state.descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT))
            }
            if count < 0, errno == EINTR || errno == EAGAIN { return }
            guard count > 0 else { throw .closed(path: path, reason: nil) }
            let (messages, answer) = try state.codec.read(Array(bytes.prefix(count)))
            try write(answer)
            state.messages += messages
            deliver()
        }
    }

    private func write(_ bytes: [UInt8]) throws(HubClientError) {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                SystemSocket.write(state.descriptor, $0.baseAddress, $0.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .closed(path: path, reason: nil) }
            sent += count
        }
    }

    private func deliver() {
        guard let waiter = state.waiter else { return }
        if !state.messages.isEmpty {
            state.waiter = nil
            waiter.resume(returning: .success(state.messages.removeFirst()))
        } else if let failure = state.failure {
            state.waiter = nil
            waiter.resume(returning: .failure(failure))
        }
    }

    private func attempt(_ body: () throws(HubClientError) -> Void) {
        guard state.failure == nil else { return }
        do throws(HubClientError) { try body() } catch { end(because: error) }
    }

    private func end(because reason: HubClientError) {
        guard state.failure == nil else { return }
        try? write(state.codec.end())
        state.failure = reason
        state.source?.cancel()
        deliver()
    }
}

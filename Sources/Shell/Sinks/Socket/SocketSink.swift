package import Loop
package import FanOut
package import Hub
package import NowPlaying

/// A client on the Unix socket.
///
/// While it does not take what it is sent, nothing more is read from it: a client that
/// asks without reading the answers has to wait.
package final class SocketSink: Sink {
    private let id: ClientID
    private let connection: Connection
    private let now: () -> Instant
    private let post: (Event) -> Void
    private var framing: RPCFraming
    private var isFull = false

    package init(
        _ id: ClientID, _ connection: Connection, _ framing: RPCFraming,
        now: @escaping () -> Instant, post: @escaping (Event) -> Void
    ) {
        self.id = id
        self.connection = connection
        self.now = now
        self.post = post
        self.framing = framing
    }

    package var transport: ClientTransport { .socket }

    package var unsentByteCount: Int { connection.unsentByteCount }

    package func offer(_ delivery: Delivery) -> Credit { send(framing.line(for: delivery)) }

    package func send(_ reply: Reply) -> Credit { send(framing.line(for: reply)) }

    private func send(_ line: Line) -> Credit {
        connection.send(line.head)
        connection.send(line.body)
        guard connection.send(line.tail) == .blocked else { return .more }
        if !isFull { connection.pauseReading() }
        isFull = true
        return .full
    }

    package func finish() {
        connection.finish()
    }

    package func abort() {
        connection.close()
    }
}

extension SocketSink: ConnectionDelegate {
    package func connectionOpened(_ connection: Connection) {}

    package func connection(_ connection: Connection, received bytes: UnsafeRawBufferPointer) {
        let input = framing.receive(Array(bytes), at: now())
        if !input.requests.isEmpty { post(.requested(id, input.requests)) }
        guard let violation = input.violation else { return }
        post(.clientMisbehaved(id, code: violation.code, reason: violation.reason))
    }

    package func connectionDrained(_ connection: Connection) {
        isFull = false
        connection.resumeReading()
        post(.sinkReady(id))
    }

    package func connectionClosed(_ connection: Connection, _ reason: ConnectionClosure) {
        post(.clientDisconnected(id))
    }
}

extension ClientTransport {
    /// The Unix socket.
    static let socket = ClientTransport("socket")
}

import EventLoop
import Hub
import NowPlaying
import RPC

/// A client on the Unix socket.
///
/// While it does not take what it is sent, nothing more is read from it: somebody who asks
/// without listening has to wait.
final class SocketSink: ClientSink {
    private let id: ClientID
    private let connection: Connection
    private let now: () -> Instant
    private let tell: (Event) -> Void
    private var framing: RPCFraming
    private var isBlocked = false

    init(
        _ id: ClientID, _ connection: Connection, _ framing: RPCFraming,
        now: @escaping () -> Instant, tell: @escaping (Event) -> Void
    ) {
        self.id = id
        self.connection = connection
        self.now = now
        self.tell = tell
        self.framing = framing
    }

    var unsentByteCount: Int { connection.unsentByteCount }

    func deliver(_ delivery: Delivery) {
        let line = framing.line(for: delivery)
        connection.send(line.head)
        connection.send(line.body)
        guard connection.send(line.tail) == .blocked, !isBlocked else { return }
        isBlocked = true
        connection.pauseReading()
        tell(.clientBlocked(id))
    }

    func finish() {
        connection.finish()
    }

    func abort() {
        connection.close()
    }
}

extension SocketSink: ConnectionDelegate {
    func connectionOpened(_ connection: Connection) {}

    func connection(_ connection: Connection, received bytes: UnsafeRawBufferPointer) {
        let input = framing.take(Array(bytes), at: now())
        if !input.requests.isEmpty { tell(.requested(id, input.requests)) }
        guard let violation = input.violation else { return }
        tell(.clientMisbehaved(id, code: violation.code, reason: violation.reason))
    }

    func connectionDrained(_ connection: Connection) {
        isBlocked = false
        connection.resumeReading()
        tell(.clientDrained(id))
    }

    func connectionClosed(_ connection: Connection, _ reason: ConnectionClosure) {
        tell(.clientDisconnected(id))
    }
}

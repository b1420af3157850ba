import EventLoop
import FanOut
import Hub
import NowPlaying
import RPC

/// A client on the Unix socket.
///
/// While it does not take what it is sent, nothing more is read from it: a client that
/// asks without reading the answers has to wait.
final class SocketSink: Sink {
    private let id: ClientID
    private let connection: Connection
    private let now: () -> Instant
    private let tell: (Event) -> Void
    private var framing: RPCFraming
    private var isFull = false

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

    func offer(_ delivery: Delivery) -> Credit { send(framing.line(for: delivery)) }

    func send(_ reply: Reply) -> Credit { send(framing.line(for: reply)) }

    private func send(_ line: Line) -> Credit {
        connection.send(line.head)
        connection.send(line.body)
        guard connection.send(line.tail) == .blocked else { return .more }
        if !isFull { connection.pauseReading() }
        isFull = true
        return .full
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
        isFull = false
        connection.resumeReading()
        tell(.sinkReady(id))
    }

    func connectionClosed(_ connection: Connection, _ reason: ConnectionClosure) {
        tell(.clientDisconnected(id))
    }
}

import EventLoop
import Hub

/// A client on the Unix socket.
///
/// While it does not take what it is sent, nothing more is read from it: somebody who asks
/// without listening has to wait.
final class SocketSink: ClientSink {
    private let id: ClientID
    private let connection: Connection
    private let tell: (Event) -> Void
    private var isBlocked = false

    init(_ id: ClientID, _ connection: Connection, tell: @escaping (Event) -> Void) {
        self.id = id
        self.connection = connection
        self.tell = tell
    }

    var unsentByteCount: Int { connection.unsentByteCount }

    func send(_ line: Line) {
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
        tell(.clientReceived(id, Array(bytes)))
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

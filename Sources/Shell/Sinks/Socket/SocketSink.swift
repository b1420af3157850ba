package import Loop
package import FanOut
package import Hub
package import JSON
import NowPlaying

/// A client on the Unix socket.
///
/// While it does not take what it is sent, nothing more is read from it: a client that
/// asks without reading the answers has to wait.
package final class SocketSink: Sink {
    /// `nil` while the hub is told of it.
    private var id: ClientID?
    private let connection: Connection
    private let hub: any HubPort
    private var framing: RPCFraming
    private var isFull = false

    /// Makes a client of a connection to the socket.
    package init(_ connection: Connection, of hub: any HubPort, _ parser: JSONParser) {
        self.connection = connection
        self.hub = hub
        framing = RPCFraming(limits: hub.limits, parser: parser)
        id = hub.connect(connection.isBeyondShare ? .refused : .local) { _ in self }
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
        guard let id else { return }
        let input = framing.receive(Array(bytes), at: hub.now.monotonic)
        if !input.requests.isEmpty { hub.post(.requested(id, input.requests)) }
        guard let violation = input.violation else { return }
        hub.post(.clientMisbehaved(id, code: violation.code, reason: violation.reason))
    }

    package func connectionDrained(_ connection: Connection) {
        isFull = false
        connection.resumeReading()
        if let id { hub.post(.sinkReady(id)) }
    }

    package func connectionClosed(_ connection: Connection, _ reason: ConnectionClosure) {
        if let id { hub.post(.clientDisconnected(id)) }
    }
}

extension ClientTransport {
    /// The Unix socket.
    static let socket = ClientTransport("socket")
}

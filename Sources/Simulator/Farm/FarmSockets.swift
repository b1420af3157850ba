import Loop
import NowPlaying

/// The sockets of a farm: tells the server what happens and does what it says.
final class FarmSockets: WebSocketServerDelegate {
    private(set) var server: SimulatedServer
    private(set) var statistics = FarmStatistics()
    private var timer: LoopTimer?
    private var armedFor: Instant?
    private var peers: [ConnectionID: WebSocketPeer] = [:]
    private var clients: [ObjectIdentifier: ConnectionID] = [:]
    /// Clients whose send buffer is full: nothing is sent to them until it does, so that
    /// a client that never reads costs what one message costs.
    private var blocked: Set<ConnectionID> = []
    private var clientsNumbered: UInt64 = 0

    /// The timer fires at most so often: at thousands of publications a second, several share a
    /// turn of the loop.
    private static let wakeInterval = Interval.milliseconds(5)

    /// Begins the day of a server's stations. The sockets come through the delegate's calls.
    init(server: SimulatedServer, loop: EventLoop) {
        self.server = server
        // The timer must not keep alive what owns it.
        timer = loop.makeTimer { [weak self] in self?.wake() }
        armTimer(at: FarmClock.now().monotonic)
    }

    /// Stops everything and cuts all connections.
    func close() {
        timer?.disarm()
        timer = nil
        for peer in peers.values { peer.abort() }
    }

    /// Lets the server do something.
    func act(
        _ body: (inout SimulatedServer, Moment, inout [SimulatedServer.Effect]) -> Void
    ) {
        let now = FarmClock.now()
        var effects: [SimulatedServer.Effect] = []
        body(&server, now, &effects)
        execute(effects)
        armTimer(at: now.monotonic)
    }

    private func wake() {
        armedFor = nil
        act { $0.advance(to: $1, into: &$2) }
    }

    private func armTimer(at now: Instant) {
        guard let timer, let deadline = server.nextDeadline, deadline != armedFor else { return }
        armedFor = deadline
        let delay = max(Self.wakeInterval, deadline - now)
        timer.arm(afterMilliseconds: UInt64(delay.milliseconds))
    }

    private func execute(_ effects: [SimulatedServer.Effect]) {
        for effect in effects {
            switch effect {
            case .send(let message, let client):
                _ = send(message, to: client)
            case .publish(let message, let recipients):
                for client in recipients { publish(message, to: client) }
            case .ping(let client):
                guard !blocked.contains(client) else { continue }
                peers[client]?.ping()
            case .close(let client, let code, let reason):
                peers[client]?.close(code: code, reason: reason)
            case .abort(let client):
                peers[client]?.abort()
            }
        }
    }

    private func publish(_ message: [UInt8], to client: ConnectionID) {
        if send(message, to: client) {
            statistics.publicationsSent += 1
        } else {
            statistics.publicationsSkipped += 1
        }
    }

    /// - Returns: True if the message is on its way.
    private func send(_ message: [UInt8], to client: ConnectionID) -> Bool {
        guard let peer = peers[client], !blocked.contains(client) else { return false }
        if peer.send(text: message) == .blocked { blocked.insert(client) }
        return true
    }

    func webSocketOpened(_ peer: WebSocketPeer) {
        guard timer != nil else { return peer.abort() }
        clientsNumbered += 1
        let client = ConnectionID(number: clientsNumbered)
        peers[client] = peer
        clients[ObjectIdentifier(peer)] = client
        statistics.connectionsOpened += 1
        statistics.connectionsOpen += 1
        let target = RequestTarget(path: peer.path, query: peer.query)
        act { $0.clientConnected(client, to: target, at: $1, into: &$2) }
    }

    func webSocket(_ peer: WebSocketPeer, received message: [UInt8], isText: Bool) {
        guard let client = clients[ObjectIdentifier(peer)] else { return }
        act { $0.clientSent(message, from: client, at: $1, into: &$2) }
    }

    func webSocketDrained(_ peer: WebSocketPeer) {
        guard let client = clients[ObjectIdentifier(peer)] else { return }
        blocked.remove(client)
    }

    func webSocketClosed(_ peer: WebSocketPeer, code: UInt16?) {
        guard let client = clients.removeValue(forKey: ObjectIdentifier(peer)) else { return }
        peers[client] = nil
        blocked.remove(client)
        statistics.connectionsOpen -= 1
        server.clientDisconnected(client)
    }
}

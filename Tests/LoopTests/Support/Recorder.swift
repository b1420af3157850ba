import Loop

/// Notes what a connection tells, and does what the test wants at each step.
final class Recorder: ConnectionDelegate {
    var log: [String] = []
    var received: [UInt8] = []
    var closure: ConnectionClosure?
    /// True if it serves more than one connection.
    var isShared = false
    var onOpened: (Connection) -> Void = { _ in }
    var onReceived: (Connection) -> Void = { _ in }
    var onDrained: (Connection) -> Void = { _ in }
    var onClosed: (Connection) -> Void = { _ in }

    func connectionOpened(_ connection: Connection) {
        log.append("opened")
        onOpened(connection)
    }

    func connection(_ connection: Connection, received bytes: UnsafeRawBufferPointer) {
        log.append("received")
        received.append(contentsOf: bytes)
        onReceived(connection)
    }

    func connectionDrained(_ connection: Connection) {
        log.append("drained")
        onDrained(connection)
    }

    func connectionClosed(_ connection: Connection, _ reason: ConnectionClosure) {
        log.append("closed")
        closure = reason
        onClosed(connection)
        if !isShared { forget() }
    }

    /// Lets go of what the closures hold, which is often this recorder.
    private func forget() {
        onOpened = { _ in }
        onReceived = { _ in }
        onDrained = { _ in }
        onClosed = { _ in }
    }
}

/// Takes every connection that a listener accepts, or refuses all.
final class Acceptor: ListenerDelegate {
    private let taker: (Connection) -> (any ConnectionDelegate)?

    init(_ taker: @escaping (Connection) -> (any ConnectionDelegate)?) {
        self.taker = taker
    }

    func listener(
        _ listener: Listener, accepted connection: Connection
    ) -> (any ConnectionDelegate)? {
        taker(connection)
    }
}

import Loop
import HubClient
import Support

/// One connection to a hub's Unix socket, from the first attempt to its end, line by line.
///
/// Everything happens on the loop's thread, never from within a call into the connection.
final class HubConnection {
    /// An event of a connection.
    enum News {
        /// Lines can be sent.
        case connected
        /// The hub sent a line; it is here without its end.
        case received([UInt8])
        /// It is over, or never came to be. Nothing follows.
        case disconnected(HubClientError)
    }

    private var path: SocketPath
    private let loop: EventLoop
    private var tell: ((News) -> Void)?
    private let lineLengthMax: Int
    private var lines: LineReader
    private var connection: Connection?
    private var isConnected = false
    private var problem: String?

    /// A connection that does nothing until `connect`.
    ///
    /// - Parameter lineLengthMax: The longest line that is taken, in bytes.
    init(
        at path: SocketPath, on loop: EventLoop, lineLengthMax: Int,
        tell: @escaping (News) -> Void
    ) {
        self.path = path
        self.lineLengthMax = lineLengthMax
        lines = LineReader(limit: lineLengthMax)
        self.loop = loop
        self.tell = tell
    }

    /// Connects, unless another user could pose as the hub there.
    func connect() {
        path = path.forClient(in: SystemFiles())
        do throws(SocketPathError) {
            try path.verifyFolder(in: SystemFiles())
            connection = loop.connect(to: .unix(path: path.path), delegate: self)
        } catch {
            loop.atEndOfTurn { [weak self] in self?.end(.unusable(error)) }
        }
    }

    /// Sends a line with its end. Lines before `connected` and after the end are dropped.
    func send(_ line: [UInt8]) {
        if isConnected { connection?.send(line) }
    }

    /// Ends the connection because of what the hub sent.
    func refuse(_ problem: String) {
        guard self.problem == nil else { return }
        self.problem = problem
        connection?.close()
    }

    /// Ends the connection; nothing more is told.
    func disconnect() {
        tell = nil
        connection?.close()
    }

    /// Leaves what the hub sends in the kernel. The end of the connection is not noticed meanwhile.
    func pauseReading() {
        connection?.pauseReading()
    }

    /// Takes again what the hub sends.
    func resumeReading() {
        connection?.resumeReading()
    }

    private func apply(_ line: LineReader.Line) {
        guard problem == nil else { return }
        switch line {
        case .line(let bytes): tell?(.received(Array(bytes)))
        case .tooLong: refuse("it sent a line of more than \(lineLengthMax) bytes")
        }
    }

    private func end(_ error: HubClientError) {
        let tell = tell
        self.tell = nil
        connection = nil
        tell?(.disconnected(error))
    }

    private func error(for closure: ConnectionClosure) -> HubClientError {
        if let problem { return .unintelligible(path: path.path, problem: problem) }
        if isConnected { return .closed(path: path.path, reason: nil) }
        // The system's refusal alone does not tell a missing socket from a missing permission.
        switch Listener.probe(unixPath: path.path) {
        case .free, .stale, .live: return .notListening(path: path.path)
        case .denied: return .notPermitted(path: path.path)
        case .notASocket:
            return .system(
                "\(path.path) is not a socket: name the hub's with `--socket PATH`")
        case .unusable: return .unusable(.tooLong(path: path.path))
        }
    }
}

extension HubConnection: ConnectionDelegate {
    /// The hub can be called.
    func connectionOpened(_ connection: Connection) {
        isConnected = true
        tell?(.connected)
    }

    /// The hub sent something.
    func connection(_ connection: Connection, received bytes: UnsafeRawBufferPointer) {
        for line in lines.receive(Array(bytes)) { apply(line) }
    }

    /// The hub has taken all that it was sent.
    func connectionDrained(_ connection: Connection) {}

    /// The connection is over, or could not be made.
    func connectionClosed(_ connection: Connection, _ reason: ConnectionClosure) {
        end(error(for: reason))
    }
}

public import EventLoop
public import JSON
import Support

/// One connection to a hub's Unix socket, from the first attempt to its end.
///
/// It speaks JSON-RPC 2.0, one object a line, and matches the answers to the calls. Everything
/// happens on the loop's thread, never from within a call into the client.
public final class HubClient {
    /// What a client tells.
    public enum News {
        /// Calls can be made.
        case connected
        /// The hub said something unasked. The parameters are lent for the time of the call.
        case notified(method: String, JSONValue)
        /// It is over, or never came to be. Nothing follows, and open calls are not answered.
        case disconnected(HubClientError)
    }

    /// What receives the answer to a call. The result is lent for the time of the call.
    public typealias Answered = (Result<JSONValue, HubRefusal>) -> Void

    /// The longest line that is taken. A page of the status with full links has about 5 MB.
    private static let lineLengthMax = 16 << 20

    private var path: SocketPath
    private let loop: EventLoop
    private var tell: ((News) -> Void)?
    private let parser = JSONParser(maximumLength: lineLengthMax)
    private var lines = LineReader(limit: lineLengthMax)
    private var connection: Connection?
    private var calls: [Int: Answered] = [:]
    private var lastCall = 0
    private var isConnected = false
    private var farewell: HubRefusal?
    private var problem: String?

    /// A client that does nothing until `connect`.
    public init(at path: SocketPath, on loop: EventLoop, tell: @escaping (News) -> Void) {
        self.path = path
        self.loop = loop
        self.tell = tell
    }

    /// Connects, unless somebody else could pose as the hub there.
    public func connect() {
        path = path.forClient(in: SystemFiles())
        do throws(SocketPathError) {
            try path.verifyFolder(in: SystemFiles())
            connection = loop.connect(to: .unix(path: path.path), delegate: self)
        } catch {
            loop.atEndOfTurn { [weak self] in self?.end(.unusable(error)) }
        }
    }

    /// Calls a method. Calls before `connected` and after the end are dropped.
    ///
    /// - Parameter parameters: A JSON object.
    public func call(
        _ method: StaticString, _ parameters: [UInt8], answered: @escaping Answered
    ) {
        guard isConnected, let connection else { return }
        lastCall += 1
        calls[lastCall] = answered
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("jsonrpc", "2.0")
        writer.member("id", lastCall)
        writer.key("method")
        writer.string("\(method)")
        writer.member("params", raw: parameters)
        writer.endObject()
        connection.send(writer.bytes + [UInt8(ascii: "\n")])
    }

    /// Ends the connection; nothing more is told.
    public func disconnect() {
        tell = nil
        calls = [:]
        connection?.close()
    }

    /// Leaves what the hub sends in the kernel. The end of the connection is not noticed meanwhile.
    public func pauseReading() {
        connection?.pauseReading()
    }

    /// Takes again what the hub sends.
    public func resumeReading() {
        connection?.resumeReading()
    }

    // MARK: Lines

    private func take(_ line: LineReader.Line) {
        guard tell != nil, problem == nil else { return }
        switch line {
        case .line(let bytes):
            do {
                try parser.parse(bytes) { read($0) }
            } catch {
                fail("it sent a line that is not JSON: \(error)")
            }
        case .tooLong:
            fail("it sent a line of more than \(Self.lineLengthMax) bytes")
        }
    }

    private func read(_ line: JSONValue) {
        switch HubMessage(line) {
        case .answer(let call, let result): calls.removeValue(forKey: call)?(result)
        case .notification(let method, let parameters):
            tell?(.notified(method: method, parameters))
        case .farewell(let refusal): farewell = refusal
        case nil: fail("it sent what is neither an answer nor a notification")
        }
    }

    private func fail(_ problem: String) {
        self.problem = problem
        connection?.close()
    }

    // MARK: The end

    private func end(_ error: HubClientError) {
        let tell = tell
        self.tell = nil
        calls = [:]
        connection = nil
        tell?(.disconnected(error))
    }

    private func error(for closure: ConnectionClosure) -> HubClientError {
        if let problem { return .unintelligible(path: path.path, problem: problem) }
        if isConnected { return .closed(path: path.path, reason: farewell?.message) }
        // The system's refusal alone does not tell a missing socket from a missing permission.
        switch Listener.probe(unixPath: path.path) {
        case .free, .stale, .live: return .notListening(path: path.path)
        case .denied: return .notPermitted(path: path.path)
        case .notASocket: return .system("\(path.path) is no socket")
        case .unusable: return .unusable(.tooLong(path: path.path))
        }
    }
}

extension HubClient: ConnectionDelegate {
    /// The hub can be called.
    public func connectionOpened(_ connection: Connection) {
        isConnected = true
        tell?(.connected)
    }

    /// The hub sent something.
    public func connection(_ connection: Connection, received bytes: UnsafeRawBufferPointer) {
        for line in lines.take(Array(bytes)) { take(line) }
    }

    /// The hub has taken all that it was sent.
    public func connectionDrained(_ connection: Connection) {}

    /// The connection is over, or could not be made.
    public func connectionClosed(_ connection: Connection, _ reason: ConnectionClosure) {
        end(error(for: reason))
    }
}

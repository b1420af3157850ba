import HubClient
import Protocols

/// Messages in a WebSocket's frames, in TLS where the address says so.
struct WebSocketCodec: SocketCodec {
    private let path: String
    private let request: WebSocketRequest
    private let context: TLSContext?
    private var generator = SystemRandomNumberGenerator()
    private var client: WebSocketClient
    private var tls: TLSSession?
    private var isOpen = false
    /// Messages that wait for the server to open the WebSocket.
    private var waiting: [[UInt8]] = []

    init(_ request: WebSocketRequest, _ context: TLSContext?, path: String) {
        self.request = request
        self.context = context
        self.path = path
        client = WebSocketClient(request: request)
    }

    mutating func begin() -> [UInt8] {
        tls = context.map { TLSSession(context: $0, url: request.url.server) }
        tls?.start()
        return wrap(client.open(using: &generator))
    }

    mutating func bytes(of message: [UInt8]) -> [UInt8] {
        guard isOpen else {
            waiting.append(message)
            return []
        }
        return wrap(client.send(text: String(decoding: message, as: UTF8.self), using: &generator))
    }

    mutating func read(
        _ bytes: [UInt8]
    ) throws(HubClientError) -> (messages: [[UInt8]], answer: [UInt8]) {
        var answer: [UInt8] = []
        if let tls {
            tls.receive(bytes)
            answer = tls.takeCiphertext()
            if case .failed(let failure) = tls.state {
                throw .unintelligible(path: path, problem: failure.text)
            }
            client.receive(tls.takePlaintext())
        } else {
            client.receive(bytes)
        }
        return (try readEvents(&answer), answer)
    }

    mutating func end() -> [UInt8] {
        isOpen ? wrap(client.close(code: .goingAway, using: &generator)) : []
    }

    private mutating func readEvents(
        _ answer: inout [UInt8]
    ) throws(HubClientError) -> [[UInt8]] {
        var messages: [[UInt8]] = []
        while let event = client.next(using: &generator) {
            switch event {
            case .opened: answer += open()
            case .text(let message): messages.append(Array(message))
            case .transmit(let bytes): answer += wrap(bytes)
            case .binary, .ponged: break
            case .closed(let closure):
                throw .closed(path: path, reason: closure.reason.isEmpty ? nil : closure.reason)
            case .failed(let failure): throw error(failure)
            }
        }
        return messages
    }

    private mutating func open() -> [UInt8] {
        isOpen = true
        defer { waiting = [] }
        return waiting.flatMap { bytes(of: $0) }
    }

    /// A hub that refuses a token will refuse it again.
    private func error(_ failure: WebSocketFailure) -> HubClientError {
        switch failure.code {
        case .unauthorized, .forbidden: .unable("\(path): \(failure.text)")
        default: .unintelligible(path: path, problem: failure.text)
        }
    }

    private func wrap(_ bytes: [UInt8]) -> [UInt8] {
        guard let tls else { return bytes }
        tls.send(bytes)
        return tls.takeCiphertext()
    }
}

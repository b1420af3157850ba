import Loop
import Testing

/// Notes what an HTTP server is asked, and does what the test wants with it.
final class HTTPRecorder: HTTPServerDelegate, HTTPExchangeDelegate {
    var requests: [HTTPRequest] = []
    var log: [String] = []
    /// The next action of a test.
    var next: () -> Void = {}
    var onRequest: (HTTPExchange) -> Void = { exchange in
        let request = exchange.request
        let text = ["\(request.method) \(request.path)"] + request.query
        exchange.answer(
            HTTPAnswer(
                200, [.init("Content-Type", "text/plain")],
                body: Array(text.joined(separator: "|").utf8) + request.body))
    }
    /// After how many milliseconds requests are handed on.
    var delays: UInt64?
    /// Makes the timers of delays.
    var loop: EventLoop?
    private var timers: [LoopTimer] = []
    var onUpgrade: (HTTPRequest) -> HTTPUpgrade = { _ in .refuse(HTTPAnswer(401)) }
    var onDrained: (HTTPExchange) -> Void = { _ in }

    /// Lets go of what the closures hold, which is often this recorder.
    func forget() {
        next = {}
        onRequest = { _ in }
        onUpgrade = { _ in .refuse(HTTPAnswer(401)) }
        onDrained = { _ in }
        timers = []
    }

    func httpRequested(_ exchange: HTTPExchange) {
        requests.append(exchange.request)
        exchange.delegate = self
        guard let delays, let loop else { return onRequest(exchange) }
        let timer = loop.makeTimer { [onRequest] in onRequest(exchange) }
        timer.arm(afterMilliseconds: delays)
        timers.append(timer)
    }

    func httpUpgradeRequested(_ request: HTTPRequest) -> HTTPUpgrade {
        requests.append(request)
        return onUpgrade(request)
    }

    func httpExchangeBlocked(_ exchange: HTTPExchange) {
        log.append("blocked")
    }

    func httpExchangeDrained(_ exchange: HTTPExchange) {
        log.append("drained")
        onDrained(exchange)
    }

    func httpExchangeEnded(_ exchange: HTTPExchange) {
        log.append("ended")
    }
}

/// Serves HTTP on a free loopback port while `client` runs on a thread of its own.
func serveHTTP(
    _ recorder: HTTPRecorder, _ options: HTTPServerOptions = HTTPServerOptions(),
    client: @escaping @Sendable (_ port: UInt16) throws -> Void
) throws {
    defer { recorder.loop = nil }
    try runLoop { loop in
        recorder.loop = loop
        let listener = try loop.serveHTTP(
            on: [.address(.v4(host: "127.0.0.1", port: 0))], options, delegate: recorder)
        let port = listener.port
        let finished = loop.makeMailbox { (_: Bool) in loop.stop() }
        onThread {
            defer { finished.post(true) }
            try client(port)
        }
        return listener
    }
}

/// The same for one connection, over TLS if that is wanted.
func serveHTTP(
    _ recorder: HTTPRecorder, isSecure: Bool,
    client: @escaping @Sendable (_ socket: PlainSocket) throws -> Void
) throws {
    try withFolder { folder in
        var options = HTTPServerOptions()
        if isSecure { options.tls = try LoopTests.SecureServerTests.makeCertificate(in: folder) }
        try serveHTTP(recorder, options) { port in
            let socket =
                isSecure
                ? try PlainSocket.secured(toPort: port, trusting: folder + "/certificate")
                : try PlainSocket.connected(toPort: port)
            defer { socket.close() }
            try client(socket)
        }
    }
}

extension PlainSocket {
    /// Sends a request and reads the answer until the server ends the connection.
    static func ask(port: UInt16, _ request: String) throws -> String {
        let socket = try connected(toPort: port)
        defer { socket.close() }
        try socket.write(request)
        return String(decoding: try socket.readToEnd(), as: UTF8.self)
    }

    /// Reads an answer with a `Content-Length`.
    func readAnswer() throws -> (head: String, body: String) {
        let head = try readHead()
        let line = head.split(separator: "\r\n").first { $0.hasPrefix("Content-Length: ") }
        let length = line.flatMap { Int($0.dropFirst(16)) } ?? 0
        return (head, String(decoding: try read(exactly: length), as: UTF8.self))
    }
}

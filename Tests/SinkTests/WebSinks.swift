import Expectations
import Loop
import Foundation
import Hub
import JSON
import NowPlaying
import TestSupport
import Testing

@testable import FanOut
@testable import Shell

/// A sink of the web server, whose client has asked for it over HTTP.
class WebTrial: StateSinkTrial {
    private let reader: Reader
    private var listener: HTTPListener?
    fileprivate var made: (any Sink)?

    init(request: String, head: String) throws {
        let descriptor = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        reader = Reader(descriptor)
        try super.init()
        try connect(descriptor)
        reader.stopWaiting()
        request.withCString { _ = send(descriptor, $0, strlen($0), 0) }
        try wait { [reader] in
            _ = reader.numbers()
            return head.isEmpty || String(decoding: reader.bytes, as: UTF8.self).contains(head)
        }
        try wait { self.made != nil }
    }

    deinit { stop() }

    override func begin(on loop: EventLoop) {
        listener = try? loop.serveHTTP(
            on: [.address(.v4(host: "127.0.0.1", port: 0))], HTTPServerOptions(), delegate: self)
    }

    /// The sink's access to the hub.
    fileprivate var access: any HubPort {
        TrialPort { [weak self] in
            self?.events.append($0)
        } connected: { [weak self] in
            self?.made = $0
        }
    }

    private func connect(_ descriptor: Int32) throws {
        var size: Int32 = 65_536
        let length = socklen_t(MemoryLayout<Int32>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, length)
        guard connectToLoopback(descriptor, port: onLoop { self.listener?.port } ?? 0) else {
            throw Failure(description: "no connection")
        }
    }

    override var sink: any Sink { made! }
    override var isLeft: Bool {
        events.contains { if case .clientDisconnected = $0 { true } else { false } }
    }
    override var hasEnded: Bool { reader.isAtEnd }
    override func read() { received = reader.numbers() }
    override func leave() { reader.leave() }
    fileprivate var bytes: [UInt8] { reader.bytes }

    /// Makes the sink of a request.
    fileprivate func requested(_ exchange: HTTPExchange) {}
    /// Makes the sink of a WebSocket.
    fileprivate func upgraded() -> HTTPUpgrade { .refuse(HTTPAnswer(404)) }
}

extension WebTrial: HTTPServerDelegate {
    func httpRequested(_ exchange: HTTPExchange) { requested(exchange) }
    func httpUpgradeRequested(_ request: HTTPRequest) -> HTTPUpgrade { upgraded() }
}

final class EventStreamTrial: WebTrial {
    init() throws {
        try super.init(
            request: "GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n", head: "\r\n\r\nretry")
    }

    override fileprivate func requested(_ exchange: HTTPExchange) {
        let sink = EventStreamSink(ClientID(number: 1), exchange, of: access) { _ in
            .stream(
                HTTPAnswer(
                    200,
                    body: EventStreamFraming.beginning(
                        drops: false, at: Timestamp(milliseconds: 0))),
                EventStreamFraming(epoch: "e"))
        }
        made = sink
        _ = sink.send(.result(Array("{}".utf8), of: Array("1".utf8)))
    }
}

final class WebSocketTrial: WebTrial {
    init() throws {
        let headers = [
            "GET /socket HTTP/1.1", "Host: localhost", "Upgrade: websocket", "Connection: Upgrade",
            "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "", "",
        ]
        try super.init(request: headers.joined(separator: "\r\n"), head: "HTTP/1.1 101 ")
    }

    override fileprivate func upgraded() -> HTTPUpgrade {
        let framing = RPCFraming(limits: Box(Limits()), parser: JSONParser())
        return .accept(WebSocketSink(rights: .all, of: access, framing))
    }

    /// A close frame has come, which nothing else here looks like.
    override var hasEnded: Bool { bytes.contains(0x88) }
}

/// The sink of a single request takes one reply, and nothing else.
final class AnswerTrial: WebTrial {
    init() throws {
        try super.init(request: "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", head: "")
    }

    override fileprivate func requested(_ exchange: HTTPExchange) {
        made = AnswerSink(ClientID(number: 1), exchange, of: access) { reply, done in
            let outcome = HubAnswers.answer(to: reply, HTTPAnswer.json)
            if case .success(let answer) = outcome { done(answer) }
        }
    }

    /// All that its client has got.
    var text: String { String(decoding: bytes, as: UTF8.self) }
}

@Suite(.serialized, .timeLimit(.minutes(1)))
struct AnswerSinkTests {
    @Test func `the sink of a request gives out one reply, and its client is gone then`() throws {
        let trial = try AnswerTrial()
        expect(trial.offer(1), is: .more)
        let reply = Reply.result(Array(#"{"answer":"<7>"}"#.utf8), of: Array("1".utf8))
        let credits = trial.onLoop { [trial.sink.send(reply), trial.sink.send(reply)] }
        expect(credits, is: [.more, .more])
        try trial.wait { trial.received == [7] && trial.isLeft }
        expect(trial.text.components(separatedBy: "HTTP/1.1 200 OK").count, is: 2)
        #expect(trial.text.hasSuffix(#"{"answer":"<7>"}"#))
    }

    @Test func `the sink of a request whose client has left takes no harm from its reply`() throws {
        let trial = try AnswerTrial()
        trial.isRead = false
        trial.leave()
        let reply = Reply.result(Array("{}".utf8), of: Array("1".utf8))
        _ = trial.onLoop { trial.sink.send(reply) }
        try trial.wait { trial.isLeft }
        trial.onLoop { trial.finish() }
    }
}

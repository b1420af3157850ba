import Feeds
package import NowPlaying
package import Support
package import Protocols

/// A WebSocket to a server.
package struct WebSocketWire: Wire {
    private var client: WebSocketClient
    private let limits: Box<Limits>

    package init(_ request: WebSocketRequest, limits: Box<Limits>) {
        client = WebSocketClient(
            request: request, limits: WebSocketLimits(messageBytesMax: limits.messageSize))
        self.limits = limits
    }

    package var canPing: Bool { true }

    package mutating func open(using generator: inout SeededGenerator) -> [UInt8] {
        client.open(using: &generator)
    }

    package mutating func receive(_ bytes: [UInt8]) { client.receive(bytes) }

    package mutating func next(using generator: inout SeededGenerator) -> WireEvent? {
        while let event = client.next(using: &generator) {
            switch event {
            case .opened: return .opened
            case .text(let bytes): return .message(.text(bytes))
            case .binary(let bytes): return .message(.binary(bytes))
            case .transmit(let frame): return .transmit(frame)
            case .ponged: continue
            case .closed(let closure): return WireEvent(closure)
            case .failed(let failure): return .failed(loss(failure))
            }
        }
        return nil
    }

    package mutating func send(_ text: String, using generator: inout SeededGenerator) -> [UInt8] {
        client.send(text: text, using: &generator)
    }

    package mutating func ping(using generator: inout SeededGenerator) -> [UInt8] {
        client.ping(using: &generator)
    }

    package mutating func holdAnswers(_ areHeld: Bool) { client.holdsPongs = areHeld }

    package mutating func close(isFinal: Bool, using generator: inout SeededGenerator) -> [UInt8] {
        client.close(code: isFinal ? .goingAway : .normal, using: &generator)
    }

    package mutating func endedWhileOpening() -> LinkLoss? {
        guard case .failed(let failure) = client.endOfStream() else { return nil }
        return loss(failure)
    }

    package func timedOut(afterSeconds seconds: Int64) -> LinkLoss {
        LinkLoss(
            "upgradeTimedOut",
            "connected, but the server did not answer the upgrade in \(seconds) s")
    }

    /// A refused upgrade, or a breach of the protocol.
    private func loss(_ failure: WebSocketFailure) -> LinkLoss {
        var loss = LinkLoss(failure.code.rawValue, failure.text)
        loss.isOverload = failure.closeCode == .messageTooBig
        loss.delayRedial(by: failure.refusal?.retryAfter, within: limits)
        return loss
    }
}

extension WebSocketWire {
    /// WebSockets.
    static let scheme = LinkScheme(
        schemes: WebSocketURL.schemes,
        refusals: [
            LinkScheme.Refusal(
                "every", "what is new comes without polling")
        ],
        check: { feed, dial, type throws(RouteError) in
            _ = try WebSocketRequest.upgrade(
                to: FeedAddress.shown(feed.url), by: dial, offering: type.subprotocols)
        },
        makeWire: { route, limits, generator in
            WebSocketWire(route.request(using: &generator), limits: limits)
        })
}

extension WireEvent {
    /// The peer ended the WebSocket.
    package init(_ closure: WebSocketClosure) {
        let code = Int(closure.code.rawValue)
        let words = closure.reason.isEmpty ? "\(code)" : "\(code) \(closure.reason)"
        let detail = closure.code == .abnormal ? "without a word" : words
        var loss = LinkLoss("closed", "the server closed the connection (\(detail))", code: code)
        loss.isOverload = closure.code == .messageTooBig
        self = .closed(code: code, reason: closure.reason, loss)
    }
}

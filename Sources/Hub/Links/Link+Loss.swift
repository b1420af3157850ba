import Feeds
import NowPlaying
import WebSocket

/// How a connection ends, and when the next is tried.
extension Link {
    /// The peer ended the WebSocket.
    mutating func closed(
        _ closure: WebSocketClosure, at now: Moment, with instruments: inout Instruments,
        into outputs: inout [LinkOutput]
    ) {
        let code = Int(closure.code.rawValue)
        if let disconnect = session.disconnect(code: code, reason: closure.reason) {
            leave(disconnect, at: now, with: &instruments, into: &outputs)
            return
        }
        let reason = StationConnection.Reason(
            code: "closed", text: "the server closed the connection (\(closure.inWords))")
        if closure.code == .messageTooBig { outputs.append(.overloaded) }
        lose(reason, code: code, .backoff, at: now, with: &instruments, into: &outputs)
    }

    /// The WebSocket cannot go on: a refused upgrade, or a breach of the protocol.
    mutating func failed(
        _ failure: WebSocketFailure, at now: Moment, with instruments: inout Instruments,
        into outputs: inout [LinkOutput]
    ) {
        let reason = StationConnection.Reason(code: failure.code.rawValue, text: failure.text)
        if failure.closeCode == .messageTooBig { outputs.append(.overloaded) }
        var redial = Redial.backoff
        if case .seconds(let seconds) = failure.refusal?.retryAfter {
            // Compared as a number: as an interval it could overflow.
            let most = limits.retryAfterMax.milliseconds / 1_000
            redial = .notBefore(.seconds(min(Int64(seconds), most)))
        }
        lose(reason, code: nil, redial, at: now, with: &instruments, into: &outputs)
    }

    /// The session has no more use for the connection.
    mutating func leave(
        _ disconnect: FeedDisconnect, at now: Moment, with instruments: inout Instruments,
        into outputs: inout [LinkOutput]
    ) {
        let reason = StationConnection.Reason(code: "closed", text: disconnect.inWords)
        switch disconnect.retry {
        case .backoff:
            lose(
                reason, code: disconnect.code, .backoff, at: now, with: &instruments,
                into: &outputs)
        case .backoffWithFewerStations:
            outputs.append(.overloaded)
            lose(
                reason, code: disconnect.code, .backoff, at: now, with: &instruments,
                into: &outputs)
        case .terminal:
            lose(
                reason, code: disconnect.code, .terminal, at: now, with: &instruments,
                into: &outputs)
        }
    }

    /// Gives the connection up and decides when to try again.
    mutating func lose(
        _ reason: StationConnection.Reason, code: Int?, _ redial: Redial, at now: Moment,
        with instruments: inout Instruments, into outputs: inout [LinkOutput]
    ) {
        guard isConnecting || isOpen else { return }
        if isOpen, let frame = socket?.close(code: .normal, using: &instruments.generator) {
            outputs.append(.transmit(frame))
        }
        outputs.append(.hangUp)
        socket = nil
        judgeConnection(at: now)
        let pause = pause(before: redial, with: &instruments)
        phase = .waiting(until: now.monotonic + pause)
        let isTerminal = if case .terminal = redial { true } else { false }
        outputs.append(isTerminal ? .stopped(reason, code: code ?? 0) : .lost(reason, code: code))
        if let news = outage.lost(reason, isTerminal: isTerminal, at: now.monotonic) {
            outputs.append(.outage(news))
        }
    }

    /// Why an attempt that took too long is given up.
    var timeout: StationConnection.Reason {
        if case .resolving = phase {
            return StationConnection.Reason(
                code: "lookupTimedOut",
                text: "the name \(identity.route.host) is still being looked up")
        }
        let seconds = limits.dialTime.milliseconds / 1_000
        if case .handshaking = phase {
            return StationConnection.Reason(
                code: "upgradeTimedOut",
                text: "connected, but the server did not answer the upgrade in \(seconds) s")
        }
        return StationConnection.Reason(
            code: "timedOut",
            text: identity.route.isSecure
                ? "no TLS connection in \(seconds) s" : "no connection in \(seconds) s")
    }

    /// Takes over when to dial next from the link that it replaces.
    mutating func succeed(_ link: Link) {
        backoff = link.backoff
        outage = link.outage
        phase = link.phase
    }

    // MARK: Replays

    /// A recording says that the connection failed.
    mutating func replayLoss(
        _ reason: StationConnection.Reason, at now: Moment, with instruments: inout Instruments,
        into outputs: inout [LinkOutput]
    ) {
        phase = .open
        lose(reason, code: nil, .backoff, at: now, with: &instruments, into: &outputs)
    }

    /// A recording says that the connection was closed.
    mutating func replayClosure(
        _ code: Int, at now: Moment, with instruments: inout Instruments,
        into outputs: inout [LinkOutput]
    ) {
        phase = .open
        let code = WebSocketCloseCode(rawValue: UInt16(clamping: code))
        closed(
            WebSocketClosure(code: code), at: now, with: &instruments, into: &outputs)
    }

    private mutating func pause(
        before redial: Redial, with instruments: inout Instruments
    ) -> Interval {
        let usual = backoff.next(using: &instruments.generator, within: limits)
        return switch redial {
        case .backoff: usual
        case .notBefore(let asked): asked + usual
        case .terminal: limits.terminalPause + usual
        }
    }
}

extension FeedDisconnect {
    /// Who ended it and why; without a code no connection was closed yet.
    fileprivate var inWords: String {
        if code == 0 { return "the conversation ended: \(reason)" }
        let words = reason.isEmpty ? "\(code)" : "\(code) \(reason)"
        return "the server closed the connection (\(words))"
    }
}

extension WebSocketClosure {
    /// The code, and the server's words where it gave some.
    fileprivate var inWords: String {
        if code == .abnormal { return "without a word" }
        return reason.isEmpty ? "\(code)" : "\(code) \(reason)"
    }
}

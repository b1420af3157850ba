import NowPlaying
import WebSocket

/// What to do with a server that does not take what it is sent.
///
/// A server can make a link answer it: by pings, by its feed's heartbeats, by messages that a
/// dialogue replies to. One that goes on without reading the answers is not read either, so that it
/// cannot ask for more; and when that does not help soon, its link is given up.
struct Backpressure: Sendable {
    /// What the bytes that wait mean by now.
    enum Verdict {
        case bearable
        /// Read nothing more until they are taken.
        case pause
        case excessive
    }

    /// Since when the kernel takes nothing; `nil` while it does.
    private(set) var blockedSince: Instant?
    private(set) var isPaused = false

    /// The kernel takes no more, and so many bytes wait.
    mutating func blocked(
        unsent: Int, at now: Instant, within limits: Shared<Limits>
    ) -> Verdict {
        blockedSince = blockedSince ?? now
        if unsent > limits.unsentMax { return .excessive }
        guard !isPaused, unsent > limits.unsentBeforePause else { return .bearable }
        isPaused = true
        return .pause
    }

    /// Until when what waits must have been taken; `nil` while nothing waits.
    func deadline(within limits: Shared<Limits>) -> Instant? {
        blockedSince.map { $0 + limits.stalledServer }
    }
}

extension Link {
    /// The kernel takes no more of what is sent, and so many bytes wait.
    mutating func blocked(
        unsent: Int, at now: Moment, with instruments: inout Instruments,
        into outputs: inout [LinkOutput]
    ) {
        guard isConnecting || isOpen else { return }
        socket?.holdsPongs = true
        switch backpressure.blocked(unsent: unsent, at: now.monotonic, within: limits) {
        case .bearable:
            break
        case .pause:
            outputs.append(.pauseReading)
        case .excessive:
            let amount = "more than \(limits.unsentMax) bytes wait for it"
            lose(
                notReading(amount), code: nil, .backoff, at: now, with: &instruments,
                into: &outputs)
        }
    }

    /// All that waited was taken.
    mutating func drained(
        at now: Moment, with instruments: inout Instruments, into outputs: inout [LinkOutput]
    ) {
        if backpressure.isPaused { outputs.append(.resumeReading) }
        backpressure = Backpressure()
        liveness.heard(at: now.monotonic)
        socket?.holdsPongs = false
        handleEvents(at: now, with: &instruments, into: &outputs)
    }

    /// What waits has waited for too long, if it has.
    mutating func loseIfBlocked(
        at now: Moment, with instruments: inout Instruments, into outputs: inout [LinkOutput]
    ) {
        guard let end = backpressure.deadline(within: limits), end <= now.monotonic else { return }
        let time = "for \(limits.stalledServer.milliseconds / 1_000) s"
        lose(notReading(time), code: nil, .backoff, at: now, with: &instruments, into: &outputs)
    }

    private func notReading(_ detail: String) -> StationConnection.Reason {
        StationConnection.Reason(
            code: "notReading", text: "the server does not read what it is sent (\(detail))")
    }
}

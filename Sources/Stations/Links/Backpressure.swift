package import NowPlaying

/// What to do with a server that does not take what it is sent.
///
/// A server can make a link answer it: by pings, by its feed's heartbeats, by messages that a
/// dialogue replies to. One that goes on without reading the answers is not read either, so that it
/// cannot ask for more; and when that does not help soon, its link is given up.
package struct Backpressure: Sendable {
    /// What the bytes that wait mean by now.
    package enum Decision {
        case bearable
        /// Read nothing more until they are taken.
        case pause
        case excessive
    }

    /// Since when the kernel takes nothing; `nil` while it does.
    package private(set) var blockedSince: Instant?
    package private(set) var isPaused = false

    /// The kernel takes no more, and so many bytes wait.
    package mutating func blocked(
        unsent: Int, at now: Instant, within limits: Box<Limits>
    ) -> Decision {
        blockedSince = blockedSince ?? now
        if unsent > limits.unsentMax { return .excessive }
        guard !isPaused, unsent > limits.unsentBeforePause else { return .bearable }
        isPaused = true
        return .pause
    }

    /// Until when what waits must have been taken; `nil` while nothing waits.
    package func deadline(within limits: Box<Limits>) -> Instant? {
        blockedSince.map { $0 + limits.stalledServer }
    }
}

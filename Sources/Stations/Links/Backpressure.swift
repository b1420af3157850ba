package import NowPlaying

/// The reaction to a server that does not read what it is sent.
///
/// A server can make a link answer it: by pings, by its feed's heartbeats, by messages that a
/// dialogue replies to. If it does not read the answers, the link stops reading from it, so that it
/// cannot ask for more. If that does not help soon, the link is given up.
package struct Backpressure: Sendable {
    /// The meaning of the number of unsent bytes.
    package enum Decision {
        case bearable
        /// Stop reading until they are taken.
        case pause
        case excessive
    }

    /// The time since which the kernel takes nothing; `nil` while it does.
    package private(set) var blockedSince: Instant?
    package private(set) var isPaused = false

    /// The kernel takes no more, and this many bytes wait.
    package mutating func blocked(
        unsent: Int, at now: Instant, within limits: Box<Limits>
    ) -> Decision {
        blockedSince = blockedSince ?? now
        if unsent > limits.unsentMax { return .excessive }
        guard !isPaused, unsent > limits.unsentBeforePause else { return .bearable }
        isPaused = true
        return .pause
    }

    /// The time by which the waiting bytes must be taken; `nil` while none wait.
    package func deadline(within limits: Box<Limits>) -> Instant? {
        blockedSince.map { $0 + limits.stalledServer }
    }
}

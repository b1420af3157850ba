/// Decides when the whole loop rests, so that what servers send is taken together.
///
/// Where thousands of stations send, each message wakes the loop by itself, and finds the caches
/// full of what others did meanwhile: it costs two to three times what it costs among others. A
/// message that comes alone is still taken at once, and no rest follows a read of half the buffer
/// or more.
struct LoopRest {
    /// Nobody minds.
    var isAllowed = false
    /// Turns in which servers sent something, one soon after the other.
    private var turns = 0
    /// When the last of them was over, with the rest that followed.
    private var end: UInt64 = 0
    /// The most that a server sent at once in this turn.
    private var received = 0

    /// A server sent so many bytes.
    mutating func received(_ count: Int) {
        received = max(received, count)
    }

    /// Whether to rest now, at the end of a turn.
    ///
    /// - Parameter now: In milliseconds, on the loop's clock.
    mutating func isDue(at now: UInt64) -> Bool {
        guard received > 0 else { return false }
        // Whoever says so much at once has more to say, and would be slowed down.
        let isOutrun = received >= LoopLimits.receiveBytes / 2
        turns = now <= end + LoopLimits.restMilliseconds ? turns + 1 : 1
        received = 0
        end = now
        return isAllowed && !isOutrun && turns > LoopLimits.turnsBeforeRest
    }

    /// A rest is over.
    mutating func ended(at now: UInt64) {
        end = now
    }
}

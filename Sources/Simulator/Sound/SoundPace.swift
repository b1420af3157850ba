import NowPlaying

/// The samples that a listener is to be sent by now: those of the time since it came, and some
/// more, which its player keeps against interruptions.
struct SoundPace: Sendable {
    /// The time by which a listener is ahead. Chromium plays when it has about 230 KB.
    private static let ahead = Interval.seconds(2)
    /// The longest part at once, so that the loop does not wait for the sound.
    private static let partMax = StationSound.rate / 4

    private let begin: Instant
    private var sent = 0

    /// A listener that comes now.
    init(at now: Instant) {
        begin = now
    }

    /// True if a part is due.
    func isBehind(at now: Instant) -> Bool { count(at: now) > 0 }

    private func count(at now: Instant) -> Int {
        let due = Int((now - begin + Self.ahead).milliseconds) * StationSound.rate / 1_000
        return min(Self.partMax, due - sent)
    }

    /// Takes the next part; `nil` where nothing is due.
    ///
    /// - Returns: The place of the part in the sound, and its samples.
    mutating func next(at now: Instant) -> (place: Int, count: Int)? {
        let count = count(at: now)
        guard count > 0 else { return nil }
        defer { sent += count }
        return (sent, count)
    }

    /// Leaves out what is late: the listener has not taken what was sent before.
    mutating func skip(to now: Instant) {
        let due = Int((now - begin).milliseconds) * StationSound.rate / 1_000
        sent = max(sent, due)
    }
}

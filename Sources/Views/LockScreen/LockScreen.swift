public import NowPlaying

/// What a lock screen, or a car's now-playing screen, shows of a session: Apple's
/// `MPNowPlayingInfoCenter` and `MPRemoteCommandCenter` as one value.
///
/// It is made of a scene alone, without a clock: time passing never changes it. The position at a
/// time t is `elapsed + rate × (t − asOf)`.
public struct LockScreen: Hashable, Sendable {
    /// The track's title, else the programme's, else the station's name.
    public var title: String?
    /// The track's artist.
    public var artist: String?
    /// The station's name: that slot is the station's, for radio.
    public var albumTitle: String?
    /// The track's own album, for those who have room for it beside the station.
    public var album: String?
    /// The track's genre.
    public var genre: String?
    /// International Standard Recording Code of the track.
    public var isrc: String?
    /// The picture of the track, the programme or the station.
    public var artwork: ArtworkReference?
    /// The length of what is heard; absent at the live edge, where seeking is not possible.
    public var duration: Interval?
    /// The position at `asOf`.
    public var elapsed: Interval
    /// When that was.
    public var asOf: Timestamp
    /// How fast the position moves, in thousandths; 0 unless the session plays.
    var rateInThousandths: Int64
    /// Whether what is heard is on air now; `nil` where there is no station.
    public var isLiveStream: Bool?
    /// When what is heard at `asOf` was broadcast.
    public var currentPlaybackDate: Timestamp?
    /// Changes with the station, the stream, and whatever is shown of the track or the show.
    public var contentIdentifier: String?
    /// The place of the session's station among all, from 0.
    public var queueIndex: Int?
    /// How many stations there are.
    public var queueCount: Int?
    /// What is shown may have changed since: the station has not been heard of for a while. What
    /// was broadcast earlier does not change any more.
    public var isStale = false
    /// What the player does.
    public var playbackState: PlaybackState
    /// What can be asked for, in Apple's order of importance.
    public var commands: [RemoteCommand]

    /// How fast the position moves; 0 unless the session plays.
    public var rate: Double { Double(rateInThousandths) / 1_000 }

    /// How much of what is heard has passed at `asOf`, 0 … 1. Like the length, it is not given at
    /// the live edge.
    public var progress: Double? {
        guard let duration, duration > .zero else { return nil }
        return elapsed.clamped(from: .zero, to: duration).seconds / duration.seconds
    }
}

extension LockScreen {
    /// Whether a consumer that was given `delivered` would show something wrong without this one.
    ///
    /// That a position moved on as it was going to is no reason, nor is a later point on the same
    /// line; nor is any repeat.
    public func isDiscontinuity(after delivered: LockScreen?) -> Bool {
        guard let delivered else { return true }
        if self == delivered { return false }
        // Looked at from the later one, before neither has begun: a position is never below 0.
        let time = max(asOf, delivered.asOf)
        guard delivered.predicted(at: time).isNear(predicted(at: time), within: Anchor.tolerance)
        else { return true }
        var moved = delivered
        moved.elapsed = elapsed
        moved.asOf = asOf
        moved.currentPlaybackDate = currentPlaybackDate
        return moved != self
    }

    private func predicted(at time: Timestamp) -> LockScreen {
        let passed = (time - asOf) * rate
        var later = self
        later.asOf = time
        later.elapsed = max(elapsed + passed, .zero)
        later.currentPlaybackDate = currentPlaybackDate.map { $0 + dateMoves(by: passed, at: time) }
        return later
    }

    /// At the live edge the date follows the clock, whatever the station's rate is.
    private func dateMoves(by passed: Interval, at time: Timestamp) -> Interval {
        isLiveStream == true && playbackState == .playing ? time - asOf : passed
    }

    private func isNear(_ other: LockScreen, within tolerance: Interval) -> Bool {
        guard (elapsed - other.elapsed).magnitude <= tolerance else { return false }
        switch (currentPlaybackDate, other.currentPlaybackDate) {
        case (let date?, let otherDate?): return (date - otherDate).magnitude <= tolerance
        case (nil, nil): return true
        case (nil, _?), (_?, nil): return false
        }
    }
}

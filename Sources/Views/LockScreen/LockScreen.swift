public import NowPlaying

/// The lock screen, or a car's now-playing screen, of a session: Apple's `MPNowPlayingInfoCenter`
/// and `MPRemoteCommandCenter` as one value.
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
    /// The id of the station.
    public var station: String?
    /// The title of the programme that is heard.
    public var programme: String?
    /// The kind of what is heard.
    public var kind: Track.Kind?
    /// The track's genre.
    public var genre: String?
    /// International Standard Recording Code of the track.
    public var isrc: String?
    /// The picture of the track, the programme or the station.
    public var artwork: ArtworkReference?
    /// The length of the track or the show; absent at the live edge, where seeking is not possible.
    public var duration: Interval?
    /// The position at `asOf`.
    public var elapsed: Interval
    /// The time of the position `elapsed`.
    public var asOf: Timestamp
    /// The rate of the position, in thousandths; 0 unless the session plays.
    var rateInThousandths: Int64
    /// True if the listener hears what is on air now; `nil` where there is no station.
    public var isLiveStream: Bool?
    /// The time at which the part that is heard at `asOf` was broadcast.
    public var currentPlaybackDate: Timestamp?
    /// Changes with the station, the stream, and the shown details of the track or the show.
    public var contentIdentifier: String?
    /// The place of the session's station among all, from 0.
    public var queueIndex: Int?
    /// The number of stations.
    public var queueCount: Int?
    /// The shown state may be outdated: the station has not been heard of for a while. Never set
    /// behind the live edge, since an earlier broadcast no longer changes.
    public var isStale = false
    /// The pair of buttons beside the one that plays and pauses.
    public var transportButtons: TransportButtons?
    /// The state of the player.
    public var playbackState: PlaybackState
    /// The language of the commands' titles.
    let locale: Locale
    /// All commands, enabled or not, in Apple's order of importance.
    public var commands: [RemoteCommand]

    /// The buttons of which a lock screen shows one pair.
    public enum TransportButtons: String, CaseIterable, Sendable {
        /// `skipBackwardCommand` and `skipForwardCommand`.
        case skip
        /// `previousTrackCommand` and `nextTrackCommand`.
        case track
    }

    /// The rate of the position; 0 unless the session plays.
    public var rate: Double { Double(rateInThousandths) / 1_000 }

    /// The share of the track or the show that has passed at `asOf`, 0 … 1. Like the length, it
    /// is absent at the live edge.
    public var progress: Double? {
        guard let duration, duration > .zero else { return nil }
        return elapsed.clamped(from: .zero, to: duration).seconds / duration.seconds
    }
}

extension LockScreen {
    /// True if a consumer that was given `delivered` is wrong without this one.
    ///
    /// A position that moved on as expected is no reason, nor is a later point on the same line,
    /// nor a repeat.
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

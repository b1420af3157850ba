import NowPlaying

/// What is on air at one moment: everything of a station that its delay applies to.
struct OnAir: Equatable, Sendable {
    /// Whether the station says that it is on air.
    var online: Bool?
    /// The track, as one play of it; a station that says that it is not on air plays none.
    var play: Play?
    /// How it plays.
    var playback: Playback?
    /// The person on air.
    var live: LiveStreamer?
    /// What the station announces as next.
    var next: UpcomingTrack?

    /// The same after the wall clock was set forward (or, if negative, back) by `step`.
    func shifted(by step: Interval) -> OnAir {
        var shifted = self
        shifted.play?.startedAt = play?.startedAt.map { $0 + step }
        shifted.play?.noticed = play?.noticed.map { $0 + step }
        let anchor = playback?.anchor?.shifted(by: step)
        shifted.playback?.anchor = anchor
        shifted.live?.startedAt = live?.startedAt.map { $0 + step }
        shifted.next?.startsAt = next?.startsAt.map { $0 + step }
        return shifted
    }
}

/// One play of a track, told from other plays of it by `track.id`.
struct Play: Equatable, Sendable {
    /// What is played.
    var track: Track
    /// How a feed's next report says that it is still the same.
    var identity: TrackIdentity
    /// When it began; `nil` where it was noticed under way.
    var startedAt: Timestamp?
    /// When the first report of it came: another text right after that corrects it.
    var noticed: Timestamp?
    /// Another start is not a better one: it was paused or moved, or its feed tells only positions.
    var keepsStart = false
    /// It is the station's own name, which stations send where they have no title.
    var isStationName = false

    var id: String { track.id }

    /// Whether it is of a track with this title and artist.
    func says(_ title: String, by artist: String?) -> Bool {
        track.title == title && track.artist == artist
    }

    /// The same play as what comes next, for a listener who has not heard it yet.
    func upcoming(at start: Timestamp, lasting duration: Interval?) -> UpcomingTrack {
        var upcoming = UpcomingTrack(title: track.title)
        upcoming.artist = track.artist
        upcoming.details = track.details.limited(to: TrackField.upcoming)
        upcoming.startsAt = start
        upcoming.duration = duration
        return upcoming
    }
}

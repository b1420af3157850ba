package import NowPlaying

/// What is on air at one moment: everything of a station that its delay applies to.
package struct OnAir: Equatable, Sendable {
    /// Whether the station says that it is on air.
    package var online: Bool?
    /// The track, as one play of it; a station that says that it is not on air plays none.
    package var play: Play?
    /// How it plays.
    package var playback: Playback?
    /// The person on air.
    package var live: LiveStreamer?
    /// What the station announces as next.
    package var next: UpcomingTrack?

    /// The same after the wall clock was set forward (or, if negative, back) by `step`.
    package func shifted(by step: Interval) -> OnAir {
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
package struct Play: Equatable, Sendable {
    /// What is played.
    package var track: Track
    /// How a feed's next report says that it is still the same.
    package var identity: TrackIdentity
    /// When it began; `nil` where it was noticed under way.
    package var startedAt: Timestamp?
    /// When the first report of it came: another text right after that corrects it.
    package var noticed: Timestamp?
    /// Another start is not a better one: it was paused or moved, or its feed tells only positions.
    package var keepsStart = false
    /// It is the station's own name, which stations send where they have no title.
    package var isStationName = false

    package var id: String { track.id }

    /// Whether it is of a track with this title and artist.
    package func says(_ title: String, by artist: String?) -> Bool {
        track.title == title && track.artist == artist
    }

    /// The same play as what comes next, for a listener who has not heard it yet.
    package func upcoming(at start: Timestamp, lasting duration: Interval?) -> UpcomingTrack {
        var upcoming = UpcomingTrack(title: track.title)
        upcoming.artist = track.artist
        upcoming.details = track.details.limited(to: .upcoming)
        upcoming.startsAt = start
        upcoming.duration = duration
        return upcoming
    }
}

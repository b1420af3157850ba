package import NowPlaying

/// The state on air at one moment: everything of a station that its delay applies to.
package struct OnAir: Equatable, Sendable {
    /// The station's own claim to be on air.
    package var online: Bool?
    /// The track, as one play of it; a station that says that it is not on air plays none.
    package var play: Play?
    /// Its state, rate and position.
    package var playback: Playback?
    /// The person on air.
    package var live: LiveStreamer?
    /// The track that the station announces as next.
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
    /// The track that is played.
    package var track: Track
    /// The identity by which the next report is recognised as the same play.
    package var identity: TrackIdentity
    /// The time of its start; `nil` if it was noticed under way.
    package var startedAt: Timestamp?
    /// The time of its first report: a text that soon replaces it is a correction.
    package var noticed: Timestamp?
    /// Another start is not a better one: it was paused or moved, or its feed tells only positions.
    package var keepsStart = false
    /// It is the station's own name, which stations send if they have no title.
    package var isStationName = false

    package var id: String { track.id }

    /// True if its track has this title and artist.
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

package import Feeds
package import NowPlaying

/// One report as a timeline takes it: what it says is on air, and when that is heard.
package struct Sighting: Sendable {
    /// What the feed claims, cleaned.
    package let report: Report
    /// How the times of its server are told on the hub's clock.
    package let clock: ClockConversion
    /// When it came.
    package let now: Timestamp
    /// By how much the station's metadata runs ahead of its audio.
    package let delay: Interval
    /// By how much the slowest of its streams is behind the others.
    package let streamDelay: Interval
    /// It is the first since its connection was opened: a new text then does not mean that the
    /// track begins.
    package let isFirst: Bool
    /// The station's name in the config.
    package let stationName: String?
    /// The name of the station's automation.
    package let defaultStreamer: String?

    /// When what is broadcast now is heard.
    package var moment: Timestamp { now + delay }

    /// What is on air but for the track.
    package var surroundings: OnAir {
        OnAir(
            online: report.online, playback: Playback(state: report.state, rate: report.rate),
            live: live, next: next)
    }

    /// The track that is on air: a station that says that it is not broadcasts nothing.
    package var track: ReportedTrack? { report.online == false ? nil : report.track }

    /// What the feed says of the position in a track, as it is heard.
    package func claim(of track: ReportedTrack) -> Anchor? {
        PositionClaim(duration: track.duration, rate: report.rate, clock: clock, now: now)
            .anchor(from: track.positions)?.shifted(by: delay)
    }

    /// The show on air, its times as they are heard.
    package var programme: Programme? {
        guard var programme = report.programme else { return nil }
        programme.startsAt = clock.local(programme.startsAt)
        programme.endsAt = clock.local(programme.endsAt)
        return programme.heard(after: delay)
    }

    /// What was played, its times as they were heard.
    package var history: some Sequence<PlayedTrack> {
        report.history.lazy.map { told in
            var played = PlayedTrack(title: told.name)
            played.artist = told.artist
            played.details = told.details
            played.startedAt = clock.local(told.start).map { $0 + delay }
            played.duration = told.duration
            return played
        }
    }

    private var live: LiveStreamer? {
        guard var live = report.live else { return nil }
        live.startedAt = clock.local(live.startedAt)
        live.compare(withDefault: defaultStreamer)
        return live
    }

    private var next: UpcomingTrack? {
        guard let told = report.next else { return nil }
        var next = UpcomingTrack(title: told.name)
        next.artist = told.artist
        next.details = told.details
        next.startsAt = clock.local(told.start).map { $0 + delay }
        next.duration = told.duration
        return next
    }
}

extension LiveStreamer {
    /// Notes whether the name is the one of the station's automation.
    package mutating func compare(withDefault name: String?) {
        isDefault = streamer == name ? true : nil
    }
}

extension ReportedTrack {
    /// The same as a track of this id.
    package func track(id: String) -> Track {
        var track = Track(id: id, title: name)
        track.artist = artist
        track.details = details
        return track
    }
}

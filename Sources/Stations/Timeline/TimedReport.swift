package import Feeds
package import NowPlaying

/// One report for a timeline: the state on air, and the time at which it is heard.
package struct TimedReport: Sendable {
    /// The cleaned report of the feed.
    package let report: Report
    /// The conversion of its server's times to the hub's clock.
    package let clock: ClockConversion
    /// The time of its arrival.
    package let now: Timestamp
    /// The time by which the station's metadata runs ahead of its audio.
    package let delay: Interval
    /// The time by which the slowest of its streams is behind the others.
    package let streamDelay: Interval
    /// It is the first since its connection was opened. A new text then does not mean that the
    /// track begins.
    package let isFirst: Bool
    /// The station's name in the config.
    package let stationName: String?
    /// The name of the station's automation.
    package let defaultStreamer: String?

    /// The time at which the present broadcast is heard.
    package var moment: Timestamp { now + delay }

    /// The state on air without the track.
    package var surroundings: OnAir {
        OnAir(
            online: report.online, playback: Playback(state: report.state, rate: report.rate),
            live: live, next: next)
    }

    /// The track on air; none if the station says that it is off air.
    package var track: ReportedTrack? { report.online == false ? nil : report.track }

    /// The anchor of the position that the feed claims for a track, at the time at which it is
    /// heard.
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

    /// The tracks that were played, newest first, with the times from which they were heard.
    package var history: some Sequence<(track: Box<ReportedTrack>, startedAt: Timestamp?)> {
        report.history.lazy.map { ($0, clock.local($0.start).map { $0 + delay }) }
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
    /// Marks the streamer if the name is the one of the station's automation.
    package mutating func compare(withDefault name: String?) {
        isDefault = streamer == name ? true : nil
    }
}

extension ReportedTrack {
    /// A track with this identifier.
    package func track(id: String) -> Track {
        var track = Track(id: id, title: name)
        track.artist = artist
        track.details = details
        return track
    }
}

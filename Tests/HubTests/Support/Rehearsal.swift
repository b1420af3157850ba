import Feeds
import NowPlaying

@testable import Hub

/// A station's reports, one after another, and what its announcer makes of them.
struct Rehearsal {
    private var announcer: Announcer
    private(set) var latest: Broadcast?
    /// How the server's clock and the hub's are related; by default the server is right.
    var clock: ClockConversion
    private var isFirst = true

    /// The hub's wall clock less its monotonic one at the start.
    static let wallOffset = Interval(
        milliseconds: Moment.start.wall.milliseconds - Moment.start.monotonic.milliseconds)

    init(knowsServer: Bool = true, serverAhead: Interval = .zero, defaultStreamer: String? = nil) {
        var station = StationConfiguration.make("one")
        station.defaultStreamer = defaultStreamer
        announcer = Announcer(station: station, limits: Shared(Limits()))
        clock = ClockConversion(
            serverOffset: knowsServer ? Self.wallOffset + serverAhead : nil,
            wallOffset: Self.wallOffset)
    }

    /// A new connection begins.
    mutating func reconnect() {
        isFirst = true
    }

    mutating func stepClock(by step: Interval) {
        announcer.clockStepped(by: step)
        latest = latest?.shifted(by: step)
        clock.wallOffset = clock.wallOffset + step
    }

    /// The station reports at so many seconds after the start.
    @discardableResult
    mutating func hear(_ report: NormalisedReport, at now: Moment) -> Broadcast {
        let broadcast = announcer.broadcast(
            for: report, after: latest.map(Shared.init), isFirst: isFirst, clock: clock, at: now)
        isFirst = false
        latest = broadcast
        return broadcast
    }

    @discardableResult
    mutating func hear(_ report: NormalisedReport, at seconds: Double) -> Broadcast {
        hear(report, at: .at(seconds))
    }
}

extension NormalisedReport {
    /// A report of a track, with or without a key of its own.
    static func track(
        _ title: String, key: String? = nil, at positions: ReportedTrack.Position...,
        duration: Interval? = nil
    ) -> NormalisedReport {
        var report = NormalisedReport()
        var track = NormalisedTrack(title: title)
        track.identity = key.map { ReportedTrack.Identity(key: $0) }
        track.positions = positions
        track.duration = duration
        report.track = track
        return report
    }

    func at(rate: Double, state: Playback.State = .playing) -> NormalisedReport {
        var report = self
        report.rate = rate
        report.state = state
        return report
    }
}

extension Broadcast {
    var anchor: Anchor? { playback?.anchor }
}

extension Anchor {
    /// An anchor in seconds after the start.
    static func make(
        _ elapsed: Double, asOf: Double, startedAt: Double, _ quality: Quality
    ) -> Anchor {
        Anchor(
            elapsed: Interval(milliseconds: Int64(elapsed * 1_000)), asOf: .at(asOf),
            startedAt: .at(startedAt), quality: quality)
    }
}

import Feeds
import NowPlaying

@testable import Hub
@testable import Stations

/// A station's reports, one after another, and what its timeline makes of them.
struct Rehearsal {
    private(set) var timeline: Timeline
    /// The conversion between the server's clock and the hub's; by default the server is right.
    var clock: ClockConversion
    private let defaultStreamer: String?
    private var isFirst = true

    /// The hub's wall clock less its monotonic one at the start.
    static let wallOffset = Interval(
        milliseconds: Moment.start.wall.milliseconds - Moment.start.monotonic.milliseconds)

    init(
        knowsServer: Bool = true, serverAhead: Interval = .zero, defaultStreamer: String? = nil,
        delay: Interval = .zero
    ) {
        self.defaultStreamer = defaultStreamer
        timeline = Timeline(station: "one", delay: delay, limits: Box(Limits()))
        timeline.keeping.isRemembered = true
        clock = ClockConversion(
            serverOffset: knowsServer ? Self.wallOffset + serverAhead : nil,
            wallOffset: Self.wallOffset)
    }

    /// The state on air, now or later, by the newest report.
    var latest: OnAir? { timeline.newest?.onAir.value }

    /// A new connection begins.
    mutating func reconnect() {
        isFirst = true
    }

    mutating func stepClock(by step: Interval) {
        timeline.clockStepped(by: step)
        clock.wallOffset = clock.wallOffset + step
    }

    mutating func takeNews(at seconds: Double) -> [TimelineElement] {
        timeline.takeNews(at: .at(seconds))
    }

    mutating func changeDelay(to delay: Interval, at seconds: Double) {
        timeline.delayChanged(to: delay, at: .at(seconds))
    }

    /// The station reports at so many seconds after the start.
    @discardableResult
    mutating func hear(_ report: Report, at now: Moment) -> OnAir {
        let sighting = TimedReport(
            report: report, clock: clock, now: now.wall, delay: timeline.delay,
            streamDelay: .zero, isFirst: isFirst, stationName: nil,
            defaultStreamer: defaultStreamer)
        timeline.apply(sighting)
        timeline.fill(from: sighting.history, at: sighting.moment)
        timeline.forget(at: now.wall)
        isFirst = false
        return latest ?? OnAir()
    }

    @discardableResult
    mutating func hear(_ report: Report, at seconds: Double) -> OnAir {
        hear(report, at: .at(seconds))
    }
}

extension Report {
    /// A report of a track, with or without a key of its own.
    static func track(
        _ title: String, key: String? = nil, at positions: ReportedTrack.Position...,
        duration: Interval? = nil
    ) -> Report {
        var report = Report()
        var track = ReportedTrack(title: title)
        track.identity = key.map { ReportedTrack.Identity(key: $0) }
        track.positions = positions
        track.duration = duration
        report.track = track
        return report
    }

    func at(rate: Double, state: Playback.State = .playing) -> Report {
        var report = self
        report.rate = rate
        report.state = state
        return report
    }
}

extension OnAir {
    var anchor: Anchor? { playback?.anchor }
    var track: Track? { play?.track }
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

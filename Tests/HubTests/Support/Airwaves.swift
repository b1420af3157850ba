import Feeds
import NowPlaying

@testable import Hub
@testable import Stations

/// One station from its reports to its timeline, in virtual time.
struct Airwaves {
    private(set) var station: StationReducer
    /// Seconds after the start.
    private var now = 0.0
    private var clock = ClockConversion(
        serverOffset: Rehearsal.wallOffset, wallOffset: Rehearsal.wallOffset)
    /// All that was to be remembered, in order.
    private(set) var remembered: [PersistedChange] = []
    private let configuration: StationConfiguration

    init(_ configuration: StationConfiguration = .make("one"), elements: Int? = nil) {
        self.configuration = configuration
        station = Self.station(configuration)
        if let elements { keep(elements) }
    }

    private static func station(
        _ configuration: StationConfiguration, past: StationTimeline? = nil,
        at seconds: Double = 0
    ) -> StationReducer {
        var station = StationReducer(
            index: StationIndex(number: 0), configuration: configuration,
            limits: Box(Limits()), at: .start)
        var keeping = station.timeline.keeping
        keeping.isRemembered = true
        _ = station.apply(.keeping(keeping), at: .at(seconds))
        if let past { _ = station.apply(.restored(past), at: .at(seconds)) }
        return station
    }

    private mutating func keep(_ spans: Int) {
        var keeping = station.timeline.keeping
        keeping.spans = spans
        apply(.keeping(keeping), at: now)
    }

    /// The hub's life ends, and another begins that remembers.
    mutating func restart(at seconds: Double) {
        station = Self.station(configuration, past: timeline, at: seconds)
        now = seconds
    }

    /// The link is lost, and made anew.
    mutating func reconnect(lostAt lost: Double, at seconds: Double) {
        apply(.linkLost(.init(code: "reset", text: "gone")), at: lost)
        apply(.linkOpened, at: seconds)
    }

    mutating func hear(_ report: Report, at seconds: Double) {
        apply(.reported(Box(report), clock), at: seconds)
    }

    mutating func present(at seconds: Double) {
        apply(.woke, at: seconds)
    }

    /// The wall clock is set forward.
    mutating func stepClock(by step: Interval) {
        clock.wallOffset = clock.wallOffset + step
        apply(.clockStepped(by: step), at: now + step.seconds)
    }

    private mutating func apply(_ input: StationInput, at seconds: Double) {
        now = seconds
        remembered += station.apply(input, at: .at(seconds))?.persistedChanges ?? []
    }

    var timeline: StationTimeline { station.timeline.listing(until: .at(now)) }

    /// The elements, newest first, as `title start–end`, in seconds after the start; `?` for what
    /// is unknown.
    var drawn: [String] { timeline.elements.map(\.drawn) }
    var ids: [String] { timeline.elements.map(\.id) }
}

extension World {
    /// The changes that were to be remembered, in order.
    var remembered: [PersistedChange] {
        effects.compactMap { effect in
            if case .journal(.remembered(let change)) = effect { change } else { nil }
        }
    }

    /// Returns the timeline in which a listener at the live edge of a station can go back.
    func listing(of station: StationIndex) -> StationTimeline {
        hub.store.timeline(of: station).listing(until: now.wall)
    }
}

extension TimelineElement {
    var drawn: String {
        guard let startedAt else { return "\(track.title) ?" }
        let start = (startedAt - .at(0)).seconds
        guard let duration else { return "\(track.title) \(Int(start))–?" }
        return "\(track.title) \(Int(start))–\(Int(start + duration.seconds))"
    }
}

extension AiredProgramme {
    var drawn: String {
        let ends = [programme.startsAt, programme.endsAt].map { time in
            time.map { "\(Int(($0 - .at(0)).seconds))" } ?? "?"
        }
        return "\(programme.title) \(ends.joined(separator: "–"))"
    }
}

extension Report {
    /// A report of a title and nothing else, as feeds without times give it.
    static func text(_ title: String?) -> Report {
        var report = Report()
        report.track = title.map { title in
            var track = ReportedTrack()
            track.title = title
            return track
        }
        return report
    }

    /// A report of a track with a key and the seconds at which it began.
    static func track(
        _ title: String, key: String? = nil, since start: Double, duration: Int64? = nil
    ) -> Report {
        var report = text(title)
        report.track?.identity = .init(key: key ?? title)
        report.track?.positions = [.startedAt(.at(start))]
        report.track?.duration = duration.map { .seconds($0) }
        return report
    }

    /// The same with a history, newest first: titles and the seconds at which they began.
    func after(_ history: (String, Double?)...) -> Report {
        var report = self
        report.history = history.map { title, start in
            var track = ReportedTrack()
            track.title = title
            track.positions = start.map { [.startedAt(.at($0))] } ?? []
            return Box(track)
        }
        return report
    }

    /// The same in a programme.
    func within(_ title: String, from start: Double? = nil, to end: Double? = nil) -> Report {
        var report = self
        report.programme = Programme(title: title)
        report.programme?.startsAt = start.map { .at($0) }
        report.programme?.endsAt = end.map { .at($0) }
        return report
    }
}

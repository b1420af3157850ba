import Hub
import HubRuntime
import NowPlaying
import Views

/// A watch session in virtual time.
struct Watching {
    static let path = "/run/nphub.sock"

    /// What the wall clock shows when the monotonic one shows 0.
    static let began = Timestamp(milliseconds: 1_700_000_000_000)

    private(set) var now = Instant(milliseconds: 0)
    private var session: WatchSession

    init(_ settings: WatchSession.Settings = .make(), seed: UInt64 = 1) {
        session = WatchSession(
            settings, path: Self.path, generator: SeededGenerator(seed: seed))
    }

    var nextDeadline: Instant? { session.nextDeadline }

    /// Lets something happen now.
    mutating func when(_ event: WatchSession.Event) -> [WatchSession.Action] {
        var actions: [WatchSession.Action] = []
        let wall = Self.began + (now - Instant(milliseconds: 0))
        session.handle(event, at: Moment(monotonic: now, wall: wall), into: &actions)
        return actions
    }

    /// Lets several things happen at once.
    mutating func when(_ events: [WatchSession.Event]) -> [WatchSession.Action] {
        events.flatMap { when($0) }
    }

    /// Lets time pass in which nothing is due.
    mutating func wait(_ length: Interval) {
        now = now + length
    }

    /// Lets time run to the next deadline, and a millisecond less first, in which nothing happens.
    mutating func whenDue() -> (waited: Interval, actions: [WatchSession.Action]) {
        guard let deadline = session.nextDeadline else { return (.zero, []) }
        let began = now
        now = deadline - .milliseconds(1)
        let early = when(.woke)
        now = deadline
        return (deadline - began, early + when(.woke))
    }

    /// Connected, subscribed and told everything, at this revision.
    static func following(
        _ settings: WatchSession.Settings = .make(), epoch: String = "a",
        records: [WatchedRecord] = [], resume: Int = 7
    ) -> Watching {
        var watching = Watching(settings)
        _ = watching.when([.started, .connected, .subscribed(epoch: epoch, recovered: nil)])
        for record in records { _ = watching.when(.updated(record, resume: 0)) }
        _ = watching.when(.synced(resume: resume))
        return watching
    }
}

extension WatchSession.Settings {
    static func make(
        _ format: WatchFormat = .jsonl, stations: [String]? = nil, once: Bool = false
    ) -> WatchSession.Settings {
        var query = RecordQuery(view: format.views.first ?? .nowPlaying)
        query.stations = stations
        var settings = WatchSession.Settings(request: WatchRequest(query), format: format)
        settings.endsWhenSynced = once
        return settings
    }
}

extension WatchedRecord {
    /// A record whose document is told by a number.
    static func make(
        _ station: String = "one", epoch: String = "a", revision: Int = 1, document: UInt64 = 1,
        line: String? = nil, state: NowPlaying? = nil, text: String = "{}"
    ) -> WatchedRecord {
        WatchedRecord(
            owner: station, epoch: epoch, revision: revision, fingerprint: document, line: line,
            state: state, bytes: Array(text.utf8))
    }
}

extension WatchSession.Action {
    /// A printed line, or a subscription's parameters, as text.
    static func print(_ text: String) -> WatchSession.Action { .print(Array((text + "\n").utf8)) }

    static func subscribe(_ text: String) -> WatchSession.Action { .subscribe(Array(text.utf8)) }
}

extension NowPlaying {
    /// A station that is live, and changed.
    static func make(
        _ station: String = "one", _ change: (inout NowPlaying) -> Void = { _ in }
    ) -> NowPlaying {
        var state = NowPlaying(
            station: Station(id: station, name: station.uppercased()),
            connection: StationConnection(state: .live, since: Watching.began))
        change(&state)
        return state
    }

    /// A station that plays a track, which was at a position when the watcher began.
    static func playing(
        _ title: String, by artist: String? = nil, at elapsed: Int64? = nil,
        of duration: Int64? = nil, rate: Double = 1, on station: String = "one"
    ) -> NowPlaying {
        make(station) { state in
            state.track = Track(id: title, title: title)
            state.track?.artist = artist
            let anchor = elapsed.map { elapsed in
                Anchor(
                    elapsed: .milliseconds(elapsed), asOf: Watching.began,
                    startedAt: Watching.began - .milliseconds(elapsed), quality: .exact)
            }
            state.playback = Playback(
                state: .playing, rate: rate, anchor: anchor,
                duration: duration.map(Interval.milliseconds))
        }
    }
}

import nphub
import Hub
import HubClient
import NowPlaying
import Support
import Views

/// A watch in virtual time.
struct Watching {
    static let path = "/run/nphub.sock"

    /// The wall clock's time when the monotonic clock shows 0.
    static let began = Timestamp(milliseconds: 1_700_000_000_000)

    private(set) var now = Instant(milliseconds: 0)
    private var machine: WatchMachine

    init(_ settings: WatchMachine.Settings = .make(), seed: UInt64 = 1) {
        machine = WatchMachine(
            settings, path: Self.path, generator: SeededGenerator(seed: seed))
    }

    var nextDeadline: Instant? { machine.nextDeadline }

    /// Lets something happen now.
    mutating func when(_ event: WatchMachine.Input) -> [WatchMachine.Action] {
        var actions: [WatchMachine.Action] = []
        let wall = Self.began + (now - Instant(milliseconds: 0))
        machine.apply(event, at: Moment(monotonic: now, wall: wall), into: &actions)
        return actions
    }

    /// Lets several things happen at once.
    mutating func when(_ events: [WatchMachine.Input]) -> [WatchMachine.Action] {
        events.flatMap { when($0) }
    }

    /// Lets time pass in which nothing is due.
    mutating func wait(_ length: Interval) {
        now = now + length
    }

    /// Lets time run to the next deadline, and a millisecond less first, in which nothing happens.
    mutating func whenDue() -> (waited: Interval, actions: [WatchMachine.Action]) {
        guard let deadline = machine.nextDeadline else { return (.zero, []) }
        let began = now
        now = deadline - .milliseconds(1)
        let early = when(.woke)
        now = deadline
        return (deadline - began, early + when(.woke))
    }

    /// Connected, subscribed and told everything, at this revision.
    static func following(
        _ settings: WatchMachine.Settings = .make(), epoch: String = "a",
        records: [TestRecord] = [], resume: Int = 7
    ) -> Watching {
        var watching = Watching(settings)
        _ = watching.when([.started, .connected, .subscribed(epoch: epoch, recovered: nil)])
        for record in records { _ = watching.when(.updated(record, resume: 0)) }
        _ = watching.when(.synced(resume: resume))
        return watching
    }
}

extension WatchMachine.Settings {
    static func make(
        _ format: WatchFormat = .jsonl, stations: [String]? = nil, once: Bool = false
    ) -> WatchMachine.Settings {
        var query = HubQuery(format.views.first ?? .nowPlaying)
        query.stations = stations
        var settings = WatchMachine.Settings(HubSubscription(query), format: format)
        settings.endsWhenSynced = once
        return settings
    }
}

/// A record as the hub sends it.
struct TestRecord {
    let record: HubRecord
    let text: RecordText

    /// A record whose document is told by a number.
    static func make(
        _ station: String = "one", epoch: String = "a", revision: Int = 1, document: UInt64 = 1,
        line: String? = nil, state: NowPlaying? = nil, text: String = "{}"
    ) -> TestRecord {
        let content: HubRecord.Content =
            state.map { .nowPlaying($0) } ?? line.map { .line($0) } ?? .unread
        return TestRecord(
            record: HubRecord(
                view: "nowPlaying", epoch: epoch, revision: revision, station: station,
                content: content),
            text: RecordText(bytes: Array(text.utf8), fingerprint: document))
    }
}

extension WatchMachine.Input {
    /// The hub has subscribed one of the subscriptions.
    static func subscribed(_ number: Int = 1, epoch: String, recovered: Bool?) -> Self {
        var answer: [String: JSONTree] = [
            "subscription": .number(Double(number)), "epoch": .string(epoch),
        ]
        answer["recovered"] = recovered.map { .bool($0) }
        return .received(.answer(call: number, .success(.object(answer))), .unread)
    }

    /// The hub has not subscribed it.
    static func refused(_ refusal: HubRefusal) -> Self {
        .received(.answer(call: 1, .failure(refusal)), .unread)
    }

    /// A record came.
    static func updated(_ record: TestRecord, resume: Int) -> Self {
        .received(.update(subscription: 1, resume: resume, record.record), record.text)
    }

    /// All that was there has come.
    static func synced(_ number: Int = 1, resume: Int) -> Self {
        .received(.synced(subscription: number, resume: resume), .unread)
    }
}

extension WatchMachine.Action {
    /// A printed line.
    static func print(_ text: String) -> Self { .print(Array((text + "\n").utf8)) }

    /// A subscription with these parameters.
    static func subscribe(_ text: String, call: Int = 1) -> Self {
        .call("subscribe", text, call)
    }

    /// A call with these parameters.
    static func call(_ method: String, _ text: String, _ call: Int) -> Self {
        guard case .object(let parameters)? = JSONTree(Array(text.utf8)) else { return .connect }
        return .send(HubRequest(id: call, method, parameters).line)
    }
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

public import Hub
import NowPlaying
import Views

/// Plays a recording through a hub of its own, in virtual time: the same lines each time.
///
/// After the last event time runs on until nobody is owed anything. Timers of links do not fire
/// then: a recording ends, the stations did not fall silent.
public struct Replay {
    /// The longest line of a recording, in bytes. A station's message has 1 MiB at most; escaped,
    /// six times as much.
    public static let lineLengthMax = 8 << 20

    private let configuration: HubConfiguration
    private let request: OutputRequest
    private let write: ([UInt8]) -> Void
    private var hub: Hub?
    private var reader = RecordingReader()
    private var epoch = "replay"
    /// When the recorded hub began, where the recording has both its clocks.
    private var start: Moment?
    private var last: Moment?
    /// How many events are missing by what the recording says of itself.
    public private(set) var lostCount = 0

    /// - Parameter write: Takes each line, with its end.
    public init(
        configuration: HubConfiguration, request: OutputRequest,
        write: @escaping ([UInt8]) -> Void
    ) {
        self.configuration = configuration
        self.request = request
        self.write = write
    }

    /// Plays a line of the recording.
    public mutating func play(_ line: ArraySlice<UInt8>) throws(RecordingError) {
        guard let event = try reader.read(line) else { return }
        switch event.content {
        case .header(let epoch):
            self.epoch = epoch
            start = event.mono == nil ? nil : moment(of: event)
        case .lost(let count):
            lostCount = count < Int.max - lostCount ? lostCount + count : Int.max
        case .link(let station, let linkEvent):
            if event.mono == nil { start = nil }
            handle(.replayed(station: station, linkEvent), at: moment(of: event))
        }
    }

    /// Gives out what is still owed.
    public mutating func finish() {
        if let last { perform(.replayEnded, at: last) }
        while let deadline = hub?.owedDeadline, let last {
            handle(.woke, at: last + (deadline - last.monotonic))
        }
    }

    /// Time never runs back, whatever a recording says.
    private func moment(of event: RecordingEvent) -> Moment {
        let mono = event.mono ?? Instant(milliseconds: event.at.milliseconds)
        let moment = Moment(monotonic: mono, wall: event.at)
        guard let last, last.monotonic > mono else { return moment }
        return Moment(monotonic: last.monotonic, wall: event.at)
    }

    private mutating func handle(_ event: Event, at now: Moment) {
        if hub == nil { begin(at: start.map { $0.monotonic < now.monotonic ? $0 : now } ?? now) }
        wakeUntil(now)
        perform(event, at: now)
        last = now
    }

    private mutating func begin(at now: Moment) {
        hub = Hub(
            configuration: configuration, epoch: epoch, seed: 0, isReplay: true, at: now)
        last = now
        perform(.outputConnected(ClientID(number: 1), request), at: now)
    }

    /// Deadlines before an event come true before it, as they would have in life.
    private mutating func wakeUntil(_ now: Moment) {
        while let deadline = hub?.nextDeadline, let last, deadline < now.monotonic {
            let moment = last + (deadline - last.monotonic)
            perform(.woke, at: moment)
            self.last = moment
        }
    }

    private mutating func perform(_ event: Event, at now: Moment) {
        var effects: [Effect] = []
        hub?.handle(event, at: now, into: &effects)
        for effect in effects {
            switch effect {
            case .send(_, let line): write(line.bytes)
            case .takeTurn: perform(.turn, at: now)
            case .dial, .transmit, .hangUp, .disconnect, .observe, .record, .finish: break
            }
        }
    }
}

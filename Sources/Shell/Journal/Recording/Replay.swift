import FanOut
public import Hub
import NowPlaying
import Views

/// Plays a recording through a hub of its own, in virtual time: the same lines each time.
///
/// After the last event time runs on until nothing is pending. Timers that dial or judge silence
/// never run: what they brought about is in the recording, and where that ends, the stations did
/// not fall silent. What a feed asks or reports by a timer of its own is in no message: those
/// timers run in recorded time, and at the end until all is reported.
///
/// A recording does not hold the config that it was made with, only its fingerprint; the same is
/// true of those that came into force while it was made.
public struct Replay {
    /// The longest line of a recording, in bytes. A station's message has 1 MiB at most; escaped,
    /// six times as much.
    public static let lineLengthMax = 8 << 20

    /// The config that it begins with, and those that may follow.
    private let configurations: [HubConfiguration]
    private let request: OutputRequest
    private let write: ([UInt8]) -> Void
    /// The index of the first config in the list of configs.
    private var first = 0
    private var hub: Hub?
    private var reader = RecordingReader()
    private var epoch = "replay"
    /// The moment at which the recorded hub began, if the recording has both its clocks.
    private var start: Moment?
    private var last: Moment?
    /// An event had both clocks.
    private var hasBothClocks = false
    /// The number of events that the recording itself reports as lost.
    public private(set) var lostCount = 0

    /// - Parameters:
    ///   - configuration: What the recording was made with, if none of the others has the
    ///     fingerprint in its header.
    ///   - others: What came into force while it was made, in any order.
    ///   - write: Takes each line, with its end.
    public init(
        configuration: HubConfiguration, others: [HubConfiguration] = [],
        request: OutputRequest, write: @escaping ([UInt8]) -> Void
    ) {
        configurations = [configuration] + others
        self.request = request
        self.write = write
    }

    /// The number of the line that was played last, from 1.
    public var lineNumber: Int { reader.number }

    /// Plays a line of the recording.
    ///
    /// - Returns: Whether it could be followed; not where the config became one that is not among
    ///   those that were given. The one before stays in force then.
    @discardableResult
    public mutating func play(_ line: ArraySlice<UInt8>) throws(RecordingError) -> Bool {
        guard let event = try reader.read(line) else { return true }
        if event.mono != nil { hasBothClocks = true }
        switch event.content {
        case .header(let epoch, let config):
            self.epoch = epoch
            first = place(of: config) ?? 0
            start = event.mono == nil ? nil : moment(of: event)
        case .reconfigured(let config):
            guard let place = place(of: config) else { return false }
            if event.mono == nil { start = nil }
            handle(.reconfigured(configurations[place]), at: moment(of: event))
        case .lost(let count):
            lostCount = count < Int.max - lostCount ? lostCount + count : Int.max
        case .command(let recorded):
            if event.mono == nil { start = nil }
            handle(
                .commanded(
                    recorded.command, session: recorded.session, sender: recorded.sender),
                at: moment(of: event))
        case .link(let station, let linkEvent):
            if event.mono == nil { start = nil }
            handle(.replayed(station: station, linkEvent), at: moment(of: event))
        }
        return true
    }

    private func place(of fingerprint: String?) -> Int? {
        configurations.firstIndex { $0.fingerprint == fingerprint }
    }

    /// Gives out what is still pending.
    public mutating func finish() {
        if let last { apply(.replayEnded, at: last) }
        while let deadline = hub?.pendingDeadline, let last {
            handle(.woke, at: last + (deadline - last.monotonic))
        }
    }

    /// Time never runs back, whatever a recording says.
    private func moment(of event: RecordingEvent) -> Moment {
        let mono = event.mono ?? monotonic(at: event.at)
        let moment = Moment(monotonic: mono, wall: event.at)
        guard let last, last.monotonic > mono else { return moment }
        return Moment(monotonic: last.monotonic, wall: event.at)
    }

    /// The clock that an event lacks. Where only that line is damaged, the time since 1970 would
    /// let decades pass.
    private func monotonic(at time: Timestamp) -> Instant {
        guard hasBothClocks, let last else { return Instant(milliseconds: time.milliseconds) }
        return last.monotonic + max(.zero, time - last.wall)
    }

    private mutating func handle(_ event: Event, at now: Moment) {
        if hub == nil { begin(at: start.map { $0.monotonic < now.monotonic ? $0 : now } ?? now) }
        wakeUntil(now)
        apply(event, at: now)
        last = now
    }

    private mutating func begin(at now: Moment) {
        hub = Hub(
            configuration: configurations[first], epoch: epoch, seed: 0, isReplay: true,
            at: now)
        last = now
        apply(.outputConnected(ClientID(number: 1), request), at: now)
    }

    /// Deadlines before an event come true before it, as they would have in life.
    private mutating func wakeUntil(_ now: Moment) {
        while let deadline = hub?.nextDeadline, let last, deadline < now.monotonic {
            let moment = last + (deadline - last.monotonic)
            apply(.woke, at: moment)
            self.last = moment
        }
    }

    private mutating func apply(_ event: Event, at now: Moment) {
        var effects: [Effect] = []
        hub?.handle(event, at: now, into: &effects)
        for effect in effects {
            switch effect {
            case .deliver(_, .record(let record, _, _, _)):
                write(record.bytes + [UInt8(ascii: "\n")])
            case .takeTurn: apply(.turn, at: now)
            case .link, .disconnect, .deliver, .reply, .state, .propose, .journal,
                .finish:
                break
            }
        }
    }
}

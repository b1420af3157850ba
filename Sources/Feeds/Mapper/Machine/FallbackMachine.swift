import JSON
import NowPlaying

/// Two readings of what one server says of a station: the first counts, but while nothing plays by
/// it, and something does by the other, that does.
struct FallbackMachine: FeedMachine {
    private var first: MappedMachine
    private var other: MappedMachine

    /// - Parameter other: Only hears what is said; the first alone speaks.
    init(_ first: MappedMachine, unlessPlaying other: MappedMachine) {
        self.first = first
        self.other = other
    }

    var deadline: Instant? {
        earliest(first.deadline, other.deadline)
    }

    var reportDeadline: Instant? { first.reportDeadline }

    func disconnect(code: Int, reason: String) -> FeedDisconnect? {
        first.disconnect(code: code, reason: reason)
    }

    mutating func opened(at now: Moment, into events: inout [FeedEvent]) {
        act(at: now, into: &events) { $0.opened(at: now, into: &$1) }
    }

    mutating func woke(at now: Moment, into events: inout [FeedEvent]) {
        act(at: now, into: &events) { $0.woke(at: now, into: &$1) }
    }

    mutating func received(
        _ message: FeedMessage, at now: Moment, using parser: JSONParser,
        into events: inout [FeedEvent]
    ) {
        act(at: now, into: &events) { machine, events in
            machine.received(message, at: now, using: parser, into: &events)
        }
    }

    /// Lets both take something, and reports once, where any of them has something to report.
    private mutating func act(
        at now: Moment, into events: inout [FeedEvent],
        _ body: (inout MappedMachine, inout [FeedEvent]) -> Void
    ) {
        var own: [FeedEvent] = []
        var others: [FeedEvent] = []
        body(&first, &own)
        body(&other, &others)
        var hasReport = others.contains { $0.isReport }
        for event in own {
            if event.isReport { hasReport = true } else { events.append(event) }
        }
        guard hasReport, let report = report(at: now.monotonic) else { return }
        events.append(.report(station: 0, Box(report)))
    }

    private mutating func report(at now: Instant) -> Report? {
        let told = first.report(of: 0, at: now)
        let substitute = other.report(of: 0, at: now)
        guard let substitute, substitute.isOfPlayback, told?.isOfPlayback != true else {
            return told
        }
        return substitute
    }
}

extension FeedEvent {
    fileprivate var isReport: Bool {
        if case .report = self { true } else { false }
    }
}

extension Report {
    /// Something is in a player that plays, or will go on.
    fileprivate var isOfPlayback: Bool {
        isPlayer && state != .stopped && online != false && track != nil
    }
}

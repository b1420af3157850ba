import Loop
import FanOut
import Feeds
import Hub
import JSON
import Logging
import NowPlaying
import Stations
import Views
import Protocols

/// The result of reading a feed for a while.
struct ProbeFinding {
    /// The first record that says what plays.
    var record: String?
    /// The last record of a feed that was understood, and nothing plays.
    var answer: String?
    /// The WebSocket was opened.
    var isOpen = false
    /// The first messages that came.
    var messages: [FeedMessage] = []
    /// The reason why the connection failed, if it did.
    var failure: StationConnection.Reason?
}

/// A hub of one station, for a while: until it knows what plays, or why it never will.
final class ProbeAttempt {
    /// The moment at which an attempt has heard enough.
    enum Patience {
        /// Soon after the first message, unless that was understood.
        case usual
        /// The end of its time.
        case long
        /// The opening of the WebSocket.
        case untilOpen
    }

    private static let station = "probe"
    /// More are not needed to tell what a server speaks.
    private static let messagesMax = 8
    /// More are not needed to see titles change.
    private static let patientMessagesMax = 100
    /// A server that was heard and not understood has this long to say something else, in
    /// milliseconds.
    private static let textTimeout: UInt64 = 4_000

    private let patience: Patience
    private let loop: EventLoop
    private let parser = JSONParser()
    private let isEnough: ([FeedMessage]) -> Bool
    private let done: (ProbeFinding) -> Void
    private var service: HubService?
    private var limit: LoopTimer?
    private var finding = ProbeFinding()
    private var isDone = false

    /// Begins to read a feed.
    ///
    /// - Parameters:
    ///   - fields: What the upgrade request says besides.
    ///   - milliseconds: How long to wait for anything at all.
    ///   - isEnough: Whether messages tell enough, so that no others are waited for.
    ///   - done: What to do with what was found; in a turn of its own.
    /// - Throws: why there is no way to the feed.
    init(
        _ feed: Feed, _ patience: Patience, sending fields: [HeaderField], for milliseconds: UInt64,
        on loop: EventLoop, log: Logger, isEnough: @escaping ([FeedMessage]) -> Bool,
        done: @escaping (ProbeFinding) -> Void
    ) throws(RouteError) {
        var dial = StationConfiguration.Dial()
        dial.headers = fields
        let stations = [try StationConfiguration(id: Self.station, feed: feed, dial: dial)]
        self.patience = patience
        self.loop = loop
        self.isEnough = isEnough
        self.done = done
        let service = HubService(
            configuration: HubConfiguration(stations: stations), epoch: "probe",
            seed: UInt64.random(in: .min ... .max), at: SystemClock().now, on: loop, log: log,
            recorder: self
        ) {}
        self.service = service
        limit = loop.makeTimer { [weak self] in self?.end() }
        limit?.arm(afterMilliseconds: milliseconds)
        let options = DocumentOptions(view: .nowPlaying)
        service.connect(
            { _ in self }, OutputRequest(options: options, minInterval: .zero))
        service.start()
    }

    private func end() {
        guard !isDone else { return }
        isDone = true
        limit?.disarm()
        loop.atEndOfTurn { [self] in
            service?.stop()
            service = nil
            done(finding)
        }
    }
}

extension ProbeAttempt: Sink {
    var transport: ClientTransport { .stdout }

    func offer(_ delivery: Delivery) -> Credit {
        if case .record(let record, _, _, _) = delivery { note(record.bytes) }
        return .more
    }

    private func note(_ record: [UInt8]) {
        let told = try? parser.parse(record) { value in
            let state = value["nowPlaying"]
            let plays =
                state?["track"] != nil || state?["programme"] != nil || state?["live"] != nil
            return (plays, state?["connection"]?["state"]?.word == "live")
        }
        guard patience == .usual, let (plays, isAnswered) = told, plays || isAnswered else {
            return
        }
        let text = String(decoding: record, as: UTF8.self)
        guard plays else { return finding.answer = text }
        finding.record = text
        end()
    }
}

extension ProbeAttempt: JournalSink {
    var parts: JournalParts { .input }

    func append(_ entry: JournalEntry, at now: Moment) {
        if case .received(let event, _) = entry { apply(event) }
    }

    private func apply(_ event: ReplayedEvent) {
        switch event {
        case .opened:
            finding.isOpen = true
            if patience == .untilOpen { end() }
        case .message(let message):
            if finding.messages.isEmpty, patience == .usual {
                limit?.arm(afterMilliseconds: Self.textTimeout)
            }
            let most = patience == .long ? Self.patientMessagesMax : Self.messagesMax
            if finding.messages.count < most { finding.messages.append(message) }
            if isEnough(finding.messages) { end() }
        case .unchanged: break
        case .failed(let reason):
            finding.failure = reason
            end()
        case .closed(let code):
            finding.failure = StationConnection.Reason(
                code: "closed", text: "the server closed the connection (\(code))")
            end()
        }
    }
}

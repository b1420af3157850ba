import EventLoop
import Feeds
import Hub
import JSON
import Logging
import NowPlaying
import Views

/// What became of reading a feed for a while.
struct ProbeFinding {
    /// The first record that says what plays.
    var record: String?
    /// The first messages that came.
    var messages: [FeedMessage] = []
    /// Why the connection failed, if it did.
    var failure: StationConnection.Reason?
}

/// A hub of one station, for a while: until it knows what plays, or why it never will.
final class ProbeAttempt {
    private static let station = "probe"
    /// More are not needed to tell what a server speaks.
    private static let messagesMax = 8
    /// A server that was heard and not understood has this long to say something else, in
    /// milliseconds.
    private static let patienceWithWords: UInt64 = 4_000

    private let loop: EventLoop
    private let parser = JSONParser()
    private let done: (ProbeFinding) -> Void
    private var service: HubService?
    private var limit: LoopTimer?
    private var finding = ProbeFinding()
    private var isDone = false

    /// Begins to read a feed.
    ///
    /// - Parameters:
    ///   - milliseconds: How long to wait for anything at all.
    ///   - done: What to do with what was found; in a turn of its own.
    init(
        _ feed: Feed, for milliseconds: UInt64, on loop: EventLoop, log: Logger,
        done: @escaping (ProbeFinding) -> Void
    ) {
        self.loop = loop
        self.done = done
        let stations = [StationConfiguration(id: Self.station, feed: feed)]
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

extension ProbeAttempt: ClientSink {
    var unsentByteCount: Int { 0 }

    func send(_ line: Line) {
        let plays = try? parser.parse(line.bytes) { record in
            let state = record["nowPlaying"]
            return state?["track"] != nil || state?["programme"] != nil || state?["live"] != nil
        }
        guard plays == true else { return }
        finding.record = String(decoding: line.bytes.dropLast(), as: UTF8.self)
        end()
    }

    func finish() {}

    func abort() {}
}

extension ProbeAttempt: EventRecorder {
    func record(_ event: ReplayedEvent, of station: String, at now: Moment) {
        switch event {
        case .opened:
            break
        case .message(let message):
            if finding.messages.isEmpty {
                limit?.arm(afterMilliseconds: Self.patienceWithWords)
            }
            if finding.messages.count < Self.messagesMax { finding.messages.append(message) }
        case .failed(let reason):
            finding.failure = reason
            end()
        case .closed(let code):
            finding.failure = StationConnection.Reason(
                code: "closed", text: "the server closed the connection (\(code))")
            end()
        }
    }

    func record(
        _ command: SessionCommand, of session: String, sender: String?, at now: Moment
    ) {}

    func recordReconfiguration(to fingerprint: String, at now: Moment) {}
}

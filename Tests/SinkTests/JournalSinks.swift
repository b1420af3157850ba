@testable import Shell
import Loop
import FanOut
import Feeds
import Foundation
import Hub
import Logging
import NowPlaying
import Support
import TestSupport
import Testing

/// A sink of the journal, and how it is tried. Each one of the program's is a line in `all`.
struct JournalSinkCase: CustomTestStringConvertible, Sendable {
    /// The kinds of entry that sinks keep.
    enum Kind: CaseIterable, Sendable {
        case observed, received, remembered
    }

    /// Its name.
    let testDescription: String
    /// The parts of the journal that it wants.
    let parts: JournalParts
    /// The kind of entry that it keeps.
    let kind: Kind
    /// So many bytes a large entry has.
    var padding = 0
    /// More entries than it has room for.
    let overflow: Int
    /// It looks at the first entries alone, and loses nothing by that.
    var isSample = false
    /// It says why nothing is kept; the log has nowhere to say it.
    var complains = false
    /// Makes one that writes there.
    let make: @Sendable (Outlet.Kind) throws -> any SinkOnTrial

    static let all = [
        Self(
            testDescription: "EventLog", parts: [], kind: .observed, padding: 1_000,
            overflow: 2_000
        ) { try LogTrial($0) },
        Self(
            testDescription: "Recorder", parts: .input, kind: .received, padding: 20_000,
            overflow: 2_000, complains: true
        ) { try RecorderTrial($0) },
        Self(
            testDescription: "HubHistory", parts: .changes, kind: .remembered, overflow: 2_000,
            complains: true
        ) { try HistoryTrial($0) },
        Self(
            testDescription: "ProbeAttempt", parts: .input, kind: .received, overflow: 100,
            isSample: true
        ) { _ in try ProbeTrial() },
    ]

    /// An entry that it keeps.
    func entry(_ number: Int, padding: Int = 0) -> JournalEntry {
        Self.entry(number, kind, padding: padding)
    }

    static func entry(_ number: Int, _ kind: Kind, padding: Int = 0) -> JournalEntry {
        let text = "\(number) " + String(repeating: "x", count: padding)
        switch kind {
        case .observed:
            return .observed(.clientCut(ClientID(number: number), reason: text))
        case .received:
            return .received(.message(.text(Array(text.utf8)[...])), station: "a")
        case .remembered:
            let track = Track(id: "\(number)", title: text)
            let element = TimelineElement(
                track: track, startedAt: Account.start + .seconds(2 * Int64(number)))
            return .remembered(.element(element, station: "a"))
        }
    }
}

/// The fate of the entries that a sink was given.
struct Account {
    /// The numbers of the entries that it has kept, in its order.
    var kept: [Int]
    /// The number of entries that it says it has lost.
    var lost = 0
    /// The reason why it no longer keeps entries, if it gives one.
    var complaint: String?

    /// The start of the entry with number 0.
    static let start = SystemClock().now.wall - .seconds(2 * 3_600)
}

/// A sink, and the way to what it has kept.
protocol SinkOnTrial: AnyObject {
    var sink: any JournalSink { get }

    /// Ends it, and looks at what it has kept.
    func account() throws -> Account
}

/// It may take this long to end; less, where its outlet takes everything.
private let patience = Duration.seconds(30)

private final class LogTrial: SinkOnTrial {
    private let outlet: Outlet
    private let output: LogOutput
    let sink: any JournalSink

    init(_ kind: Outlet.Kind) throws {
        let outlet = try Outlet(kind)
        let output = LogOutput(to: outlet.descriptor)
        (self.outlet, self.output) = (outlet, output)
        sink = EventLog(Logger(label: "") { _ in StandardErrorLog(level: .trace, to: output) })
    }

    func account() -> Account {
        let lines = outlet.lines { output.finish(by: .after(patience)) }
        let losses = lines.filter { $0.contains("log lines were lost") }
        return Account(
            kept: lines.compactMap { $0.number(after: "hub-client=") },
            lost: losses.compactMap { $0.number(after: "hub-count=") }.reduce(0, +))
    }
}

private final class RecorderTrial: SinkOnTrial {
    private let outlet: Outlet
    private let recorder: Recorder
    private let failures = Monitor<[String]>([])

    init(_ kind: Outlet.Kind) throws {
        outlet = try Outlet(kind)
        let failures = failures
        recorder = Recorder(
            to: outlet.descriptor, epoch: "e", seed: 1, config: "c", at: SystemClock().now
        ) { reason in failures.withLock { $0.append(reason) } }
    }

    var sink: any JournalSink { recorder }

    func account() throws -> Account {
        var complaint: String?
        let lines = outlet.lines {
            complaint = recorder.finish(by: .after(patience), at: SystemClock().now)
        }
        let events = try lines.map { try Tree(Array($0.utf8)) }
        // The failure that was told at once is told again at the end.
        let told = failures.withLock { $0.first }
        return Account(
            kept: events.compactMap { $0["frame"]?.string?.number(after: "") },
            lost: events.compactMap { $0["count"]?.int }.reduce(0, +),
            complaint: told == complaint ? complaint : nil)
    }
}

private final class HistoryTrial: SinkOnTrial {
    private let loop: EventLoop
    private let history: HubHistory
    private let folder = NSTemporaryDirectory() + "nphub-sink-\(UInt64.random(in: 0 ... .max))"
    private let file: String

    /// A database has its own ways to write: where nothing can be written, its path leads nowhere.
    init(_ kind: Outlet.Kind) throws {
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        let isPossible = kind == .works || kind == .stands
        file = (isPossible ? folder : "/dev/null") + "/history.sqlite"
        loop = try EventLoop()
        history = HubHistory(
            HistorySettings(file: file), in: SystemEnvironment(), on: loop,
            log: Logger(label: "") { _ in SwiftLogNoOpLogHandler() })
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    var sink: any JournalSink { history }

    func account() throws -> Account {
        history.finish(by: .after(patience))
        // Its news waits in a mailbox.
        loop.atEndOfTurn { [loop] in loop.atEndOfTurn { loop.atEndOfTurn { loop.stop() } } }
        loop.run()
        var account = Account(
            kept: [], lost: history.status.dropped, complaint: history.status.reason)
        guard history.status.state == .ok else { return account }
        _ = try HistoryReader(path: file).each(of: nil, since: Account.start) { page in
            account.kept += page.compactMap { Int($0.element.id) }
        }
        return account
    }
}

private final class ProbeTrial: SinkOnTrial {
    private let loop: EventLoop
    private let attempt: ProbeAttempt
    private let heard = Heard()

    /// The messages that the probe has heard so far.
    private final class Heard {
        var messages: [FeedMessage] = []
    }

    init() throws {
        loop = try EventLoop()
        var feed = Feed(type: "azuracast", url: "ws://127.0.0.1:1/")
        feed.settings["shortcode"] = .text("a")
        let heard = heard
        attempt = try ProbeAttempt(
            feed, .usual, sending: [], for: 60_000, on: loop,
            log: Logger(label: "") { _ in SwiftLogNoOpLogHandler() }
        ) { messages in
            heard.messages = messages
            return false
        } done: { _ in
        }
    }

    var sink: any JournalSink { attempt }

    func account() -> Account {
        let texts = heard.messages.map { String(decoding: $0.bytes, as: UTF8.self) }
        return Account(kept: texts.compactMap { $0.number(after: "") })
    }
}

extension String {
    /// The number that stands behind the first occurrence of a text.
    fileprivate func number(after text: String) -> Int? {
        let start = text.isEmpty ? startIndex : range(of: text)?.upperBound
        return start.flatMap { Int(self[$0...].prefix { $0.isNumber }) }
    }
}

public import Loop
public import Feeds
import JSON
public import Logging
import NowPlaying
import Support
import Protocols

/// Finds out what an address is the address of: by its form, by reading it as what it may be, and
/// by what its server says.
///
/// It is a list of steps, each a connection or a few; what one finds may put others in front.
public final class Probe {
    /// The result of a probe.
    public enum Outcome {
        /// The feed, how it was found, and its first record, which may say that nothing plays.
        case understood(Feed, evidence: String, record: String, plays: Bool)
        /// It is this feed, but something of it is not known, or not right.
        case incomplete(FeedGuess)
        /// More than one part of the messages may be what plays: for each what reads it, and what
        /// that says.
        case ambiguous([ProbeTranscript.Reading])
        /// Nothing that could be made sense of: the reason, and what the server said.
        case unknown(reason: String, messages: [String])
    }

    private enum Stage {
        /// Read it as what it may be. A server's answer is enough where only such servers give it.
        case read(FeedGuess, answerIsEnough: Bool)
        /// Ask over HTTP for the kind of the address.
        case look(String)
        /// Hear what the server says over HTTP, with these settings of the feed.
        case follow([String: Feed.Value])
        /// Hear what the server says, unasked and asked; where it says nothing, it is perhaps this.
        case hear(url: String, questions: [Feed.Value], else: FeedGuess?)
        /// It is perhaps this, if its server does not open a WebSocket at every path.
        case confirm(FeedGuess)
        /// Nothing more is known before this is given.
        case want(FeedGuess)
        /// Take what was made of this message for right, though it did not come again.
        case trust(FeedGuess, message: String)
        /// Look for the WebSockets that are usually beside a page.
        case lookBeside
    }

    /// Streams have titles in them for players that ask so.
    private static let fields = [HeaderField(name: "Icy-MetaData", value: "1")]
    /// The longest wait for an answer over HTTP, in milliseconds.
    private static let lookTime: UInt64 = 5_000

    /// Receives each feed as which the probe begins to read the server.
    public var trying: (Feed) -> Void = { _ in }
    private let url: String
    private let settings: [String: String]
    private let milliseconds: UInt64
    private let loop: EventLoop
    private let log: Logger
    private let done: (Outcome) -> Void
    private let parser = JSONParser()
    private var steps: [Stage] = []
    private var attempt: ProbeAttempt?
    private var look: AddressLook?
    private var heard: [FeedMessage] = []
    private var wereRead: [Feed] = []
    private var told: FeedGuess?
    private var layer: ProbeTranscript.Layer?
    private var questions: [Feed.Value] = []
    private var isPatient = false
    private var opensEveryPath = false
    private var failures: [StationConnection.Reason] = []

    /// A probe that does nothing until `start`.
    ///
    /// - Parameters:
    ///   - url: The address; one of a page, too, where a feed has its station's name from that.
    ///   - settings: What is known of the feed besides.
    ///   - seconds: How long each attempt waits for the server.
    public init(
        _ url: String, settings: [String: String], seconds: Double, on loop: EventLoop,
        log: Logger, done: @escaping (Outcome) -> Void
    ) {
        self.url = url
        self.settings = settings
        milliseconds = UInt64(seconds * 1_000)
        self.loop = loop
        self.log = log
        self.done = done
    }

    /// Begins.
    public func start() {
        let guesses = FeedGuess.all(from: url, settings: settings)
        let complete = guesses.filter(\.missing.isEmpty)
        let reads = complete.map { Stage.read($0, answerIsEnough: true) }
        let questions = guesses.compactMap(\.question)
        let place = guesses.first.map(\.feed.url) ?? url
        let hearing = Stage.hear(
            url: FeedAddress.webSocket(of: isPage ? place : url) ?? url, questions: questions,
            else: nil)
        if let wanted = guesses.first(where: { !$0.missing.isEmpty && !$0.isToldByMessages }) {
            steps = reads + [.want(wanted)]
        } else if guesses.isEmpty {
            steps = (isPage ? [.look(url)] : []) + [hearing, .lookBeside]
        } else {
            steps = guesses.count > 1 ? [hearing] + reads : reads + [hearing]
        }
        next()
    }

    private var isPage: Bool { url.hasPrefix("http://") || url.hasPrefix("https://") }

    private func next() {
        guard !steps.isEmpty else { return giveUp() }
        switch steps.removeFirst() {
        case .read(let guess, let answerIsEnough): read(guess, answerIsEnough: answerIsEnough)
        case .look(let url): lookAt(url)
        case .follow(let settings): follow(settings)
        case .hear(let url, let questions, let silent): hear(url, questions, else: silent)
        case .confirm(let guess): confirm(guess)
        case .want(let guess): done(.incomplete(guess))
        case .trust(let guess, let message):
            understood(guess, record: message, plays: true)
        case .lookBeside:
            lookBeside()
            next()
        }
    }

    /// Only a server that answers can have something beside what it answered with.
    private func lookBeside() {
        guard isPage || FeedAddress.isOfServer(url) else { return }
        let isThere = failures.allSatisfy { WebSocketFailure.Code(rawValue: $0.code) != nil }
        guard isThere else { return }
        let guesses = FeedGuess.beside(url, settings: settings)
        steps = guesses.flatMap { guess -> [Stage] in
            let same = guesses.filter { $0.feed.url == guess.feed.url }
            let read = Stage.read(guess, answerIsEnough: true)
            if guess.missing.isEmpty, same.count == 1 { return [read] }
            let silent = guess.isToldByMessages ? nil : guess
            let hear = Stage.hear(
                url: guess.feed.url, questions: same.compactMap(\.question), else: silent)
            let first = guess == same.first ? [hear] : []
            return first + (guess.missing.isEmpty ? [read] : [])
        }
    }
}

// MARK: Steps

extension Probe {
    private func read(_ guess: FeedGuess, answerIsEnough: Bool) {
        wereRead.append(guess.feed)
        attempt(guess.feed) { [self] finding in
            if let record = finding.record {
                return understood(guess, record: record, plays: true)
            }
            let hearing = ProbeTranscript(finding.messages, at: guess.feed.url, using: parser)
            if let told = hearing.guess(settings: settings), !told.wrong.isEmpty {
                return done(.incomplete(told))
            }
            if answerIsEnough, let record = finding.answer {
                return understood(guess, record: record, plays: false)
            }
            next()
        }
    }

    private func understood(_ guess: FeedGuess, record: String, plays: Bool) {
        done(.understood(guess.feed, evidence: guess.evidence, record: record, plays: plays))
    }

    private func lookAt(_ url: String) {
        look = AddressLook(at: url, for: min(milliseconds, Self.lookTime), on: loop) {
            [self] kind in
            look = nil
            apply(kind, at: url)
            next()
        }
    }

    private func apply(_ kind: AddressKind, at place: String) {
        switch kind {
        case .titles(let bytes):
            let cost = bytes.map { " of \($0 / 1_000_000) MB an hour" } ?? ""
            steps = [Self.reading(place, by: "its stream" + cost)]
        case .playlist: steps = [Self.reading(place, by: "its playlist")] + steps
        case .page(let addresses) where place == url:
            steps = addresses.map { .look($0) } + steps
        case _ where place != url: break
        case .sound(let type):
            steps = []
            let text = "it sends an audio stream (\(type.quotable)), not a WebSocket"
            failures = [StationConnection.Reason(code: Self.untitled, text: text)]
        case .events: steps = [.follow(["layer": .text("sse")])]
        case .json: steps = [.follow([:])]
        case .page, .icecast, .other: break
        }
    }

    private static let untitled = WebSocketFailure.Code.audioStream.rawValue

    /// The titles in a stream, or in one of a playlist.
    private static func reading(_ url: String, by evidence: String) -> Stage {
        let feed = Feed(type: FeedType.icy.name, url: url)
        return .read(FeedGuess(feed, by: evidence), answerIsEnough: true)
    }

    private func follow(_ settings: [String: Feed.Value]) {
        var feed = Feed(type: FeedType.json.name, url: url)
        feed.settings = settings
        attempt(feed) { [self] finding in
            judge(ProbeTranscript(finding.messages, at: url, using: parser))
        }
    }

    private func hear(_ url: String, _ questions: [Feed.Value], else silent: FeedGuess?) {
        self.questions = questions
        var feed = Feed(type: "json", url: url)
        if !questions.isEmpty { feed.settings["open"] = .list(questions) }
        let settings = settings
        let isEnough = { [parser] (messages: [FeedMessage]) in
            let hearing = ProbeTranscript(messages, at: url, using: parser)
            return hearing.layer != nil || hearing.guess(settings: settings) != nil
        }
        attempt(feed, sending: Self.fields, isEnough: isEnough) { [self] finding in
            if finding.failure?.code == WebSocketFailure.Code.titledStream.rawValue {
                steps = [Self.reading(FeedAddress.web(of: url) ?? url, by: "its stream")]
                return next()
            }
            if let silent, finding.isOpen, finding.messages.isEmpty {
                steps = [.confirm(silent)] + steps
            }
            judge(ProbeTranscript(finding.messages, at: url, using: parser))
        }
    }

    /// A WebSocket at a path that no server has says nothing of what is at others.
    private func confirm(_ guess: FeedGuess) {
        guard !opensEveryPath else { return next() }
        let address = guess.feed.url.split(separator: "/", maxSplits: 2).prefix(2)
        let url = address.joined(separator: "//") + "/nphub-probe-of-no-path"
        attempt(Feed(type: "json", url: url), patience: .untilOpen) { [self] finding in
            opensEveryPath = finding.isOpen
            guard opensEveryPath else { return done(.incomplete(guess)) }
            next()
        }
    }

    /// Goes on with what a server said without being understood.
    private func judge(_ hearing: ProbeTranscript) {
        if let guess = hearing.guess(settings: settings) {
            guard guess.missing.isEmpty, guess.wrong.isEmpty else {
                return done(.incomplete(guess))
            }
            told = guess
            guard !wereRead.contains(guess.feed) else { return giveUp() }
            steps = [.read(guess, answerIsEnough: true)]
            return next()
        }
        let readings = hearing.readings(at: SystemClock().now.wall)
        if readings.count > 1 { return judge(readings, in: hearing) }
        if let reading = readings.first {
            let guess = FeedGuess(reading.feed, by: reading.evidence)
            let trust = Stage.trust(guess, message: Self.shown(.text(reading.message)))
            steps = [.read(guess, answerIsEnough: false), trust]
        } else if layer == nil, hearing.layer != .events, let feed = hearing.layered {
            layer = hearing.layer
            return attempt(feed) { [self] finding in
                judge(ProbeTranscript(finding.messages, at: feed.url, using: parser))
            }
        }
        next()
    }

    /// Waits for as long as it may for messages that tell which of several readings is right.
    private func judge(_ readings: [ProbeTranscript.Reading], in hearing: ProbeTranscript) {
        guard !isPatient else { return done(.ambiguous(readings)) }
        isPatient = true
        var feed = hearing.layered ?? Feed(type: "json", url: readings[0].feed.url)
        feed.settings["open"] = questions.isEmpty ? nil : .list(questions)
        attempt(feed, patience: .long) { [self] finding in
            judge(hearing.adding(finding.messages))
        }
    }

    private func attempt(
        _ feed: Feed, patience: ProbeAttempt.Patience = .usual, sending fields: [HeaderField] = [],
        isEnough: @escaping ([FeedMessage]) -> Bool = { _ in false },
        then: @escaping (ProbeFinding) -> Void
    ) {
        trying(feed)
        do {
            attempt = try ProbeAttempt(
                feed, patience, sending: fields, for: milliseconds, on: loop, log: log,
                isEnough: isEnough
            ) { [self] finding in
                attempt = nil
                heard += finding.messages
                if let failure = finding.failure { failures.append(failure) }
                then(finding)
            }
        } catch {
            failures.append(StationConnection.Reason(code: "noRoute", text: "\(error)"))
            next()
        }
    }
}

// MARK: Nothing known

extension Probe {
    private func giveUp() {
        done(.unknown(reason: reason, messages: heard.map { Self.shown($0) }))
    }

    private var reason: String {
        if let told, let type = FeedType.named(told.feed.type) {
            return "by \(told.evidence) it is \(type.name), and tells nothing: \(type.silenceHint)"
        }
        if let layer {
            return "it speaks \(layer.words), and says nothing by itself that looks like a track;"
                + " it may wait for a message first (`open`)"
        }
        if ProbeTranscript(heard, at: url, using: parser).isOfLines {
            return "its messages are plain lines; if they are titles, a feed of type `json` reads "
                + "them with `unwrap: { pattern: \"{line}\" }` and `track: { text: /line }`"
        }
        if !heard.isEmpty {
            return "its messages are of no known feed, and none of them looks like a track"
        }
        if opensEveryPath {
            return "its server opens a WebSocket at every path, and says nothing there"
        }
        if let failure = failures.first { return Self.words(failure) }
        if url.hasPrefix("ws") {
            return "its server says nothing; it may wait for a message first"
        }
        return "it is not a WebSocket's address, nor a page of a known kind of station"
    }

    private static func words(_ failure: StationConnection.Reason) -> String {
        switch WebSocketFailure.Code(rawValue: failure.code) {
        case .audioStream:
            failure.text + "; the server offers no titles in it that a program could read"
        case .icecast:
            failure.text + ": give the address of one of its streams, or read all of them by "
                + "`discover: { icecast: … }`"
        default: failure.text
        }
    }

    private static func shown(_ message: FeedMessage) -> String {
        message.isBinary
            ? "\(message.bytes.count) bytes that are not text"
            : message.bytes.readable.quotable(300)
    }
}

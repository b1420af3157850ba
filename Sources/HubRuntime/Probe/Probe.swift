public import EventLoop
public import Feeds
import JSON
public import Logging
import NowPlaying

/// Finds out what an address is the address of: by its form, by reading it as what it may be, and
/// by what its server says.
public final class Probe {
    /// What was found.
    public enum Outcome {
        /// The feed, how it was found, and its first record.
        case understood(Feed, evidence: String, record: String)
        /// It may be this feed, but something of it is not known.
        case incomplete(FeedGuess)
        /// Nothing that could be made sense of: the reason, and what the server said.
        case unknown(reason: String, messages: [String])
    }

    private let url: String
    private let milliseconds: UInt64
    private let loop: EventLoop
    private let log: Logger
    private let done: (Outcome) -> Void
    private var guesses: ArraySlice<FeedGuess>
    private var attempt: ProbeAttempt?
    private var heard: [FeedMessage] = []
    private var failures: [String] = []

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
        milliseconds = UInt64(seconds * 1_000)
        self.loop = loop
        self.log = log
        self.done = done
        guesses = FeedGuess.all(from: url, settings: settings)[...]
    }

    /// Begins.
    public func start() {
        if let guess = guesses.first(where: { $0.missing.isEmpty }) {
            guesses = guesses.filter { $0 != guess }[...]
            attempt(guess.feed, evidence: guess.evidence) { [self] in start() }
        } else if let guess = guesses.first {
            done(.incomplete(guess))
        } else {
            listen()
        }
    }

    /// Hears what the server says by itself.
    private func listen() {
        guard url.hasPrefix("ws://") || url.hasPrefix("wss://") else { return giveUp() }
        let feed = Feed(type: "json", url: url)
        attempt(feed, evidence: "its messages") { [self] in
            guard let guess = guessedMapping() else { return giveUp() }
            attempt(guess.feed(at: url), evidence: "what its messages look like") { [self] in
                giveUp()
            }
        }
    }

    private func guessedMapping() -> MappingGuess? {
        let parser = JSONParser()
        for message in heard {
            let guess = try? parser.parse(message.bytes) { MappingGuess($0) }
            if let guess = guess ?? nil { return guess }
        }
        return nil
    }

    private func attempt(
        _ feed: Feed, evidence: String, otherwise: @escaping () -> Void
    ) {
        attempt = ProbeAttempt(feed, for: milliseconds, on: loop, log: log) { [self] finding in
            attempt = nil
            if let record = finding.record {
                return done(.understood(feed, evidence: evidence, record: record))
            }
            heard += finding.messages
            if let failure = finding.failure { failures.append(failure.text) }
            otherwise()
        }
    }

    private func giveUp() {
        let reason =
            if !heard.isEmpty {
                "its messages are of no known feed, and none of them looks like a track"
            } else if let failure = failures.first {
                failure
            } else if url.hasPrefix("ws") {
                "its server says nothing; it may wait for a message first"
            } else {
                "it is no WebSocket's address, nor a page of a known kind of station"
            }
        done(.unknown(reason: reason, messages: heard.map { Self.shown($0) }))
    }

    private static func shown(_ message: FeedMessage) -> String {
        switch message {
        case .text(let bytes): String(String(decoding: bytes, as: UTF8.self).prefix(300))
        case .binary(let bytes): "\(bytes.count) bytes that are no text"
        }
    }
}

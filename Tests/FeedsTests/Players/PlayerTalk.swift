import JSON
import NowPlaying
import Testing

@testable import Feeds

/// A machine of a player's feed on virtual time, with the usual settings.
struct PlayerTalk {
    private static let settings = [
        "host": "player.example", "player": "0", "webPort": "8080", "stream": "kitchen",
        "entity": "media_player.kitchen", "token": "secret", "channel": "radio",
    ]

    let type: FeedType
    private let feed: Feed
    private var machine: any FeedMachine
    private let parser = JSONParser()
    private(set) var now = Moment(
        monotonic: Instant(milliseconds: 0), wall: Timestamp(milliseconds: 1_734_714_000_000))

    /// A machine of the feed type with this name.
    init(
        _ name: String, _ own: [String: String] = [:], settings: [String: Feed.Value?] = [:]
    ) throws {
        let named = try #require(FeedType.named(name))
        var feed = Feed(type: name, url: "ws://player.example/x")
        for setting in named.settings {
            let text = own[setting.name] ?? Self.settings[setting.name] ?? setting.defaultText
            feed.settings[setting.name] = text.map { .text($0) }
        }
        for (name, value) in settings { feed.settings[name] = value }
        self.feed = feed
        type = try #require(FeedType.of(feed))
        machine = type.makeMachine([feed])
    }

    /// One that was opened, and was told this.
    static func opened(
        _ name: String, _ own: [String: String] = [:], _ messages: [String] = []
    ) throws -> PlayerTalk {
        var talk = try PlayerTalk(name, own)
        _ = talk.open()
        for message in messages { _ = talk.hear(message) }
        return talk
    }

    /// Seconds from now to the deadline.
    var wait: Double? { machine.deadline.map { ($0 - now.monotonic).seconds } }

    mutating func open() -> [String] {
        act { $0.opened(at: $1, into: &$2) }.sent
    }

    mutating func hear(_ text: String) -> [FeedEvent] {
        act { [parser] in
            $0.received(.text(Array(text.utf8)[...]), at: $1, using: parser, into: &$2)
        }
    }

    /// Returns the messages that the machine sends in answer.
    mutating func answer(_ text: String) -> [String] { hear(text).sent }

    /// Returns the cleaned report that a message leads to.
    mutating func state(_ text: String) throws -> Report {
        let report = try #require(hear(text).reports.last)
        return cleaned(report)
    }

    mutating func wake(after seconds: Double) -> [FeedEvent] {
        pass(seconds)
        return act { $0.woke(at: $1, into: &$2) }
    }

    mutating func pass(_ seconds: Double) {
        now = now + .milliseconds(Int64(seconds * 1_000))
    }

    /// A report as it would be shown.
    func cleaned(_ report: Report) -> Report {
        var settings = Normaliser.Settings()
        settings.baseURL = type.artworkBase ?? feed.url
        settings.splitting = type.splitting
        var normaliser = Normaliser(settings)
        return normaliser.normalise(report)
    }

    private mutating func act(
        _ body: (inout any FeedMachine, Moment, inout [FeedEvent]) -> Void
    ) -> [FeedEvent] {
        var events: [FeedEvent] = []
        body(&machine, now, &events)
        return events
    }
}

extension [FeedEvent] {
    /// The texts that are sent.
    var sent: [String] {
        compactMap { if case .send(let message) = $0 { message.text } else { nil } }
    }
}

extension Report {
    /// Seconds played, of the first claim that says so without a clock.
    var elapsed: Double? {
        for case .elapsed(let elapsed) in track?.positions ?? [] { return elapsed.seconds }
        return nil
    }
}

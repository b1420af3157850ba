import JSON
import NowPlaying
import Support

@testable import Feeds

extension FuzzTarget {
    /// The mapper, and every feed that is shipped.
    static let feeds = [
        FuzzTarget(name: "mapper") { bytes in
            let parts = bytes.split(
                separator: 0x1E, maxSplits: 1, omittingEmptySubsequences: false)
            let messages = FuzzInput(parts.dropFirst().first ?? [])
            guard let feed = mappedFeed(parts.first ?? []) else { return nil }
            let mistakes = FeedType.json.mistakes(feed)
            guard mistakes.isEmpty, let type = FeedType.of(feed) else { return nil }
            return complaint(about: type, feed, messages)
        },
        FuzzTarget(name: "feeds") { bytes in
            let parts = bytes.split(
                separator: 0x1E, maxSplits: 1, omittingEmptySubsequences: false)
            let name = parts.first?.word ?? ""
            guard let feed = shippedFeed(name), let type = FeedType.of(feed) else { return nil }
            return complaint(about: type, feed, FuzzInput(parts.dropFirst().first ?? []))
        },
        FuzzTarget(name: "directory") { bytes in
            let codes = try? AzuraCastDirectory.shortcodes(in: bytes)
            return codes.map { Set($0).count == $0.count } == false ? "a station twice" : nil
        },
    ]

    private static func complaint(
        about type: FeedType, _ feed: Feed, _ input: FuzzInput
    ) -> String? {
        var talk = FeedConversation(type, feed)
        var again = FeedConversation(type, feed)
        if let complaint = talk.play(input) ?? again.play(input) { return complaint }
        return talk.transcript == again.transcript ? nil : "the same again is not the same"
    }

    /// A feed of type `json` with the settings that JSON holds.
    private static func mappedFeed(_ bytes: ArraySlice<UInt8>) -> Feed? {
        guard case .object(let members) = try? JSONParser().parse(bytes, { Feed.Value($0) })
        else { return nil }
        var feed = Feed(type: "json", url: "wss://radio.example/live")
        for member in members { feed.settings[member.name] = member.value }
        feed.settings["station"] = .text("one")
        return feed
    }

    /// A feed with just the settings that it cannot do without.
    private static func shippedFeed(_ name: String) -> Feed? {
        guard let type = FeedType.named(name), name != "json" else { return nil }
        // Some stations have a number for a name.
        return ["one", "1"].lazy.map { feed(of: type, called: $0) }
            .first { type.mistakes($0).isEmpty }
    }

    private static func feed(of type: FeedType, called name: String) -> Feed {
        var feed = Feed(type: type.name, url: "wss://radio.example/live")
        for setting in type.settings where setting.isRequired || setting.namesStation {
            feed.settings[setting.name] = setting.kind == .number ? .number(1) : .text(name)
        }
        return feed
    }
}

/// A machine that hears what a server says, with all that becomes of it, and the rules for that.
private struct FeedConversation {
    private var machine: any FeedMachine
    private var normaliser: Normaliser
    private let parser = JSONParser()
    private var now = Moment(
        monotonic: Instant(milliseconds: 0), wall: Timestamp(milliseconds: 1_734_714_000_000))
    private let settings: Normaliser.Settings
    private(set) var transcript: [FeedEvent] = []

    private static let maximumEvents = 4 * LayerLimits.messages

    init(_ type: FeedType, _ feed: Feed) {
        machine = type.makeMachine([feed])
        var settings = Normaliser.Settings()
        settings.splitting = type.splitting
        settings.baseURL = type.artworkBase ?? feed.url
        self.settings = settings
        normaliser = Normaliser(settings)
    }

    /// The first rule that is broken.
    mutating func play(_ input: FuzzInput) -> String? {
        if let complaint = take(.reconnect) { return complaint }
        for part in input.parts {
            if let complaint = take(part) { return complaint }
        }
        return nil
    }

    private mutating func take(_ part: FuzzInput.Part) -> String? {
        let parser = parser
        switch part {
        case .text(let bytes):
            return judge { $0.received(.text(bytes), at: $1, using: parser, into: &$2) }
        case .binary(let bytes):
            return judge { $0.received(.binary(bytes), at: $1, using: parser, into: &$2) }
        case .reconnect: return judge { $0.opened(at: $1, into: &$2) }
        case .pause:
            guard let deadline = machine.deadline else { return nil }
            if deadline > now.monotonic { now = now + (deadline - now.monotonic) }
            let complaint = judge { $0.woke(at: $1, into: &$2) }
            let isDueAgain = machine.deadline.map { $0 <= now.monotonic } ?? false
            return complaint ?? (isDueAgain ? "it wants to be woken at once again" : nil)
        }
    }

    private mutating func judge(
        _ body: (inout any FeedMachine, Moment, inout [FeedEvent]) -> Void
    ) -> String? {
        var events: [FeedEvent] = []
        body(&machine, now, &events)
        transcript += events
        if events.count > Self.maximumEvents { return "\(events.count) events at once" }
        for event in events {
            if let complaint = event.complaint ?? complaint(about: event) { return complaint }
        }
        return nil
    }

    private mutating func complaint(about event: FeedEvent) -> String? {
        guard case .report(let station, let report) = event else { return nil }
        if station != 0 { return "a report of station \(station) where there is one" }
        var fresh = Normaliser(settings)
        let expected = fresh.normalise(report.value)
        let state = normaliser.normalise(report.value)
        if state != expected { return "what was reported before changes what is made of this" }
        return state.complaint
    }
}

import JSON
import NowPlaying
import Testing

@testable import Feeds

/// A machine of a mapped feed on virtual time, and what it does.
struct MappedTalk {
    private var machine: any FeedMachine
    private let parser = JSONParser()
    private(set) var now = Moment(
        monotonic: Instant(milliseconds: 0), wall: Timestamp(milliseconds: 1_734_714_000_000))

    /// A machine of a feed of type `json` with these settings, for each of the stations.
    init(_ settings: String, stations: [String] = ["one"]) throws {
        let members = try Self.members(settings)
        let feeds = stations.map { station in
            var feed = Feed(type: "json", url: "wss://radio.example")
            for member in members { feed.settings[member.name] = member.value }
            feed.settings["station"] = .text(station)
            return feed
        }
        self.init(.json, feeds)
    }

    /// A machine of a feed type for these stations.
    init(_ type: FeedType, stations: [String] = ["one"]) {
        self.init(
            type,
            stations.map { station in
                var feed = Feed(type: type.name, url: "wss://radio.example")
                feed.settings["station"] = .text(station)
                return feed
            })
    }

    init(_ type: FeedType, _ feeds: [Feed]) {
        machine = type.makeMachine(feeds)
    }

    /// Returns the mistakes in a feed of type `json` with these settings.
    static func mistakes(_ settings: String) throws -> [FeedMistake] {
        var feed = Feed(type: "json", url: "wss://radio.example")
        for member in try members(settings) { feed.settings[member.name] = member.value }
        return FeedType.json.mistakes(feed)
    }

    private static func members(_ settings: String) throws -> [Feed.Member] {
        let tree = try JSONParser().parse(Array(settings.utf8)) { Feed.Value($0) }
        guard case .object(let members) = tree else { return [] }
        return members
    }

    /// Seconds from now to the deadline.
    var wait: Double? { machine.deadline.map { ($0 - now.monotonic).seconds } }

    mutating func open() -> [String] { events { $0.opened(at: $1, into: &$2) }.map(\.inWords) }

    mutating func receive(_ text: String) -> [String] { read(text).map(\.inWords) }

    /// Returns the report that a message leads to; `nil` if it leads to none.
    mutating func report(_ text: String) -> Report? { read(text).reports.first }

    /// Returns the report that a message must lead to.
    mutating func reported(_ text: String) throws -> Report {
        let report = report(text)
        return try #require(report)
    }

    mutating func read(_ text: String) -> [FeedEvent] {
        events { [parser] in
            $0.received(.text(Array(text.utf8)[...]), at: $1, using: parser, into: &$2)
        }
    }

    mutating func wake(after seconds: Double) -> [String] {
        pass(seconds)
        return events { $0.woke(at: $1, into: &$2) }.map(\.inWords)
    }

    /// The report after so long, without a message; `nil` where there is none.
    mutating func wakes(after seconds: Double) -> Report? {
        pass(seconds)
        return events { $0.woke(at: $1, into: &$2) }.reports.first
    }

    mutating func pass(_ seconds: Double) {
        now = now + .milliseconds(Int64(seconds * 1_000))
    }

    func disconnect(_ code: Int) -> FeedDisconnect? {
        machine.disconnect(code: code, reason: "")
    }

    private mutating func events(
        _ body: (inout any FeedMachine, Moment, inout [FeedEvent]) -> Void
    ) -> [FeedEvent] {
        var events: [FeedEvent] = []
        body(&machine, now, &events)
        return events
    }
}

/// The reading of one field of one message.
enum FieldReading {
    /// A field as a config has it, read from a message: its value, `nothing`, `absent`, or the
    /// mistakes in the config.
    static func of<Format: FieldFormat>(
        _ format: Format.Type, _ field: String, in message: String
    ) throws -> String {
        let reading = MappingReading()
        let tree = try JSONParser().parse(Array(field.utf8)) { Feed.Value($0) }
        let value = SettingValue(value: tree, path: [], reading: reading)
        guard let field = Field<Format>(value), reading.mistakes.isEmpty else {
            return "mistake"
        }
        return try JSONParser().parse(Array(message.utf8)) { root in
            switch field.select(in: MappedValue(root)) {
            case .absent: "absent"
            case .nothing: "nothing"
            case .value(let value): "\(value)"
            }
        }
    }
}

public import NowPlaying

/// A protocol that the hub can read: its name, its settings, and the way to make its machines.
///
/// Adding a feed is adding one of these to `FeedType.all`.
public struct FeedType: Sendable {
    /// The word in the config, such as `azuracast`.
    public let name: String
    /// One line for people.
    public let summary: String
    /// The settings of a config beyond `type`, `url`, `tls`, `headers` and `entities`.
    public internal(set) var settings: [FeedSetting]
    /// The address if the config gives none; may have placeholders (`FeedAddress`).
    public var address: String?
    /// The path of its WebSocket on servers that only a config knows.
    var ownPath: String?
    /// Beginnings of the paths of pages that are on the same servers, in steps.
    var pagePaths: [[String]] = []
    /// The signs by which a probe knows its servers, beside the form of their address.
    var signs = FeedSigns()
    /// The number of stations that may share one connection.
    public var stationsPerLink: Int
    /// The longest time between two reports of a station, even without changes; `nil` if unlimited.
    public var longestSilence: Interval?
    /// The probable reason, for people, why a feed of this type connects but stays silent.
    public var silenceHint: String
    /// The WebSocket subprotocols to offer.
    public var subprotocols: [String]
    /// The rules for splitting a line that is not divided into fields.
    public var splitting = ArtistTitleSplitting()
    /// The base of relative addresses of pictures, if it is not the feed's own.
    public var artworkBase: String?
    /// It was written from other clients' source, and never run against the real server.
    public var isUnverified = false
    /// The program, with its arguments, whose lines are the messages; `nil` if they come from a
    /// WebSocket.
    public var program: (@Sendable (Feed) -> [String]?)?
    /// Its messages may come from servers of every scheme, not only over WebSockets.
    public var readsEveryScheme = false
    /// The use of an address over HTTP.
    public var httpUse = HTTPUse.polled
    /// The time between two requests, where its server is polled.
    public var pollInterval = Interval.seconds(15)
    /// A machine for the stations of one link, in their order.
    public let makeMachine: @Sendable ([Feed]) -> any FeedMachine
    /// Finds the mistakes in a feed's settings, beyond the rules of each of `settings`.
    public var mistakes: @Sendable (Feed) -> [FeedMistake] = { _ in [] }
    /// Changes the type for a feed whose settings replace properties of the type.
    var adaptation: @Sendable (inout FeedType, Feed) -> Void = { _, _ in }

    /// A feed type with its parts.
    public init(
        name: String, summary: String, settings: [FeedSetting], stationsPerLink: Int,
        longestSilence: Interval?, silenceHint: String, subprotocols: [String] = [],
        makeMachine: @escaping @Sendable ([Feed]) -> any FeedMachine
    ) {
        self.name = name
        self.summary = summary
        self.settings = settings
        self.stationsPerLink = stationsPerLink
        self.longestSilence = longestSilence
        self.silenceHint = silenceHint
        self.subprotocols = subprotocols
        self.makeMachine = makeMachine
    }

    /// Every feed type that this program knows, by name.
    public static let all: [FeedType] =
        ([azuraCast, homeAssistant, kodi, icy, json, exec] + ShippedMapping.feedTypes)
        .map(\.readAsConfigured)

    /// The path of its WebSocket, if all servers have the same; may have placeholders.
    var path: String? { ownPath ?? address.flatMap(PlainAddress.init)?.target }

    /// The feed type with this name.
    public static func named(_ name: String) -> FeedType? {
        all.first { $0.name == name }
    }

    /// The feed type of a feed, as its settings make it.
    public static func of(_ feed: Feed) -> FeedType? {
        named(feed.type)?.adapted(to: feed)
    }

    /// The type as a feed's settings make it.
    public func adapted(to feed: Feed) -> FeedType {
        var adapted = self
        adaptation(&adapted, feed)
        return adapted
    }
}

extension FeedType {
    /// The same with the settings that every feed has, since they only say how its texts are read.
    var readAsConfigured: FeedType {
        let name = "split"
        guard !settings.contains(where: { $0.name == name }) else { return self }
        var setting = FeedSetting(
            name: name, kind: .tree, isRequired: false, namesStation: false,
            summary: "how a line with artist and title is divided")
        setting.isOfReading = true
        var type = self
        type.settings.append(setting)
        type.mistakes = { [mistakes] feed in
            let reading = MappingReading()
            _ = FeedTraits(splittingOf: feed, mistakes: reading)
            return mistakes(feed) + reading.mistakes
        }
        type.adaptation = { [adaptation] type, feed in
            adaptation(&type, feed)
            FeedTraits(splittingOf: feed, mistakes: MappingReading()).apply(to: &type)
        }
        return type
    }
}

/// The use of an address over HTTP.
public enum HTTPUse: Hashable, Sendable {
    /// It is asked again and again; each answer is a message.
    case polled
    /// Its answer is sound without an end, with titles in it.
    case titles
    /// Its answer is events without an end.
    case events
}

/// One station's feed, as a config gives it.
public struct Feed: Hashable, Sendable {
    /// A setting's value.
    public indirect enum Value: Hashable, Sendable {
        case text(String)
        case number(Double)
        case flag(Bool)
        case null
        case list([Value])
        case object([Member])
    }

    /// A key of a structure with its value.
    public struct Member: Hashable, Sendable {
        /// The key.
        public var name: String
        /// The value.
        public var value: Value

        /// A key with its value.
        public init(name: String, value: Value) {
            self.name = name
            self.value = value
        }
    }

    /// The feed type's name.
    public var type: String
    /// The address of its server: `ws` or `wss`; empty if a program is run.
    public var url: String
    /// The feed type's own settings.
    public var settings: [String: Value] = [:]

    /// A feed with no settings of its own yet.
    public init(type: String, url: String) {
        self.type = type
        self.url = url
    }

    /// A text setting.
    public subscript(text name: String) -> String? {
        guard case .text(let text) = settings[name] else { return nil }
        return text
    }
}

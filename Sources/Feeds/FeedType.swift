public import NowPlaying

/// A protocol that the hub can read: its name, what a config says of it, how its sessions are made.
///
/// Adding a feed is adding one of these to `FeedType.all`.
public struct FeedType: Sendable {
    /// The word in the config, such as `azuracast`.
    public let name: String
    /// One line for people.
    public let summary: String
    /// What a config may say beyond `type`, `url`, `tls`, `headers` and `entities`.
    public let settings: [FeedSetting]
    /// How many stations may share one connection.
    public let stationsPerLink: Int
    /// A station is reported at least this often even if nothing changes; `nil` where it is not.
    public let longestSilence: Interval?
    /// Why a feed of this type that connects but stays silent probably does so, for people.
    public let silenceHint: String
    /// The WebSocket subprotocols to offer.
    public let subprotocols: [String]
    /// A session for the stations of one link, in their order.
    public let makeSession: @Sendable ([Feed]) -> any FeedSession

    /// A feed type with its parts.
    public init(
        name: String, summary: String, settings: [FeedSetting], stationsPerLink: Int,
        longestSilence: Interval?, silenceHint: String, subprotocols: [String] = [],
        makeSession: @escaping @Sendable ([Feed]) -> any FeedSession
    ) {
        self.name = name
        self.summary = summary
        self.settings = settings
        self.stationsPerLink = stationsPerLink
        self.longestSilence = longestSilence
        self.silenceHint = silenceHint
        self.subprotocols = subprotocols
        self.makeSession = makeSession
    }

    /// Every feed type that this program knows, by name.
    public static let all: [FeedType] = [azuraCast]

    /// The feed type with this name.
    public static func named(_ name: String) -> FeedType? {
        all.first { $0.name == name }
    }
}

/// One thing that a config says of a feed.
public struct FeedSetting: Sendable {
    /// What a value must look like.
    public enum Kind: Sendable {
        case text, number, flag
    }

    /// The key in the config.
    public let name: String
    /// What its value must look like.
    public let kind: Kind
    /// The feed makes no sense without it.
    public let isRequired: Bool
    /// It only names the station: feeds that differ in nothing else share a link.
    public let namesStation: Bool
    /// One line for people.
    public let summary: String

    /// A setting with its parts.
    public init(
        name: String, kind: Kind, isRequired: Bool, namesStation: Bool, summary: String
    ) {
        self.name = name
        self.kind = kind
        self.isRequired = isRequired
        self.namesStation = namesStation
        self.summary = summary
    }
}

/// One station's feed, as a config gives it.
public struct Feed: Hashable, Sendable {
    /// A setting's value.
    public enum Value: Hashable, Sendable {
        case text(String)
        case number(Double)
        case flag(Bool)
    }

    /// The feed type's name.
    public var type: String
    /// Where to connect: `ws` or `wss`.
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

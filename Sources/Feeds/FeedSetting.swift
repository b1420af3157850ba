import NowPlaying
import Protocols

/// A setting of a feed in the config.
public struct FeedSetting: Sendable {
    /// The required form of a value.
    public enum Kind: Hashable, Sendable {
        /// Any text.
        case text
        /// The name or address of a server. A port behind it is the value of `portName`.
        case host
        /// A TCP port.
        case port
        /// A whole number within bounds.
        case whole(ClosedRange<Int>)
        /// One of some words.
        case choice([String])
        /// An `http` or `https` address.
        case webAddress
        case number, flag
        /// Any structure; `FeedType.mistakes` judges it.
        case tree
    }

    /// The setting that has the port of the `host`, in every type that has one.
    public static let portName = "port"

    /// The key in the config.
    public let name: String
    /// The required form of its value.
    public let kind: Kind
    /// The feed makes no sense without it.
    public let isRequired: Bool
    /// It only names the station: feeds that differ in nothing else share a link.
    public let namesStation: Bool
    /// One line for people.
    public let summary: String
    /// The text that stands if the config gives none.
    public var defaultText: String?
    /// It only says how texts are read: feeds that differ in nothing else share a link.
    public var isOfReading = false

    /// A setting with its parts.
    public init(
        name: String, kind: Kind, isRequired: Bool, namesStation: Bool, summary: String,
        defaultText: String? = nil
    ) {
        self.name = name
        self.kind = kind
        self.isRequired = isRequired
        self.namesStation = namesStation
        self.summary = summary
        self.defaultText = defaultText
    }

    /// A server's name or address, of a type that has a setting for its port, too.
    static func host(_ name: String) -> FeedSetting {
        FeedSetting(
            name: "host", kind: .host, isRequired: false, namesStation: false,
            summary: "its name or address", defaultText: name)
    }

    /// The port of the `host`.
    static func port(_ number: Int) -> FeedSetting {
        FeedSetting(
            name: portName, kind: .port, isRequired: false, namesStation: false,
            summary: "its port", defaultText: String(number))
    }
}

extension Feed {
    /// Sets a setting to the value of a text. A text for a host may set its port, too.
    ///
    /// - Throws: The reason why the text is no value of it.
    public mutating func set(
        _ setting: FeedSetting, to text: String
    ) throws(FeedMistake.Problem) {
        guard let value = Value(text, for: setting) else {
            throw .wrongValue(mustBe: setting.expectation)
        }
        guard setting.kind == .host, let authority = try? Authority(text) else {
            settings[setting.name] = value
            return
        }
        settings[setting.name] = .text(authority.hostInURL)
        if let port = authority.port { settings[FeedSetting.portName] = .text(String(port)) }
    }
}

extension Feed.Value {
    /// The value that a text means; `nil` if it means none.
    fileprivate init?(_ text: String, for setting: FeedSetting) {
        switch setting.kind {
        case .text:
            guard !text.isEmpty || !setting.isRequired else { return nil }
            self = .text(text)
        case .tree:
            self = .text(text)
        case .host:
            guard (try? Authority(text)) != nil else { return nil }
            self = .text(text)
        case .port, .whole:
            guard let bounds = setting.bounds, text.utf8.allSatisfy(isDigit),
                let number = Int(text), bounds.contains(number)
            else { return nil }
            self = .text(String(number))
        case .choice(let words):
            guard words.contains(text) else { return nil }
            self = .text(text)
        case .webAddress:
            guard let address = PlainAddress(text), address.isOfWeb, !address.authority.isEmpty,
                !text.unicodeScalars.contains(where: \.properties.isWhitespace)
            else { return nil }
            self = .text(text)
        case .number:
            guard let number = Double(decimal: text) else { return nil }
            self = .number(number)
        case .flag:
            guard let flag = Bool(text) else { return nil }
            self = .flag(flag)
        }
    }
}

extension FeedSetting {
    fileprivate var bounds: ClosedRange<Int>? {
        switch kind {
        case .port: 1...65_535
        case .whole(let bounds): bounds
        case .text, .host, .choice, .webAddress, .number, .flag, .tree: nil
        }
    }

    /// The required form of a text for its value, to follow “it must be”.
    var expectation: String {
        switch kind {
        case .text, .tree: return "a text"
        case .host:
            let port = "with a port behind it where that is another than usual"
            return "a name or an address, \(port): `hifi.local`, `192.168.1.5:8080`, `[::1]`"
        case .port, .whole:
            let bounds = bounds ?? 0...0
            return "a whole number from \(bounds.lowerBound) to \(bounds.upperBound)"
        case .choice(let words): return "one of " + words.map { "`\($0)`" }.joined(separator: ", ")
        case .webAddress: return "an `http://` or `https://` address"
        case .number: return "a number"
        case .flag: return "`true` or `false`"
        }
    }
}

extension FeedType {
    /// The text to write instead, if the address of a page was given for a `host`; `nil` if it
    /// contains no host.
    public func remedy(forHost text: String) -> String? {
        guard let address, let own = PlainAddress(address) else { return nil }
        guard let page = PlainAddress(text) else {
            let host = String(text.prefix { $0 != "/" && $0 != "?" })
            return (try? Authority(host)).map { _ in "write `\(host)`" }
        }
        guard (try? Authority(page.authority)) != nil else { return nil }
        return page.isSecure == own.isSecure
            ? "write `\(page.authority)`"
            : "write `url: \(page.webSocketScheme)\(page.authority)` in place of it"
    }
}

private func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
}

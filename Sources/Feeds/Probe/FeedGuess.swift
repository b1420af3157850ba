/// A feed that an address, or what its server says, may be.
public struct FeedGuess: Equatable, Sendable {
    /// The feed, with the settings that are known.
    public var feed: Feed
    /// What gave it away, for people: the rest of “by …”.
    public var evidence: String

    init(_ feed: Feed, by evidence: String) {
        self.feed = feed
        self.evidence = evidence
    }

    /// The settings that it cannot do without and that nobody has given yet.
    public var missing: [FeedSetting] {
        (FeedType.named(feed.type)?.settings ?? []).filter {
            $0.isRequired && feed.settings[$0.name] == nil
        }
    }
}

extension FeedGuess {
    /// What an address may be the address of, the likeliest first.
    ///
    /// - Parameters:
    ///   - text: A WebSocket's address, or that of a page beside it.
    ///   - settings: What is known of the feed besides.
    public static func all(from text: String, settings: [String: String]) -> [FeedGuess] {
        guard let address = PlainAddress(text) else { return [] }
        var guesses = [azuraCast(at: address)].compactMap { $0 }
        guesses += FeedType.all.compactMap { guess($0, at: address) }
        return guesses.map { $0.completed(by: settings) }
    }

    /// AzuraCast's WebSocket, or a station's page or address beside it.
    private static func azuraCast(at address: PlainAddress) -> FeedGuess? {
        let steps = address.path.split(separator: "/").map(String.init)
        let isSocket = steps == ["api", "live", "nowplaying", "websocket"]
        let pages = [["public"], ["api", "nowplaying"], ["api", "live", "nowplaying"]]
        let page = pages.first { steps.starts(with: $0) && steps.count > $0.count }
        guard isSocket || page != nil else { return nil }
        let shortcode = isSocket ? nil : page.map { steps[$0.count] }
        let url = address.webSocketScheme + address.authority + "/api/live/nowplaying/websocket"
        var feed = Feed(type: FeedType.azuraCast.name, url: url)
        feed.settings["shortcode"] = shortcode.map { .text($0) }
        return FeedGuess(feed, by: "its address")
    }

    /// A type has an address of its own, of which this may be one.
    private static func guess(_ type: FeedType, at address: PlainAddress) -> FeedGuess? {
        guard let own = type.address.flatMap(PlainAddress.init) else { return nil }
        var feed = Feed(type: type.name, url: "")
        if let found = Placeholders.values(in: address.target, as: own.target) {
            for (name, value) in found { feed.settings[name] = .text(value) }
            return FeedGuess(feed, by: "its address")
        }
        let isOwnHost = own.authority == address.authority && !own.authority.contains("{")
        return isOwnHost ? FeedGuess(feed, by: "its host") : nil
    }

    /// With the settings that somebody gave, those with defaults, and the address that these make.
    private func completed(by given: [String: String]) -> FeedGuess {
        guard let type = FeedType.named(feed.type) else { return self }
        var guess = self
        for setting in type.settings {
            if let text = given[setting.name] {
                guess.feed.settings[setting.name] = Feed.Value(text, as: setting.kind)
            } else if guess.feed.settings[setting.name] == nil, let text = setting.defaultText {
                guess.feed.settings[setting.name] = .text(text)
            }
        }
        // A short code is a station's name, too.
        if type.name == FeedType.azuraCast.name, let station = given["station"] {
            guess.feed.settings["shortcode"] = .text(station)
        }
        if guess.feed.url.isEmpty, let address = type.address {
            guess.feed.url = (try? FeedAddress.settled(address, for: guess.feed)) ?? ""
        }
        return guess
    }
}

extension Feed.Value {
    fileprivate init(_ text: String, as kind: FeedSetting.Kind) {
        switch kind {
        case .number: self = Double(text).map { .number($0) } ?? .text(text)
        case .flag: self = .flag(text == "true")
        case .text, .tree: self = .text(text)
        }
    }
}

/// An address in its parts, whatever its scheme is.
private struct PlainAddress {
    let isSecure: Bool
    let authority: String
    /// What follows the authority, without the query.
    let path: String
    /// Authority and all that follows it.
    let target: String

    init?(_ text: String) {
        guard let scheme = text[...].firstPlace(of: "://") else { return nil }
        let name = text[..<scheme.lowerBound].lowercased()
        guard ["ws", "wss", "http", "https"].contains(name) else { return nil }
        isSecure = name.hasSuffix("s") && name != "ws"
        let rest = text[scheme.upperBound...]
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        self.authority = String(authority)
        path = String(rest.dropFirst(authority.count).prefix { $0 != "?" })
        target = String(rest)
    }

    var webSocketScheme: String { isSecure ? "wss://" : "ws://" }
}

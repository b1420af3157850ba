/// A feed that an address, or what its server says, may be.
public struct FeedGuess: Equatable, Sendable {
    /// The feed, with the settings that are known.
    public var feed: Feed
    /// What gave it away, for people: the rest of “by …”.
    public var evidence: String
    /// The values that settings can have, where the server lists them.
    public internal(set) var choices: [String: [String]] = [:]

    /// A feed that something gave away.
    public init(_ feed: Feed, by evidence: String) {
        self.feed = feed
        self.evidence = evidence
    }

    /// A feed of a type that its server gave away.
    init(_ type: FeedType, at url: String, by evidence: String, settings: [String: String]) {
        let same = FeedGuess.all(from: url, settings: settings).first { $0.feed.type == type.name }
        self =
            same
            ?? FeedGuess(Feed(type: type.name, url: url), by: evidence).completed(by: settings)
        self.evidence = evidence
    }

    /// The settings that it cannot do without and that are not given yet.
    public var missing: [FeedSetting] {
        (type?.settings ?? []).filter { $0.isRequired && feed.settings[$0.name] == nil }
    }

    /// The settings whose values the server does not have.
    public var wrong: [FeedSetting] {
        (type?.settings ?? []).filter { setting in
            guard let known = choices[setting.name] else { return false }
            return feed[text: setting.name].map { !known.contains($0) } ?? false
        }
    }

    /// Whether the messages of its servers tell them from all others.
    public var isToldByMessages: Bool { type?.signs.isTold ?? false }

    /// What makes a server of its type speak.
    public var question: Feed.Value? { type?.signs.question }

    private var type: FeedType? { FeedType.named(feed.type) }
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
        let known = guesses.map { $0.completed(by: settings) }
        let elsewhere = FeedType.all.compactMap { path($0, at: address) }
            .map { $0.completed(by: settings) }
        return known + elsewhere.filter(\.missing.isEmpty)
    }

    /// The WebSockets that servers may have beside an address of theirs, the likeliest first: on
    /// the ports that players have, then on the same one.
    public static func beside(_ text: String, settings: [String: String]) -> [FeedGuess] {
        guard let address = PlainAddress(text) else { return [] }
        let onPorts = FeedType.all.compactMap { usual($0, behind: address) }
        let onSame = FeedType.all.compactMap { type -> FeedGuess? in
            guard let path = type.path, type.isAnywhere else { return nil }
            let url = address.webSocketScheme + address.authority + path
            return FeedGuess(type, at: url, by: "its WebSocket", settings: settings)
        }
        let all = onPorts.map { $0.completed(by: settings) } + onSame
        return all.enumerated().filter { place, guess in
            !all[..<place].contains { $0.feed == guess.feed }
        }.map(\.element)
    }

    /// AzuraCast's WebSocket, or a station's page or address beside it.
    private static func azuraCast(at address: PlainAddress) -> FeedGuess? {
        let steps = address.steps
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
        if let values = Placeholders.values(in: address.target, as: own.target),
            feed.apply(address, as: own, of: type)
        {
            for (name, value) in values { feed.settings[name] = .text(value) }
            return FeedGuess(feed, by: "its address")
        }
        let isOwnHost = own.authority == address.authority && !own.authority.contains("{")
        return isOwnHost ? FeedGuess(feed, by: "its host") : nil
    }

    /// A type has the path of this address, on another host or behind a proxy's own steps.
    private static func path(_ type: FeedType, at address: PlainAddress) -> FeedGuess? {
        guard let own = type.address.flatMap(PlainAddress.init) else { return nil }
        let isElsewhere =
            !type.isAnywhere
            && Placeholders.values(in: address.authority, as: own.authority) == nil
        let target = type.isAnywhere ? address.end(asLongAs: own) : address.target
        guard let target, type.isAnywhere ? target != address.target : isElsewhere,
            let values = Placeholders.values(in: target, as: own.target)
        else { return nil }
        let url = address.webSocketScheme + address.authority + address.target
        var feed = Feed(type: type.name, url: url)
        for (name, value) in values { feed.settings[name] = .text(value) }
        return FeedGuess(feed, by: "its path")
    }

    /// A page's port is one that a player's pages, or all of it, usually have.
    private static func usual(_ type: FeedType, behind address: PlainAddress) -> FeedGuess? {
        let port = address.port ?? (address.isSecure ? "443" : "80")
        let ports = type.settings.filter { $0.kind == .port && $0.defaultText == port }
        guard !ports.isEmpty, !address.isSecure,
            let host = type.settings.first(where: { $0.kind == .host })
        else { return nil }
        var feed = Feed(type: type.name, url: "")
        guard (try? feed.set(host, to: address.host)) != nil else { return nil }
        return FeedGuess(feed, by: "the port of its page")
    }

    /// With the settings that were given, those with defaults, and the address that these make.
    private func completed(by given: [String: String]) -> FeedGuess {
        guard let type else { return self }
        var guess = self
        for setting in type.settings {
            // What the feed calls the station is given under that name, too.
            let text = given[setting.name] ?? (setting.namesStation ? given["station"] : nil)
            if let text {
                try? guess.feed.set(setting, to: text)
            } else if setting.isWritten(beside: feed.url), feed.settings[setting.name] == nil {
                guess.feed.settings[setting.name] = setting.defaultText.map { .text($0) }
            }
        }
        if guess.feed.url.isEmpty, let address = type.address {
            guess.feed.url = (try? FeedAddress.settled(address, for: guess.feed)) ?? ""
        }
        return guess
    }
}

extension FeedType {
    /// Its servers are the users' own, at addresses that only they know.
    fileprivate var isAnywhere: Bool {
        address == nil || settings.contains { $0.kind == .host }
    }
}

extension FeedSetting {
    /// Whether its default is worth to be told, where the address may be written beside it.
    fileprivate func isWritten(beside url: String) -> Bool {
        switch kind {
        case .port: false
        case .host: url.isEmpty
        default: defaultText?.isEmpty == false
        }
    }
}

extension Feed {
    /// Takes the host and the port of an address for the settings of a type, or the whole of it
    /// for the address where the scheme is another; `false` where it is none of the type's.
    fileprivate mutating func apply(
        _ address: PlainAddress, as own: PlainAddress, of type: FeedType
    ) -> Bool {
        guard let host = type.settings.first(where: { $0.kind == .host }) else {
            let values = Placeholders.values(in: address.authority, as: own.authority)
            for (name, value) in values ?? [:] { settings[name] = .text(value) }
            return values != nil
        }
        guard address.isSecure == own.isSecure else {
            url = address.webSocketScheme + address.authority + address.target
            return true
        }
        let port = address.isSecure ? 443 : 80
        do {
            settings[FeedSetting.portName] = .text(String(port))
            try set(host, to: address.authority)
        } catch {
            return false
        }
        return true
    }
}

/// A possible feed, by an address or by its server's messages.
public struct FeedGuess: Equatable, Sendable {
    /// The feed, with the settings that are known.
    public var feed: Feed
    /// The evidence for it, for people: the rest of “by …”.
    public var evidence: String
    /// The values that settings can have, if the server lists them.
    public internal(set) var choices: [String: [String]] = [:]

    /// A feed with the evidence for it.
    public init(_ feed: Feed, by evidence: String) {
        self.feed = feed
        self.evidence = evidence
    }

    /// A feed of a type that its server's messages prove.
    init(_ type: FeedType, at url: String, by evidence: String, settings: [String: String]) {
        let same = FeedGuess.all(from: url, settings: settings).first { $0.feed.type == type.name }
        self =
            same
            ?? FeedGuess(Feed(type: type.name, url: url), by: evidence).completed(by: settings)
        self.evidence = evidence
    }

    /// The required settings that are not given yet.
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

    /// True if the messages of its servers tell them from all others.
    public var isToldByMessages: Bool { type?.signs.isTold ?? false }

    /// A message that makes a server of its type answer.
    public var question: Feed.Value? { type?.signs.question }

    private var type: FeedType? { FeedType.named(feed.type) }
}

extension FeedGuess {
    /// The feeds that may be behind an address, the likeliest first.
    ///
    /// - Parameters:
    ///   - text: A WebSocket's address, or that of a page beside it.
    ///   - settings: The settings that are already known.
    public static func all(from text: String, settings: [String: String]) -> [FeedGuess] {
        guard let address = PlainAddress(text) else { return [] }
        var guesses = [azuraCast(at: address)].compactMap { $0 }
        guesses += FeedType.all.compactMap { guess($0, at: address) }
        let known = guesses.map { $0.completed(by: settings) }
        let elsewhere = FeedType.all.compactMap { path($0, at: address) }
            .map { $0.completed(by: settings) }
        return known + elsewhere.filter(\.missing.isEmpty)
    }

    /// The WebSockets that servers may have beside one of their addresses, the likeliest first: on
    /// the ports of players, then on the same port.
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
        let isOfEvents = ["sse", "http_stream"].contains { steps.elementsEqual(pages[2] + [$0]) }
        let shortcode =
            isOfEvents
            ? shortcode(inRequest: address.target)
            : isSocket ? nil : page.map { steps[$0.count] }
        let url = address.webSocketScheme + address.authority + "/api/live/nowplaying/websocket"
        var feed = Feed(type: FeedType.azuraCast.name, url: url)
        feed.settings["shortcode"] = shortcode.map { .text($0) }
        return FeedGuess(feed, by: "its address")
    }

    /// The first short code in the request that an address for events has in its query.
    private static func shortcode(inRequest target: String) -> String? {
        guard let text = PercentEncoding.decoded(target),
            let place = text[...].firstPlace(of: "\"station:")
        else { return nil }
        let code = text[place.upperBound...].prefix { $0 != "\"" }
        return code.isEmpty ? nil : String(code)
    }

    /// A feed of a type with an address of its own that matches this one.
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

    /// A feed of a type with the path of this address, on another host or behind a proxy's own
    /// steps.
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

    /// A feed of a type whose pages usually have the port of this address.
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

    /// The same, with the given settings, the defaults, and the address that these make.
    private func completed(by given: [String: String]) -> FeedGuess {
        guard let type else { return self }
        var guess = self
        for setting in type.settings {
            // The setting that names the station may be given as `station`, too.
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
    /// True if its servers are the users' own, at addresses that only they know.
    fileprivate var isAnywhere: Bool {
        address == nil || settings.contains { $0.kind == .host }
    }
}

extension FeedSetting {
    /// True if its default is written into a config; that of a host only if there is no address.
    fileprivate func isWritten(beside url: String) -> Bool {
        switch kind {
        case .port: false
        case .host: url.isEmpty
        default: defaultText?.isEmpty == false
        }
    }
}

extension Feed {
    /// Applies the host and the port of an address to the settings of a type, or the whole address
    /// if the scheme differs; `false` if the address does not fit the type.
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

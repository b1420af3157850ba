import Feeds
import Stations
import Support
import Protocols

extension Feed {
    /// The keys of every feed that is read from a server.
    private static let serverKeys = ["type", "url", "tls", "headers", "entities"]
    /// The keys of every feed that is read from a program.
    private static let programKeys = ["type", "entities"]

    /// A station's `feed`.
    init?(_ section: ConfigurationSection) {
        let types = section.reading.feedTypes
        let typeValue = section.required("type", example: types.first?.name ?? "…")
        guard let typeValue, let name = typeValue.text() else {
            _ = section.required("url", example: Self.exampleURL)
            return nil
        }
        // The type decides which other keys are right, so they are not judged without it.
        guard let type = typeValue.feedType(named: name) else { return nil }
        self.init(type: name, url: "")
        section.refuseKeys(besides: Self.keys(of: type))
        for setting in type.settings { read(setting, of: type, in: section) }
        for mistake in type.mistakes(self) { section.note(mistake) }
        guard type.program == nil else { return }
        let spoken = type.adapted(to: self)
        guard let url = section.serverURL(of: self, spoken) else { return nil }
        self.url = url
        section.refuseSettings(of: self, spoken)
    }

    /// Looks at what many feeds have in common: that there are such keys. What they say is judged
    /// with the feeds.
    static func check(defaults section: ConfigurationSection) {
        let types = section.reading.feedTypes
        guard let typeValue = section["type"], let name = typeValue.text() else {
            let all = types.flatMap(keys).reduce(into: [String]()) { known, key in
                if !known.contains(key) { known.append(key) }
            }
            return section.refuseKeys(besides: all)
        }
        guard let type = typeValue.feedType(named: name) else { return }
        section.refuseKeys(besides: keys(of: type))
    }

    private static func keys(of type: FeedType) -> [String] {
        (type.program == nil ? serverKeys : programKeys) + type.settings.map(\.name)
    }

    fileprivate static let exampleURL = "wss://radio.example/live"

    private mutating func read(
        _ setting: FeedSetting, of type: FeedType, in section: ConfigurationSection
    ) {
        let value =
            setting.isRequired
            ? section.required(setting.name, example: "… (\(setting.summary))")
            : section[setting.name]
        guard let value else {
            // Of a port, so that one behind the host stays, and what is usual is not told.
            guard setting.kind != .port, let text = setting.defaultText else { return }
            settings[setting.name] = .text(text)
            return
        }
        switch setting.kind {
        case .text, .host, .port, .whole, .choice, .webAddress:
            guard let text = value.secret() else { return }
            apply(text, for: setting, from: value, of: type)
        case .number: settings[setting.name] = value.number().map { .number($0) }
        case .flag: settings[setting.name] = value.flag().map { .flag($0) }
        case .tree: settings[setting.name] = Value(tree: value)
        }
    }

    private mutating func apply(
        _ text: String, for setting: FeedSetting, from value: ConfigurationValue,
        of type: FeedType
    ) {
        if setting.name == FeedSetting.portName, settings[setting.name] != nil {
            value.note("there is a port behind the `host`, too", remedy: "keep one of them")
        }
        do {
            try set(setting, to: text)
        } catch {
            guard case .wrongValue(let expected) = error else { return }
            value.refuse(text, mustBe: expected) { text in
                setting.kind == .host ? type.remedy(forHost: text) : nil
            }
        }
    }
}

extension ConfigurationValue {
    /// The type of feed with a name, which this value is.
    fileprivate func feedType(named name: String) -> FeedType? {
        let types = reading.feedTypes
        if let type = types.first(where: { $0.name == name }) { return type }
        note(
            "there is no feed type \(node.quoted)",
            remedy: suggestion(for: name, among: types.map(\.name)))
        return nil
    }

    /// Notes that the text that it stands for is not `expected`. A text that is not in the file
    /// itself is a secret.
    fileprivate func refuse(
        _ text: String, mustBe expected: String, remedy: (String) -> String?
    ) {
        let known = text == rawText ? remedy(text) : nil
        let problem =
            text == rawText
            ? "`\(name)` is \(node.quoted)"
            : "`\(name)`: what \(node.quoted) stands for cannot be used"
        note(problem, remedy: known ?? "it must be \(expected)")
    }
}

extension Feed.Value {
    /// Any structure, with secrets in the places of their names.
    fileprivate init(tree value: ConfigurationValue) {
        switch value.node.content {
        case .null: self = .null
        case .text(let text) where text.isEmpty: self = .text("")
        case .text: self.init(secret: value)
        case .plain:
            if let number = value.number {
                self = .number(number)
            } else if let flag = value.plainFlag {
                self = .flag(flag)
            } else {
                self.init(secret: value)
            }
        case .list: self = .list((value.list() ?? []).map { Feed.Value(tree: $0) })
        case .mapping:
            let members = value.section()?.values ?? []
            self = .object(
                members.map { Feed.Member(name: $0.name, value: Feed.Value(tree: $0)) })
        }
    }

    /// A text in a structure. What is wrong with a secret is noted; then its name stands for it, so
    /// that nothing else is.
    private init(secret value: ConfigurationValue) {
        self = .text(value.secret() ?? value.rawText ?? "")
    }
}

extension ConfigurationSection {
    /// The address of a feed: that of its `url`, with its settings in their places, or that of its
    /// type.
    fileprivate func serverURL(of feed: Feed, _ type: FeedType) -> String? {
        guard self["url"] == nil, let address = type.address else {
            return required("url", example: type.exampleURL)?.serverURL(of: feed, type)
        }
        // A setting that is missing is noted where it is read.
        return try? FeedAddress.settled(address, for: feed)
    }

    /// Notes the settings that have no effect with the scheme of the feed's address.
    fileprivate func refuseSettings(of feed: Feed, _ type: FeedType) {
        guard let url = try? ServerURL.parsed(FeedAddress.shown(feed.url), for: type) else {
            return
        }
        for refusal in LinkScheme.of(url, type).refusals {
            guard let value = value(at: refusal.path) else { continue }
            value.note(
                "`\(value.name)` is for other addresses than `\(url.scheme.name)://`: "
                    + refusal.reason, remedy: refusal.remedy)
        }
    }

    /// The value to which keys lead, if it is there.
    private func value(at path: [String]) -> ConfigurationValue? {
        guard let key = path.first, let value = self[key] else { return nil }
        return path.dropFirst().reduce(value) { $0?.member($1) }
    }
}

extension ConfigurationValue {
    /// The address of a feed's server.
    fileprivate func serverURL(of feed: Feed, _ type: FeedType) -> String? {
        let kind =
            type.httpUse == .titles
            ? "a stream's" : type.readsEveryScheme ? "a server's" : "a WebSocket's"
        let expected = "\(kind) address, such as `\(type.exampleURL)`"
        guard let template = secret(expected) else { return nil }
        let text: String
        do {
            text = try FeedAddress.settled(FeedAddress.completed(template, for: type), for: feed)
        } catch {
            let known = error.known.map { "`{\($0)}`" }.joined(separator: ", ")
            note(
                "`\(name)`: nothing stands for `{\(error.name)}`", remedy: "known here: \(known)")
            return nil
        }
        if FeedAddress.hasRandomHost(text) {
            note(
                "`\(name)` has a host with something at random in it",
                remedy: "`{rand3}` and `{uuid}` can stand in the path and behind it")
            return nil
        }
        do {
            _ = try ServerURL.parsed(FeedAddress.shown(text), for: type)
            return text
        } catch {
            let reason = reason(error, isPublic: template == rawText, type)
            note("`\(name)` \(reason)", remedy: remedy(for: error, type))
            return nil
        }
    }

    /// The reasons with a part of the address in them are for those that hold no secret.
    private func reason(
        _ error: WebSocketURLError, isPublic: Bool, _ type: FeedType
    ) -> String {
        switch error {
        case .forbiddenScalar, .fragment, .userInformation, .emptyHost, .invalidEscape, .noPort,
            .path:
            return error.description
        case .noScheme: return type.isOfWebSockets ? error.description : "has no scheme"
        case .unknownScheme(let scheme) where isPublic && type.httpUse != .polled:
            return "has the scheme \(quote(scheme)), and what it is for comes over HTTP"
        case .unknownScheme(let scheme) where isPublic && type.readsEveryScheme:
            return "has the scheme \(quote(scheme)), which no server of a feed has"
        case .unknownScheme, .invalidHost, .invalidPort:
            return isPublic ? error.description : "is not an address with its secret in place"
        }
    }

    private func remedy(for error: WebSocketURLError, _ type: FeedType) -> String {
        switch error {
        case .noPort: return "it must be like `tcp://radio.example:4000`"
        case .path: return "end it behind the port"
        case .noScheme where !type.isOfWebSockets, .unknownScheme where !type.isOfWebSockets:
            let schemes = LinkScheme.schemes(of: type).map { "`\($0.name)://`" }
            return "begin with one of " + schemes.joined(separator: ", ")
        case .unknownScheme("https"): return "write `wss://` in place of `https://`"
        case .unknownScheme("http"): return "write `ws://` in place of `http://`"
        default: return "it must be like `\(type.exampleURL)`"
        }
    }
}

extension FeedType {
    /// Its addresses are those of WebSockets alone.
    fileprivate var isOfWebSockets: Bool { !readsEveryScheme && httpUse == .polled }

    /// An address that it can have.
    fileprivate var exampleURL: String {
        httpUse == .titles ? "https://radio.example/live.mp3" : Feed.exampleURL
    }
}

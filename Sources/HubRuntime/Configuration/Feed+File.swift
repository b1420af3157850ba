import Feeds
import WebSocket

extension Feed {
    /// What a feed of every type may say that is read from a server.
    private static let serverKeys = ["type", "url", "tls", "headers", "entities"]
    /// What one may say that is read from a program.
    private static let programKeys = ["type", "entities"]

    /// A station's `feed`.
    init?(_ section: ConfigurationSection) {
        let types = section.reading.feedTypes
        let typeValue = section.required("type", example: types.first?.name ?? "…")
        guard let typeValue, let name = typeValue.text() else {
            _ = section.required("url", example: Self.exampleURL)
            return nil
        }
        guard let type = types.first(where: { $0.name == name }) else {
            // Which other keys are right depends on the type, so they are not judged.
            typeValue.note(
                "there is no feed type \(typeValue.node.quoted)",
                remedy: suggestion(for: name, among: types.map(\.name)))
            return nil
        }
        self.init(type: name, url: "")
        let keys = type.program == nil ? Self.serverKeys : Self.programKeys
        section.refuseKeys(besides: keys + type.settings.map(\.name))
        for setting in type.settings { settings[setting.name] = Value(setting, in: section) }
        for mistake in type.mistakes(self) { section.note(mistake) }
        guard type.program == nil else { return }
        guard let url = section.webSocketURL(of: self, unlessGiven: type.address) else {
            return nil
        }
        self.url = url
    }

    fileprivate static let exampleURL = "wss://radio.example/live"
}

extension Feed.Value {
    fileprivate init?(_ setting: FeedSetting, in section: ConfigurationSection) {
        let value =
            setting.isRequired
            ? section.required(setting.name, example: "… (\(setting.summary))")
            : section[setting.name]
        guard let value else {
            guard let text = setting.defaultText else { return nil }
            self = .text(text)
            return
        }
        switch setting.kind {
        case .text:
            guard let text = value.secret() else { return nil }
            self = .text(text)
        case .number:
            guard let number = value.number() else { return nil }
            self = .number(number)
        case .flag:
            guard let flag = value.flag() else { return nil }
            self = .flag(flag)
        case .tree:
            self.init(tree: value)
        }
    }

    /// Any structure, with secrets in the places of their names.
    private init(tree value: ConfigurationValue) {
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
    /// Where a feed connects: what its `url` says, with its settings in their places, or what its
    /// type says.
    fileprivate func webSocketURL(of feed: Feed, unlessGiven address: String?) -> String? {
        guard self["url"] != nil || address == nil else {
            // What a setting may lack is noted where it is read.
            return address.flatMap { try? FeedAddress.settled($0, for: feed) }
        }
        return required("url", example: Feed.exampleURL)?.webSocketURL(of: feed)
    }
}

extension ConfigurationValue {
    /// The address of a feed's WebSocket.
    fileprivate func webSocketURL(of feed: Feed) -> String? {
        let expected = "a WebSocket's address, such as `wss://radio.example/live`"
        guard let template = secret(expected) else { return nil }
        let text: String
        do {
            text = try FeedAddress.settled(template, for: feed)
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
            _ = try WebSocketURL(FeedAddress.shown(text))
            return text
        } catch {
            note("`\(name)` \(reason(error, for: text))", remedy: remedy(for: error))
            return nil
        }
    }

    /// The reasons with a part of the address in them are for those that hold no secret.
    private func reason(_ error: WebSocketURLError, for text: String) -> String {
        switch error {
        case .noScheme, .forbiddenScalar, .fragment, .userInformation, .emptyHost, .invalidEscape:
            return error.description
        case .unknownScheme, .invalidHost, .invalidPort:
            return text == rawText ? error.description : "is no address with its secret in place"
        }
    }

    private func remedy(for error: WebSocketURLError) -> String {
        switch error {
        case .unknownScheme("https"): "write `wss://` in place of `https://`"
        case .unknownScheme("http"): "write `ws://` in place of `http://`"
        default: "it must be like `wss://radio.example/live`"
        }
    }
}

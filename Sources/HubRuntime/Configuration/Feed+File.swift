import Feeds
import WebSocket

extension Feed {
    /// What a feed of every type may say.
    private static let commonKeys = ["type", "url", "tls", "headers", "entities"]

    /// A station's `feed`.
    init?(_ section: ConfigurationSection) {
        let url = section.required("url", example: "wss://radio.example/live")?.webSocketURL()
        let types = section.reading.feedTypes
        let typeValue = section.required("type", example: types.first?.name ?? "…")
        guard let typeValue, let name = typeValue.text() else { return nil }
        guard let type = types.first(where: { $0.name == name }) else {
            // Which other keys are right depends on the type, so they are not judged.
            typeValue.note(
                "there is no feed type \(typeValue.node.quoted)",
                remedy: suggestion(for: name, among: types.map(\.name)))
            return nil
        }
        section.refuseKeys(besides: Self.commonKeys + type.settings.map(\.name))
        var settings: [String: Value] = [:]
        for setting in type.settings {
            settings[setting.name] = Value(setting, in: section)
        }
        guard let url else { return nil }
        self.init(type: name, url: url)
        self.settings = settings
    }
}

extension Feed.Value {
    fileprivate init?(_ setting: FeedSetting, in section: ConfigurationSection) {
        let value =
            setting.isRequired
            ? section.required(setting.name, example: "… (\(setting.summary))")
            : section[setting.name]
        guard let value else { return nil }
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
        }
    }
}

extension ConfigurationValue {
    /// The address of a WebSocket.
    fileprivate func webSocketURL() -> String? {
        let expected = "a WebSocket's address, such as `wss://radio.example/live`"
        guard let text = secret(expected) else { return nil }
        do {
            _ = try WebSocketURL(text)
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

public import JSON
import NowPlaying

/// What the messages of a server tell of it, before any feed understands them.
public struct Hearing {
    /// A protocol below the messages that its first frame gives away.
    public enum Layer: Sendable {
        case socketIO
        case sockJS

        /// For people: its name, and what a config says for it.
        public var words: String {
            switch self {
            case .socketIO: "Socket.IO (`layer: socketio`)"
            case .sockJS: "SockJS (`layer: sockjs`)"
            }
        }
    }

    private let messages: [FeedMessage]
    private let url: String
    private let parser: JSONParser

    /// What was heard at an address.
    public init(_ messages: [FeedMessage], at url: String, using parser: JSONParser) {
        self.messages = messages
        self.url = url
        self.parser = parser
    }

    /// The feed, where only servers of one type say such things.
    public func guess(settings: [String: String]) -> FeedGuess? {
        for message in messages {
            let guess = try? parser.parse(message.bytes) { root -> FeedGuess? in
                guard let type = FeedType.all.first(where: { $0.signs.tell(root) }) else {
                    return nil
                }
                var guess = FeedGuess(type, at: url, by: "its messages", settings: settings)
                guess.choices = type.signs.choices(in: root)
                return guess
            }
            if let guess = guess ?? nil { return guess }
        }
        return nil
    }

    /// The layer that the messages come in.
    public var layer: Layer? {
        guard let first = messages.first?.bytes else { return nil }
        if first.elementsEqual("o".utf8) { return .sockJS }
        guard first.first == UInt8(ascii: "0") else { return nil }
        let isOpen = try? parser.parse(first.dropFirst()) { $0["sid"] != nil }
        return isOpen == true ? .socketIO : nil
    }

    /// The `json` feed that joins the layer, and understands nothing yet.
    public var layered: Feed? {
        guard let setting = layerSetting else { return nil }
        var feed = Feed(type: FeedType.json.name, url: url)
        feed.settings["layer"] = setting
        return feed
    }

    /// The `json` feed that reads the message that looks most like a track, and that message.
    public var mapped: (feed: Feed, message: ArraySlice<UInt8>)? {
        let guesses = inner.compactMap { message -> (MappingGuess, ArraySlice<UInt8>)? in
            let guess = try? parser.parse(message.bytes) { MappingGuess($0, event: message.event) }
            return (guess ?? nil).map { ($0, message.bytes) }
        }
        let best = guesses.max { $0.0.score < $1.0.score }
        return best.map { ($0.0.feed(at: url, layer: layerSetting), $0.1) }
    }

    private var layerSetting: Feed.Value? {
        switch layer {
        case nil: return nil
        case .sockJS: return .text("sockjs")
        case .socketIO:
            let isOld = url[...].firstPlace(of: "EIO=3") != nil
            let version = Feed.Member(name: "version", value: .number(isOld ? 3 : 4))
            return .object([Feed.Member(name: "socketio", value: .object([version]))])
        }
    }

    /// What the layer hands up of the messages.
    private var inner: [FeedMessage] {
        guard let layerSetting else { return messages }
        let value = SettingValue(value: layerSetting, path: [], reading: MappingReading())
        var stack = LayeredFeed(
            PlainLayer(), over: LayerSettings(value, names: []).layers(channels: []) { _ in nil })
        // The messages are past; the layers' timers are never asked.
        let now = Moment(
            monotonic: Instant(milliseconds: 0), wall: Timestamp(milliseconds: 0))
        var events: [FeedEvent] = []
        stack.opened(at: now, into: &events)
        for message in messages {
            stack.received(message, at: now, using: parser, into: &events)
        }
        return events.compactMap { if case .message(let message) = $0 { message } else { nil } }
    }
}

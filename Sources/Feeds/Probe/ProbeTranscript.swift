public import JSON
public import NowPlaying
import Support

/// The conclusions from the messages of a server, before any feed understands them.
public struct ProbeTranscript {
    /// A protocol below the messages that its first frame gives away.
    public enum Layer: Sendable {
        case socketIO
        case sockJS
        case events

        /// The text for people: its name, and its setting in a config.
        public var words: String {
            switch self {
            case .socketIO: "Socket.IO (`layer: socketio`)"
            case .sockJS: "SockJS (`layer: sockjs`)"
            case .events: "server-sent events (`layer: sse`)"
            }
        }
    }

    private let messages: [FeedMessage]
    private let url: String
    private let parser: JSONParser

    /// The messages that came from an address.
    public init(_ messages: [FeedMessage], at url: String, using parser: JSONParser) {
        self.messages = messages
        self.url = url
        self.parser = parser
    }

    /// The same with later messages.
    public func adding(_ later: [FeedMessage]) -> ProbeTranscript {
        ProbeTranscript(messages + later, at: url, using: parser)
    }

    /// The feed, if only servers of one type send such messages.
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
        if ["data: ", "event: "].contains(where: { first.starts(with: $0.utf8) }) {
            return .events
        }
        guard first.first == UInt8(ascii: "0") else { return nil }
        let isOpen = try? parser.parse(first.dropFirst()) { $0["sid"] != nil }
        return isOpen == true ? .socketIO : nil
    }

    /// The `json` feed that joins the layer, but reads no state yet.
    public var layered: Feed? {
        guard let setting = layerSetting else { return nil }
        var feed = Feed(type: FeedType.json.name, url: url)
        feed.settings["layer"] = setting
        return feed
    }

    /// A way to read the current track from the messages.
    public struct Reading {
        /// The `json` feed that reads it.
        public let feed: Feed
        /// The track of this reading, in a line.
        public let words: String
        /// A message that it reads.
        public let message: ArraySlice<UInt8>
        /// The sign that shows it, for people: the rest of “by …”.
        public let evidence: String
    }

    /// The ways to read the current track; several if the right one is uncertain.
    ///
    /// - Parameter now: With it, the times of coming and past tracks are used.
    public func readings(at now: Timestamp? = nil) -> [Reading] {
        let inner = inner
        let choice = TrackChoice(inner, at: now, using: parser)
        let shape = choice.isOfAzuraCast ? ", which have AzuraCast's shape" : " look like"
        let evidence = choice.isOfAzuraCast ? "its messages" + shape : "what its messages" + shape
        return choice.options.map { option in
            Reading(
                feed: option.feed(at: url, layer: layerSetting), words: option.words,
                message: inner[option.message].bytes, evidence: evidence)
        }
    }

    /// True if the messages are lines of artist and title, and nothing else.
    public var isOfLines: Bool {
        !messages.isEmpty
            && messages.allSatisfy { message in
                let isJSON = (try? parser.parse(message.bytes) { _ in }) != nil
                return !isJSON && !message.isBinary
                    && message.bytes.withUnsafeBufferPointer {
                        TrackCandidate.isLine(ForeignText($0).readable)
                    }
            }
    }

    private var layerSetting: Feed.Value? {
        switch layer {
        case nil: return nil
        case .sockJS: return .text("sockjs")
        case .events: return .text("sse")
        case .socketIO:
            let isOld = url[...].firstPlace(of: "EIO=3") != nil
            let version = Feed.Member(name: "version", value: .number(isOld ? 3 : 4))
            return .object([Feed.Member(name: "socketio", value: .object([version]))])
        }
    }

    /// The messages that the layer hands up.
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

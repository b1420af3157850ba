public import Feeds
import JSON

/// A config that reads a feed, ready to be saved.
public struct FeedSnippet: CustomStringConvertible {
    private let feed: Feed

    /// A config of one station.
    public init(_ feed: Feed) {
        self.feed = feed
    }

    /// The config's text.
    public var description: String {
        var lines = ["stations:", "  - id: \(id)", "    feed:", "      type: \(feed.type)"]
        if !isOwnAddress, !feed.url.isEmpty {
            lines.append("      url: \(Self.written(.text(feed.url)))")
        }
        for (name, value) in feed.settings.sorted(by: { $0.key < $1.key }) {
            lines.append("      \(name): \(Self.written(value))")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The type has the address itself.
    private var isOwnAddress: Bool {
        let own = FeedType.named(feed.type)?.address.flatMap {
            try? FeedAddress.settled($0, for: feed)
        }
        return own == feed.url
    }

    /// The station's own name, where there is one, else the feed's type.
    private var id: String {
        let names = (FeedType.named(feed.type)?.settings ?? []).filter(\.namesStation)
        let name = names.compactMap { feed[text: $0.name] }.first ?? feed.type
        let word = name.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
        return word.isEmpty ? "station" : word
    }

    /// JSON is YAML, too.
    private static func written(_ value: Feed.Value) -> String {
        var writer = JSONWriter()
        write(value, to: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private static func write(_ value: Feed.Value, to writer: inout JSONWriter) {
        switch value {
        case .text(let text): writer.string(text)
        case .number(let number): writer.double(number)
        case .flag(let flag): writer.bool(flag)
        case .null: writer.null()
        case .list(let values):
            writer.beginArray()
            for value in values { write(value, to: &writer) }
            writer.endArray()
        case .object(let members):
            writer.beginObject()
            for member in members {
                writer.key(named: member.name)
                write(member.value, to: &writer)
            }
            writer.endObject()
        }
    }
}

import JSON
import NowPlaying
import Support

extension FeedType {
    /// The titles in an audio stream, which is read for them. Its messages are those that
    /// `ICYTitles` makes.
    public static let icy: FeedType = {
        var type = FeedType(
            name: "icy",
            summary: "the titles in an Icecast or SHOUTcast stream: its address, or a playlist's",
            settings: [
                FeedSetting(
                    name: "encoding", kind: .choice(TitleDecoder.words), isRequired: false,
                    namesStation: false,
                    summary: "the encoding of titles that are not UTF-8", defaultText: "auto")
            ], stationsPerLink: 1, longestSilence: nil,
            silenceHint: "the stream has said nothing of what plays yet"
        ) { feeds in
            MappedMachine.layered(Mapping.ofTitles, feeds: feeds, isUnverified: false)
        }
        type.httpUse = .titles
        return type
    }()
}

extension Mapping {
    /// The mapping of a stream's titles. A stream sends sound all the time: one that stops is dead.
    fileprivate static let ofTitles: Box<Mapping> = {
        let text = """
            {
              "track": { "text": "/title", "artwork": "/picture" }, "online": "/sound",
              "about": {
                "name": "/name", "url": "/site", "description": ["/description", "/genre"]
              },
              "staleAfter": 20
            }
            """
        do {
            return Box(try Mapping(text: text))
        } catch {
            crash("the mapping of titles is wrong: \(error)")
        }
    }()
}

/// A stream's own facts, and the messages for its titles.
package struct ICYTitles: Sendable {
    /// The fields of an answer that tell of the stream.
    package static let fields = [
        "icy-metaint", "icy-name", "icy-genre", "icy-url", "icy-description", "icy-br",
    ]

    private let facts: [String: String]
    private var decoder: TitleDecoder
    private var last: ICYMetadata?
    private var isFirst = true

    /// - Parameters:
    ///   - fields: The fields of the answer, by their names in small letters.
    ///   - encoding: The encoding that the config names.
    package init(_ fields: [String: String], encoding: String?) {
        facts = fields
        decoder = TitleDecoder(encoding)
    }

    /// The bytes of sound between two blocks; `nil` if there are no titles in the stream.
    package var interval: Int? {
        facts["icy-metaint"].flatMap { Int($0) }.flatMap { (1...(1 << 24)).contains($0) ? $0 : nil }
    }

    /// The bytes that the stream has in an hour, by its own words.
    package var bytesPerHour: Int? {
        let digits = (facts["icy-br"] ?? "").prefix { ("0"..."9").contains($0) }
        return Int(digits).flatMap { (1...10_000).contains($0) ? $0 * 125 * 3_600 : nil }
    }

    /// The message for a block; `nil` if it says nothing new.
    package mutating func message(for block: ICYMetadata?) -> FeedMessage? {
        defer { isFirst = false }
        guard block != nil || isFirst, block != last || isFirst else { return nil }
        last = block
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("sound", true)
        for (name, field) in Self.members {
            guard let fact = facts[field], !fact.isEmpty else { continue }
            writer.key(named: name)
            writer.string(fact)
        }
        writer.member("title", text(block?.title))
        writer.member("picture", text(block?.url).flatMap(Self.picture))
        writer.endObject()
        return .text(writer.bytes[...])
    }

    private static let members = [
        ("name", "icy-name"), ("genre", "icy-genre"), ("site", "icy-url"),
        ("description", "icy-description"),
    ]

    private mutating func text(_ bytes: [UInt8]?) -> String? {
        guard let bytes, !bytes.isEmpty else { return nil }
        return decoder.text(of: bytes)
    }

    /// The address of a picture, which some stations send with a title.
    private static func picture(_ url: String) -> String? {
        let path = PlainAddress(url)?.path.lowercased() ?? ""
        let kinds = [".jpg", ".jpeg", ".png", ".webp", ".gif"]
        return kinds.contains { path.hasSuffix($0) } ? url : nil
    }
}

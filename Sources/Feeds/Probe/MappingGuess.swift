public import JSON

/// Where a message that nobody has described seems to have a track.
public struct MappingGuess: Equatable, Sendable {
    private static let names: [(field: String, keys: [String])] = [
        (
            "title",
            [
                "title", "song", "songtitle", "song_title", "tracktitle", "track_title", "track",
                "name", "streamtitle",
            ]
        ),
        ("artist", ["artist", "artistname", "artist_name", "performer", "interpret", "creator"]),
        ("album", ["album", "albumname", "album_name", "album_title", "release"]),
        (
            "artwork",
            [
                "artwork", "art", "albumart", "album_art", "cover", "coverurl", "cover_url",
                "image",
                "artworkurl", "artwork_url", "thumbnail",
            ]
        ),
        ("duration", ["duration", "length"]),
    ]
    /// Deeper, a message has all kinds of things but what plays.
    private static let maximumDepth = 6

    /// Longer than most of what is played, in seconds; shorter, in milliseconds.
    private static let longestSeconds = 10_800.0

    /// The settings of a `json` feed's `track`: for each field a JSON pointer.
    public private(set) var track: [(field: String, pointer: String)] = []
    private var durationIsInMilliseconds = false
    private var score = 0

    /// The best guess; `nil` where nothing looks like a track.
    public init?(_ message: JSONValue) {
        let guesses = Self.guesses(in: message, at: "", depth: 0)
        guard let best = guesses.max(by: { $0.score < $1.score }) else { return nil }
        self = best
    }

    private init?(object: JSONValue, at path: String) {
        var members: [String: (name: String, value: JSONValue)] = [:]
        for member in object.members where members[member.name.lowercased()] == nil {
            members[member.name.lowercased()] = (member.name, member.value)
        }
        for (field, keys) in Self.names {
            let found = keys.compactMap { members[$0] }.first { Self.fits($0.value, field) }
            guard let found else { continue }
            track.append((field, path + "/" + found.name.asPointerToken))
            if field == "duration", let length = found.value.lenientDouble {
                durationIsInMilliseconds = length > Self.longestSeconds
            }
            score += field == "artist" ? 3 : 1
        }
        guard track.first?.field == "title", score > 1 else { return nil }
    }

    /// Objects in lists are mostly what was played before, so that lists are not looked into.
    private static func guesses(in value: JSONValue, at path: String, depth: Int) -> [MappingGuess]
    {
        guard value.isObject, depth < maximumDepth else { return [] }
        let own = MappingGuess(object: value, at: path).map { [$0] } ?? []
        return own
            + value.members.flatMap {
                guesses(in: $0.value, at: path + "/" + $0.name.asPointerToken, depth: depth + 1)
            }
    }

    private static func fits(_ value: JSONValue, _ field: String) -> Bool {
        field == "duration" ? value.lenientDouble != nil : value.string?.isEmpty == false
    }

    /// The `json` feed that reads it.
    public func feed(at url: String) -> Feed {
        var feed = Feed(type: FeedType.json.name, url: url)
        feed.settings["track"] = .object(
            track.map { Feed.Member(name: $0.field, value: value(of: $0)) })
        return feed
    }

    private func value(of field: (field: String, pointer: String)) -> Feed.Value {
        guard field.field == "duration", durationIsInMilliseconds else {
            return .text(field.pointer)
        }
        return .object([
            Feed.Member(name: "at", value: .text(field.pointer)),
            Feed.Member(name: "unit", value: .text("ms")),
        ])
    }

    /// Whether both find the same fields in the same places.
    public static func == (left: MappingGuess, right: MappingGuess) -> Bool {
        left.track.elementsEqual(right.track, by: ==)
    }
}

extension String {
    /// RFC 6901, section 3.
    fileprivate var asPointerToken: String {
        replacing("~", with: "~0").replacing("/", with: "~1")
    }
}

public import JSON
import NowPlaying
import Support

/// Where a message without a description seems to have a track.
public struct MappingGuess: Equatable, Sendable {
    private static let names: [(field: String, keys: [String])] = [
        (
            "title",
            [
                "title", "song", "songtitle", "song_title", "tracktitle", "track_title", "track",
                "name", "streamtitle",
            ]
        ),
        (
            "artist",
            ["artist", "artistname", "artist_name", "artists", "performer", "interpret", "creator"]
        ),
        ("album", ["album", "albumname", "album_name", "album_title", "albums", "release"]),
        (
            "artwork",
            [
                "artwork", "art", "albumart", "album_art", "cover", "coverurl", "cover_url",
                "image", "artworkurl", "artwork_url", "thumbnail", "images",
            ]
        ),
        ("duration", ["duration", "length"]),
        (
            "start",
            [
                "start", "started", "startedat", "started_at", "starttime", "start_time",
                "starttimestamp", "start_timestamp", "playedat", "played_at",
            ]
        ),
    ]
    /// Deeper, a message has all kinds of things but what plays.
    private static let maximumDepth = 6

    /// Longer than most of what is played, in seconds; shorter, in milliseconds.
    private static let longestSeconds = 10_800.0

    /// The settings of a `json` feed's `track`: for each field a JSON pointer.
    public private(set) var track: [(field: String, pointer: String)] = []
    private var durationIsInMilliseconds = false
    /// The more it has of a track, the likelier it is one.
    private(set) var score = 0
    private var event: String?

    /// The best guess; `nil` where nothing looks like a track.
    ///
    /// - Parameter event: The message's name, where its layer has such.
    public init?(_ message: JSONValue, event: String? = nil) {
        let guesses = Self.guesses(in: message, at: "", depth: 0)
        guard let best = guesses.max(by: { $0.score < $1.score }) else { return nil }
        self = best
        self.event = event
    }

    private init?(object: JSONValue, at path: String) {
        var members: [String: (name: String, value: JSONValue)] = [:]
        for member in object.members {
            guard let name = member.name.word, members[name.lowercased()] == nil else { continue }
            members[name.lowercased()] = (name, member.value)
        }
        for (field, keys) in Self.names {
            let places = keys.lazy.compactMap { key -> (pointer: String, value: JSONValue)? in
                guard let (name, value) = members[key] else { return nil }
                let place = Self.place(of: field, in: value)
                return place.map { ("/" + name.asPointerToken + $0, value) }
            }
            guard let found = places.first else { continue }
            track.append((field, path + found.pointer))
            if field == "duration", let length = found.value.lenientDouble {
                durationIsInMilliseconds = length > Self.longestSeconds
            }
            // A show has a time, too.
            score += field == "artist" ? 3 : field == "start" ? 0 : 1
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
                guesses(
                    in: $0.value, at: path + "/" + $0.name.readable.asPointerToken, depth: depth + 1
                )
            }
    }

    /// Where in a value a field is, as the rest of a pointer; `nil` where it is not.
    private static func place(of field: String, in value: JSONValue) -> String? {
        switch field {
        case "duration": value.lenientDouble != nil ? "" : nil
        case "start": isTime(value) ? "" : nil
        case "title": isText(value) ? "" : nil
        case "artist": text(in: value, named: ["name", "title"], each: "*")
        case "album": text(in: value, named: ["name", "title"], each: "0")
        default: text(in: value, named: ["url", "src", "large", "medium", "small"], each: "0")
        }
    }

    /// Where the text of a value is that may be an object with names of its own, or a list.
    private static func text(
        in value: JSONValue, named names: [String], each: String, depth: Int = 0
    ) -> String? {
        if isText(value) { return "" }
        guard depth < 3 else { return nil }
        if value.isArray {
            let first = value.elements.first { _ in true }
            return first.flatMap { text(in: $0, named: names, each: each, depth: depth + 1) }
                .map { "/" + each + $0 }
        }
        return names.lazy.compactMap { name in
            value[named: name].flatMap { text(in: $0, named: names, each: each, depth: depth + 1) }
                .map { "/" + name + $0 }
        }.first
    }

    private static func isText(_ value: JSONValue) -> Bool { value.readable?.isEmpty == false }

    /// Numbers below are positions and counts, not times of this century.
    private static func isTime(_ value: JSONValue) -> Bool {
        let earliest = Timestamp(milliseconds: 1_000_000_000_000)
        return TimeFormat().read([value]).map { $0 > earliest } ?? false
    }

    /// The `json` feed that reads it.
    ///
    /// - Parameter layer: What the feed's setting of that name is.
    public func feed(at url: String, layer: Feed.Value? = nil) -> Feed {
        var feed = Feed(type: FeedType.json.name, url: url)
        feed.settings["layer"] = layer
        if let event {
            let rule = [Feed.Member(name: "event", value: .text(event))]
            let rest = [Feed.Member(name: "do", value: .text("ignore"))]
            feed.settings["messages"] = .list([.object(rule), .object(rest)])
        }
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

import JSON
import NowPlaying
import Support

/// A number, or a text that is one.
///
/// - `scale`: what it is multiplied by, such as 0.01 for a percentage.
struct NumberFormat: FieldFormat {
    typealias Output = Double

    static let keys = ["scale"]

    private var scale = 1.0

    init() {}

    init?(_ section: SettingSection) {
        guard let value = section["scale"] else { return }
        guard let scale = value.scale() else { return nil }
        self.scale = scale
    }

    func read(_ values: FoundValues) -> Double? {
        values.first?.lenientDouble.map { $0 * scale }
    }
}

/// A whole number, a text that is one, or the year of a date that begins with it (ISO 8601).
struct WholeFormat: FieldFormat {
    static let keys: [String] = []

    func read(_ values: FoundValues) -> Int? { values.first?.wholeOrYear }

    init() {}

    init?(_ section: SettingSection) {}
}

extension JSONValue {
    /// The whole number, or the one that a string is, or the year of the date that it is.
    var wholeOrYear: Int? {
        if let whole = lenientInt { return whole }
        guard let text = word, let dash = text.utf8.firstIndex(of: UInt8(ascii: "-")) else {
            return nil
        }
        let year = text[..<dash]
        return year.utf8.count == 4 ? Int(year) : nil
    }
}

/// An object's texts by their names, as links.
struct LinksFormat: FieldFormat {
    static let keys: [String] = []

    func read(_ values: FoundValues) -> [TrackLink]? {
        let links = values.first?.members.compactMap { member in
            member.name.word.flatMap { name in
                member.value.readable.map { TrackLink(service: name, address: $0) }
            }
        }
        return links.flatMap { $0.isEmpty ? nil : $0 }
    }

    init() {}

    init?(_ section: SettingSection) {}
}

/// One of some words, each with what it means; the config may have its own words for a meaning.
struct WordFormat<Meaning: FieldWord>: FieldFormat {
    typealias Output = Meaning

    static var keys: [String] { Meaning.words.map(\.key) }

    private var words = Meaning.words

    init() {}

    /// Words of the config's own take the place of the usual ones, for all meanings.
    init?(_ section: SettingSection) {
        let own = Meaning.words.compactMap { word in
            section[word.key].map {
                FieldWordMeaning(word.key, word.meaning, $0.scalars())
            }
        }
        if !own.isEmpty { words = own }
    }

    func read(_ values: FoundValues) -> Meaning? {
        guard let value = values.first else { return nil }
        return words.first { word in word.values.contains { $0.matches(value) } }?.meaning
    }
}

/// Something that a feed says by words.
protocol FieldWord: Hashable, Sendable {
    /// Each meaning with its key in the config and the usual words for it.
    static var words: [FieldWordMeaning<Self>] { get }
}

/// A meaning with its key in the config and the words for it.
struct FieldWordMeaning<Meaning: Hashable & Sendable>: Hashable, Sendable {
    let key: String
    let meaning: Meaning
    let values: [Feed.Value]

    init(_ key: String, _ meaning: Meaning, _ values: [Feed.Value]) {
        self.key = key
        self.meaning = meaning
        self.values = values
    }

    init(_ key: String, _ meaning: Meaning, _ words: String...) {
        self.init(key, meaning, words.map { .text($0) })
    }
}

extension Bool: FieldWord {
    static var words: [FieldWordMeaning<Bool>] {
        let yes: [Feed.Value] = [.flag(true), .number(1), .text("true"), .text("yes")]
        let no: [Feed.Value] = [.flag(false), .number(0), .text("false"), .text("no")]
        return [
            FieldWordMeaning("yes", true, yes + [.text("online")]),
            FieldWordMeaning("no", false, no + [.text("offline")]),
        ]
    }
}

extension Playback.State: FieldWord {
    static var words: [FieldWordMeaning<Playback.State>] {
        [
            FieldWordMeaning("playing", .playing, "playing", "play", "Playing"),
            FieldWordMeaning("paused", .paused, "paused", "pause", "Paused"),
            FieldWordMeaning(
                "stopped", .stopped, "stopped", "stop", "Stopped", "idle", "off", "standby"),
        ]
    }
}

extension Track.Kind: FieldWord {
    static var words: [FieldWordMeaning<Track.Kind>] {
        [
            FieldWordMeaning("music", .music, "music", "song", "track"),
            FieldWordMeaning("news", .news, "news"), FieldWordMeaning("talk", .talk, "talk"),
            FieldWordMeaning("ad", .ad, "ad", "advert", "commercial"),
            FieldWordMeaning("other", .other, "other"),
        ]
    }
}

import JSON
import NowPlaying
import Support

/// One way to read a track out of a message: where its fields are, and what the names on the way
/// there say of it.
public struct TrackCandidate: Equatable, Sendable {
    /// The JSON pointers of a track's fields.
    public private(set) var track: [(field: String, pointer: String)] = []
    /// The names' word on when it plays and what it is.
    var name: MemberName
    /// The pointer to a string that has the JSON which this is about.
    var unwrap: String?
    /// The message's name, where its layer has such.
    var event: String?
    /// It may be the station's name with its slogan.
    var isDoubtful = false
    /// The title and artist that it has, or its line.
    private(set) var title = ""
    private(set) var artist: String?
    /// The more it has of a track, the likelier it is one.
    private(set) var score = 0
    private(set) var start: Timestamp?
    private(set) var end: Timestamp?
    private var duration: Interval?
    private var durationIsInMilliseconds = false

    /// Longer than most of what is played, in seconds; shorter, in milliseconds.
    private static let longestSeconds = 10_800.0
    /// The separator of artist and title in a line.
    private static let dividers = [" - ", " – ", " — "]

    init(_ name: MemberName) {
        self.name = name
    }

    /// The track as this reading has it, in a line.
    public var words: String {
        (artist.map { "\($0) – \(title)" } ?? title).quotable(120)
    }

    /// Higher the more clearly the names tell that it is music that plays now.
    var rank: Int {
        (name.time == .now ? 2 : 0) + (name.subject == .music ? 1 : 0)
    }

    /// The place of its title or line, with the message's name: the same in all of one shape.
    var place: String {
        let pointer = track.first { $0.field == "title" || $0.field == "text" }?.pointer ?? ""
        return [event ?? "", unwrap ?? "", pointer].joined(separator: "\u{0}")
    }

    /// It has a title, and enough else for it to be a track's.
    var isTrack: Bool { track.contains { $0.field == "title" || $0.field == "text" } && score > 1 }

    /// It tells one line for both.
    var isLine: Bool { track.contains { $0.field == "text" } }

    /// Both tell the same, one perhaps in a line.
    func saysSame(as other: TrackCandidate) -> Bool {
        let (own, others) = (words.lowercased(), other.words.lowercased())
        if own == others { return true }
        let line = isLine ? own : others
        let parts = isLine ? other : self
        guard isLine != other.isLine, let artist = parts.artist else { return false }
        return line[...].firstPlace(of: parts.title.lowercased()) != nil
            && line[...].firstPlace(of: artist.lowercased()) != nil
    }

    /// Its times are all of the past, or of the future.
    func time(at now: Timestamp) -> MemberName.Time? {
        let slack = Interval.seconds(60)
        if let start, start > now + .seconds(10) { return .next }
        let end = end ?? start.flatMap { start in duration.map { start + $0 } }
        guard let end else { return nil }
        return end + slack < now ? .previous : start == nil ? nil : .now
    }

    /// Takes a field; `false` where the value is none.
    mutating func add(
        _ field: MemberName.TrackPart, _ value: JSONValue, at pointer: String
    ) -> Bool {
        guard let place = Self.pointer(to: field, in: value) else { return false }
        let found = place.isEmpty ? value : value.value(at: place)
        switch field {
        case .title: title = value.firstText(at: place) ?? ""
        case .artist: artist = value.firstText(at: place)
        case .start: start = found.flatMap { TimeFormat().read(FoundValues($0)) }
        case .end: end = found.flatMap { TimeFormat().read(FoundValues($0)) }
        case .duration: setDuration(value)
        case .text, .album, .artwork: break
        }
        track.append((field.rawValue, pointer + place))
        // A show has times, too.
        score += field == .artist ? 3 : field == .start || field == .end ? 0 : 1
        return true
    }

    /// Takes a line of artist and title; `false` where it is none.
    mutating func addLine(_ text: String, at pointer: String) -> Bool {
        guard Self.isLine(text) else { return false }
        title = text
        track.append(("text", pointer))
        score += 3
        return true
    }

    static func isLine(_ text: String) -> Bool {
        text.utf8.count < 300 && dividers.contains { text[...].firstPlace(of: $0) != nil }
    }

    private mutating func setDuration(_ value: JSONValue) {
        durationIsInMilliseconds = (value.lenientDouble ?? 0) > Self.longestSeconds
        duration = LengthFormat().read(FoundValues(value)).map {
            durationIsInMilliseconds ? .milliseconds($0.milliseconds / 1_000) : $0
        }
    }

    /// True if both find the same fields in the same places.
    public static func == (left: TrackCandidate, right: TrackCandidate) -> Bool {
        left.unwrap == right.unwrap && left.track.elementsEqual(right.track, by: ==)
    }
}

// MARK: Values

extension TrackCandidate {
    /// The pointer to a field within a value; `nil` where the field is not there.
    private static func pointer(to field: MemberName.TrackPart, in value: JSONValue) -> String? {
        switch field {
        case .duration: LengthFormat().read(FoundValues(value)).map { _ in "" }
        case .start, .end: isTime(value) ? "" : nil
        case .title: value.isName ? "" : nil
        case .text: nil
        case .artist: text(in: value, named: ["name", "title"], each: "*")
        case .album: text(in: value, named: ["name", "title"], each: "0")
        case .artwork:
            largest(in: value)
                ?? text(in: value, named: ["url", "src", "large", "medium", "small"], each: "0")
        }
    }

    /// The pointer to the text of a value, which may be an object with names of its own, or a list.
    private static func text(
        in value: JSONValue, named names: [String], each: String, depth: Int = 0
    ) -> String? {
        if value.isName { return "" }
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

    /// Of a list of pictures with their widths the widest.
    private static func largest(in value: JSONValue) -> String? {
        guard value.isArray, let first = value.elements.first(where: { _ in true }),
            first["width"]?.lenientDouble != nil
        else { return nil }
        return ["url", "src"].first { first[named: $0]?.isName == true }
            .map { "/[max:width]/" + $0 }
    }

    /// Numbers below are positions and counts, not times of this century.
    private static func isTime(_ value: JSONValue) -> Bool {
        let earliest = Timestamp(milliseconds: 1_000_000_000_000)
        return TimeFormat().read(FoundValues(value)).map { $0 > earliest } ?? false
    }
}

extension JSONValue {
    /// A text that may be a name, and not only a number.
    fileprivate var isName: Bool { readable.map { !$0.isEmpty && $0.utf8.count < 500 } ?? false }

    /// The text at a pointer of which `*` stands for the first.
    fileprivate func firstText(at pointer: String) -> String? {
        if pointer.isEmpty { return readable }
        return ValuePointer(pointer)?.value(in: MappedValue(self))?.readable
    }
}

// MARK: The feed

extension TrackCandidate {
    /// The settings that read it.
    ///
    /// - Parameter kinds: Words at a place that tell an advertisement from a song.
    func settings(kinds: Discriminator? = nil) -> Feed.Value {
        var members = track.map { Feed.Member(name: $0.field, value: value(of: $0)) }
        if let kinds {
            let words = kinds.words.sorted().map { Feed.Value.text($0) }
            let kind = [
                Feed.Member(name: "at", value: .text(kinds.pointer)),
                Feed.Member(name: "ad", value: .list(words)),
            ]
            members.append(Feed.Member(name: "kind", value: .object(kind)))
        }
        return .object(members)
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
}

/// Words at a place of messages that tell one kind from others.
struct Discriminator: Hashable, Sendable {
    let pointer: String
    var words: Set<String>
}

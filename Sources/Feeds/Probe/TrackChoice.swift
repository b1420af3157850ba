import JSON
import NowPlaying

/// The one way to read what plays out of messages, where there is but one.
///
/// All that could be a track is collected from all messages. What comes next, what was, shows,
/// stations, advertisements are told by names, by times, and by how titles move from one place to
/// another. Where more than one is left, none is chosen.
public struct TrackChoice {
    /// A way to read the messages, and one that it was found in.
    public struct Option {
        let reading: TrackCandidate
        let rules: Feed.Value?
        let unwrap: Feed.Value?
        let settings: Feed.Value
        let next: TrackCandidate?
        /// Its place in the list of the messages.
        let message: Int

        /// The track as this reading has it, in a line.
        public var words: String { reading.words }
    }

    /// The ways that are left; one is the choice, several are none.
    public private(set) var options: [Option] = []
    /// A message has a shape that only AzuraCast's have.
    public private(set) var isOfAzuraCast = false

    /// A way to read, wherever in the messages it was found.
    private struct Course {
        var newest: TrackCandidate
        var message: Int
        /// The titles that were told, by the message's place.
        var titles: [(message: Int, words: String)]

        var isChanging: Bool { Set(titles.map(\.words)).count > 1 }
    }

    private var courses: [Course] = []
    private var messages: [MessageReadings] = []

    /// - Parameter now: Without it times tell nothing.
    init(_ heard: [FeedMessage], at now: Timestamp?, using parser: JSONParser) {
        for message in heard { add(message, using: parser) }
        var left = courses.filter { Self.mayBeOnAir($0.newest, at: now) }
        left = Self.strongest(of: left)
        if left.count > 1 { left = told(byMoving: left) }
        options = left.map(option)
    }

    private mutating func add(_ message: FeedMessage, using parser: JSONParser) {
        guard
            let found = try? parser.parse(
                message.bytes,
                { root in
                    if Self.hasShapeOfAzuraCast(root) { isOfAzuraCast = true }
                    return MessageReadings(root, event: message.event)
                })
        else {
            messages.append(MessageReadings())
            return
        }
        var readings = found.all
        for (pointer, json) in found.packed {
            let inner = try? parser.parse(Array(json.utf8)) { MessageReadings($0).all }
            for var reading in inner ?? [] {
                reading.name = reading.name.within(found.kindName)
                (reading.unwrap, reading.event) = (pointer, message.event)
                readings.append(reading)
            }
        }
        messages.append(found)
        for reading in readings { note(reading) }
    }

    private mutating func note(_ reading: TrackCandidate) {
        let message = messages.count - 1
        let told = (message: message, words: reading.words)
        let course = courses.firstIndex {
            $0.newest.place == reading.place && $0.newest.name == reading.name
        }
        guard let course else {
            return courses.append(Course(newest: reading, message: message, titles: [told]))
        }
        courses[course].titles.append(told)
        // The one with most of a track shows where its fields are.
        guard reading.score >= courses[course].newest.score else { return }
        (courses[course].newest, courses[course].message) = (reading, message)
    }

    private static func hasShapeOfAzuraCast(_ root: JSONValue) -> Bool {
        let object = root["np"] ?? root
        guard object["now_playing"]?["song"]?.isObject == true else { return false }
        return ["playing_next", "song_history", "station"].contains { object[named: $0] != nil }
    }
}

// MARK: Judging

extension TrackChoice {
    private static func mayBeOnAir(_ reading: TrackCandidate, at now: Timestamp?) -> Bool {
        switch (reading.name.time, reading.name.subject) {
        case (.next, _), (.previous, _), (.never, _): return false
        case (_, .show), (_, .interruption), (_, .talk): return false
        case (_, .station):
            // A stream or a channel may have what plays in it.
            guard !reading.isDoubtful, reading.track.contains(where: { $0.field == "duration" })
            else { return false }
        case (_, .music), (_, nil): break
        }
        let byTimes = now.flatMap { reading.time(at: $0) }
        return byTimes == nil || byTimes == .now
    }

    /// Names that say most, each title once.
    private static func strongest(of courses: [Course]) -> [Course] {
        let plain = courses.filter { !$0.newest.isDoubtful }
        let courses = plain.isEmpty ? courses : plain
        let hasNow = courses.contains { $0.newest.name.time == .now }
        // Music may be on now without a word of it, where what is now is not said to be music.
        let left = courses.filter { course in
            !hasNow || course.newest.name.time == .now
                || course.newest.name.subject == .music
                    && !courses.contains { $0.newest.rank == 3 }
        }
        let best = left.map(\.newest.rank).max() ?? 0
        let ranked = hasNow ? left : left.filter { $0.newest.rank == best }
        let narrowed =
            ranked.contains { $0.newest.rank == 3 }
            ? ranked.filter { $0.newest.rank == 3 } : ranked
        return narrowed.enumerated().filter { place, course in
            !narrowed.enumerated().contains { other, rival in
                other != place && rival.newest.saysSame(as: course.newest)
                    && (rival.newest.score, -other) > (course.newest.score, -place)
            }
        }.map(\.element)
    }

    /// Titles that move from one place to another, and on to a third, are now in the middle. What
    /// never changes, while another does, is a name.
    private func told(byMoving left: [Course]) -> [Course] {
        let middle = left.filter { course in
            courses.contains { Self.moves(from: $0, to: course) }
                && courses.contains { Self.moves(from: course, to: $0) }
        }
        if middle.count == 1 { return middle }
        // Tracks that move on to a place named as past, or come from one named as next.
        let known = left.filter { course in
            courses.contains {
                ($0.newest.name.time == .previous && Self.moves(from: course, to: $0))
                    || ($0.newest.name.time == .next && Self.moves(from: $0, to: course))
            }
        }
        if known.count == 1 { return known }
        let changing = left.filter(\.isChanging)
        return changing.isEmpty ? left : changing
    }

    private static func moves(from earlier: Course, to later: Course) -> Bool {
        earlier.titles.contains { first in
            later.titles.contains { $0.message > first.message && $0.words == first.words }
                && !later.titles.contains { $0.message <= first.message && $0.words == first.words }
        }
    }
}

// MARK: The settings

extension TrackChoice {
    private func option(_ course: Course) -> Option {
        let reading = course.newest
        let next = courses.first { other in
            let (name, candidate) = (other.newest.name, other.newest)
            guard name.time == .next, name.subject == nil || name.subject == .music else {
                return false
            }
            return other.message == course.message && candidate.unwrap == reading.unwrap
                && candidate.event == reading.event
        }
        let (kinds, ignored) = others(besides: course)
        return Option(
            reading: reading, rules: rules(for: reading, ignoring: ignored),
            unwrap: reading.unwrap.map { .text($0) },
            settings: reading.settings(kinds: kinds), next: next?.newest, message: course.message)
    }

    /// Discriminators of messages of the same shape that are of something else: advertisements, and
    /// the rest.
    private func others(besides course: Course) -> (ads: Discriminator?, ignored: Discriminator?) {
        var (ads, ignored): (Discriminator?, Discriminator?)
        let own = messages[course.message].kind?.words ?? []
        for other in courses where other.newest.place == course.newest.place {
            guard let kind = messages[other.message].kind, kind.words.isDisjoint(with: own),
                other.newest.unwrap == nil
            else { continue }
            if other.newest.name.subject == .interruption {
                ads = ads ?? kind
                ads?.words.formUnion(kind.words)
            } else {
                ignored = ignored ?? kind
                ignored?.words.formUnion(kind.words)
            }
        }
        return (ads, ignored)
    }

    private func rules(for reading: TrackCandidate, ignoring kinds: Discriminator?) -> Feed.Value? {
        let ignore = Feed.Member(name: "do", value: .text("ignore"))
        if let event = reading.event {
            let rule = [Feed.Member(name: "event", value: .text(event))]
            return .list([.object(rule), .object([ignore])])
        }
        guard let kinds else { return nil }
        let words = Feed.Value.list(kinds.words.sorted().map { .text($0) })
        let when = Feed.Value.object([Feed.Member(name: kinds.pointer, value: words)])
        return .list([.object([Feed.Member(name: "when", value: when), ignore]), .object([])])
    }
}

extension TrackChoice.Option {
    /// The `json` feed that reads it.
    ///
    /// - Parameter layer: The value of the feed's setting of that name.
    public func feed(at url: String, layer: Feed.Value? = nil) -> Feed {
        var feed = Feed(type: FeedType.json.name, url: url)
        feed.settings["layer"] = layer
        feed.settings["messages"] = rules
        feed.settings["unwrap"] = unwrap
        feed.settings["track"] = settings
        feed.settings["next"] = next?.settings()
        return feed
    }
}

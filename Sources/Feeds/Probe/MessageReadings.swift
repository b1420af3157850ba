import JSON
import NowPlaying
import Support

/// All ways to read a track out of one message, whatever they are of: what plays, what is next, a
/// show.
struct MessageReadings: Sendable {
    /// Deeper, a message has all kinds of things but what plays.
    private static let maximumDepth = 7
    /// Longer lists are of what was, or of everything.
    private static let maximumElements = 12
    /// A message that is packed into another one is no longer than this.
    private static let packedLength = 64 << 10
    /// Members that say what kind of thing has them.
    private static let kinds: Set<String> = [
        "type", "status", "state", "kind", "event", "op", "action", "cmd", "command", "role",
        "class", "when", "slot", "method", "topic", "t", "category",
    ]

    private(set) var all: [TrackCandidate] = []
    /// The kind that the message itself tells.
    private(set) var kind: Discriminator?
    private(set) var kindName = MemberName()
    /// Names of the station, and of persons.
    private var otherNames: Set<String> = []
    /// Strings with JSON in them, and where they are.
    private(set) var packed: [(pointer: String, json: String)] = []

    /// A message that is not JSON.
    init() {}

    init(_ message: JSONValue, event: String? = nil) {
        collectNames(in: message, depth: 0)
        let outer = event.map { MemberName($0) } ?? MemberName()
        kindName = Self.kind(of: message)
        read(message, at: "", outer: outer.withoutField, depth: 0)
        for place in all.indices { all[place].event = event }
        for member in message.namedMembers where Self.kinds.contains(member.name.lowercased()) {
            guard let word = member.value.word, MemberName(word).isTelling else { continue }
            kind = kind ?? Discriminator(pointer: "/" + member.name.asPointerToken, words: [word])
        }
        judgeNames()
    }

    private mutating func read(
        _ value: JSONValue, at path: String, outer: MemberName, depth: Int
    ) {
        guard depth < Self.maximumDepth else { return }
        if value.isArray { return readList(value, at: path, outer: outer, depth: depth) }
        guard value.isObject else { return }
        let name = Self.kind(of: value).within(outer)
        readFields(of: value, at: path, outer: name)
        for member in value.namedMembers {
            let place = path + "/" + member.name.asPointerToken
            if member.value.isObject || member.value.isArray {
                let inner = MemberName(member.name).withoutField.within(name)
                read(member.value, at: place, outer: inner, depth: depth + 1)
            } else if let text = member.value.text?.bounded(Self.packedLength),
                text.hasPrefix("{") || text.hasPrefix("[")
            {
                packed.append((place, text))
            }
        }
    }

    /// A list of what plays now begins with it. Of other lists one element is read that alone says
    /// of itself that it plays.
    private mutating func readList(
        _ list: JSONValue, at path: String, outer: MemberName, depth: Int
    ) {
        if outer.time == .now {
            let first = list.elements.first { _ in true }
            if let first { read(first, at: path + "/0", outer: outer, depth: depth + 1) }
            return
        }
        var found: [(value: JSONValue, step: String, outer: MemberName)] = []
        for element in list.elements.prefix(Self.maximumElements) where element.isObject {
            for member in element.namedMembers where Self.kinds.contains(member.name.lowercased()) {
                guard let word = member.value.word, MemberName(word).time == .now,
                    !word.contains("]")
                else { continue }
                let step = "/[\(member.name.asPointerToken)=\(word.asPointerToken)]"
                found.append((element, step, outer))
            }
        }
        guard found.count == 1, let (value, step, outer) = found.first else { return }
        read(value, at: path + step, outer: outer, depth: depth + 1)
    }

    private static func kind(of object: JSONValue) -> MemberName {
        var name = MemberName()
        for member in object.namedMembers where kinds.contains(member.name.lowercased()) {
            guard let word = member.value.word, word.utf8.count <= 32 else { continue }
            let own = MemberName(word)
            // A song that is sorted under charts is not for that reason on one.
            if member.name.lowercased() != "category" { name.time = name.time ?? own.time }
            name.subject = name.subject ?? own.subject
        }
        return name
    }
}

// MARK: Fields

extension MessageReadings {
    /// One member of an object that is a field.
    private struct Member {
        let name: MemberName
        let value: JSONValue
        let pointer: String
    }

    /// The fields of an object, by what their names say: `next_title` is not of what plays.
    private mutating func readFields(of object: JSONValue, at path: String, outer: MemberName) {
        var groups: [(name: MemberName, members: [Member])] = []
        for member in object.namedMembers {
            let own = MemberName(member.name)
            // Names such as `song` and `now` have lines, too.
            guard own.field != nil || own.isTelling else { continue }
            let pointer = path + "/" + member.name.asPointerToken
            let entry = Member(name: own, value: member.value, pointer: pointer)
            let group = own.within(outer).group
            if let place = groups.firstIndex(where: { $0.name.group == group }) {
                groups[place].members.append(entry)
            } else {
                groups.append((own.within(outer), [entry]))
            }
        }
        for (name, members) in Self.joined(groups) {
            all += Self.readings(of: members, name: name, outer: outer)
        }
    }

    /// Fields without a word of when go with those of now, unless they are a track of their own.
    private static func joined(
        _ groups: [(name: MemberName, members: [Member])]
    ) -> [(name: MemberName, members: [Member])] {
        let hasTitle = { (members: [Member]) in
            members.contains { $0.name.field == .title && $0.value.isString }
        }
        guard let now = groups.firstIndex(where: { $0.name.time == .now && hasTitle($0.members) }),
            let rest = groups.firstIndex(where: { $0.name.group == ["", ""] }),
            !hasTitle(groups[rest].members)
        else { return groups }
        var joined = groups
        joined[now].members += groups[rest].members
        joined.remove(at: rest)
        return joined
    }

    private static func readings(
        of members: [Member], name: MemberName, outer: MemberName
    ) -> [TrackCandidate] {
        var reading = TrackCandidate(name.withoutField)
        if reading.name.subject == nil,
            members.contains(where: { $0.name.field == .title && $0.name.isOfMusic })
        {
            reading.name.subject = .music
        }
        let fields = MemberName.TrackPart.allCases.filter { $0 != .text }
        for field in fields {
            let candidates = members.filter { $0.name.field == field }
            let sorted = field == .title ? candidates.sorted(by: isBetterTitle) : candidates
            _ = sorted.first { reading.add(field, $0.value, at: $0.pointer) }
        }
        if !reading.track.contains(where: { $0.field == "title" }) {
            addNestedTitle(of: members, to: &reading)
        }
        if reading.isTrack, reading.artist != nil || !TrackCandidate.isLine(reading.title) {
            return [reading]
        }
        let lines = members.compactMap { member -> TrackCandidate? in
            let isOfLine =
                member.name.field == nil || member.name.field == .text
                || member.name.field == .title
            guard isOfLine, let text = member.value.readable else { return nil }
            var line = TrackCandidate(member.name.within(outer).withoutField)
            return line.addLine(text, at: member.pointer) ? line : nil
        }
        return lines.isEmpty && reading.isTrack ? [reading] : Array(lines.prefix(1))
    }

    /// A title may stand in an object of its own, beside the artist's.
    private static func addNestedTitle(of members: [Member], to reading: inout TrackCandidate) {
        for member in members where member.name.isOfMusic && member.value.isObject {
            let isWhole = member.value.namedMembers.contains {
                MemberName($0.name).field == .artist
            }
            let inner = ["title", "name"].first { member.value[named: $0]?.isString == true }
            guard !isWhole, let inner, let value = member.value[named: inner] else { continue }
            if reading.add(.title, value, at: member.pointer + "/" + inner) { return }
        }
    }

    /// A song's own name goes before a title, a title before a name that everything has.
    private static func isBetterTitle(_ left: Member, _ right: Member) -> Bool {
        func rank(_ member: Member) -> Int {
            guard let text = member.value.readable, text.contains(where: \.isLetter) else {
                return 3
            }
            let words = Set(MemberName.words(in: member.pointer.lastStep))
            if member.name.isOfMusic, !TrackCandidate.isLine(text) { return 0 }
            return words.isDisjoint(with: ["name", "nom", "nombre"]) ? 1 : 2
        }
        return rank(left) < rank(right)
    }
}

// MARK: Names of others

extension MessageReadings {
    private mutating func collectNames(in value: JSONValue, depth: Int, of owner: MemberName? = nil)
    {
        guard depth < 4 else { return }
        for member in value.namedMembers {
            let name = MemberName(member.name)
            let subject = name.subject ?? (name.isOfName ? owner?.subject : nil)
            if let text = member.value.readable, subject == .station || subject == .talk,
                name.field != .artwork
            {
                otherNames.insert(text.lowercased())
            } else if member.value.isObject {
                collectNames(in: member.value, depth: depth + 1, of: name)
            }
        }
    }

    /// An artist that is the station or its presenter is of no song. One that stands in the title,
    /// too, may be the station with its slogan.
    private mutating func judgeNames() {
        for place in all.indices {
            guard let artist = all[place].artist else { continue }
            let (small, title) = (artist.lowercased(), all[place].title)
            let isDoubled =
                TrackCandidate.isLine(title) && title.lowercased()[...].firstPlace(of: small) != nil
            let isStation = MemberName(artist).subject == .station || small.hasSuffix(" fm")
            all[place].isDoubtful = isDoubled
            if otherNames.contains(small) || (isDoubled && isStation) {
                all[place].name.subject = .station
            }
        }
    }
}

extension MemberName {
    fileprivate var withoutField: MemberName {
        var name = self
        name.field = nil
        return name
    }

    fileprivate var isOfName: Bool { field == .title || field == .text }

    /// Fields with the same are of the same thing.
    fileprivate var group: [String] {
        ["\(time.map { "\($0)" } ?? "")", subject == .music ? "" : subject.map { "\($0)" } ?? ""]
    }
}

extension JSONValue {
    /// The members of an object whose names are as short as a pointer's steps.
    fileprivate var namedMembers: [(name: String, value: JSONValue)] {
        members.compactMap { member in member.name.word.map { ($0, member.value) } }
    }
}

extension String {
    /// RFC 6901, section 3.
    fileprivate var asPointerToken: String {
        replacing("~", with: "~0").replacing("/", with: "~1")
    }

    fileprivate var lastStep: String {
        split(separator: "/").last.map(String.init) ?? ""
    }
}

import JSON
import NowPlaying

/// The places of a station's state in a message, section by section.
struct StateMapping: Hashable, Sendable {
    static let keys = [
        "track", "programme", "live", "next", "history", "about", "online", "state", "rate",
        "listeners",
    ]

    let track: TrackMapping?
    let programme: ProgrammeMapping?
    let live: StreamerMapping?
    let next: TrackMapping?
    let history: HistoryMapping?
    let about: StationMapping?
    let online: Field<WordFormat<Bool>>?
    let state: Field<WordFormat<Playback.State>>?
    let rate: Field<NumberFormat>?
    let listeners: ListenersMapping?
    /// True if it has no section at all.
    let isEmpty: Bool

    /// The state that a mapping asks for.
    init(_ section: SettingSection) {
        track = section["track"].flatMap { TrackMapping($0) }
        programme = section["programme"].flatMap { ProgrammeMapping($0) }
        live = section["live"].flatMap { StreamerMapping($0) }
        next = section["next"].flatMap { TrackMapping($0) }
        history = section["history"].map { HistoryMapping($0) }
        about = section["about"].flatMap { StationMapping($0) }
        online = section["online"].flatMap { Field($0) }
        state = section["state"].flatMap { Field($0) }
        rate = section["rate"].flatMap { Field($0) }
        listeners = section["listeners"].flatMap { ListenersMapping($0) }
        isEmpty = !Self.keys.contains { section[$0] != nil }
    }
}

/// The places of the show on air in a message.
struct ProgrammeMapping: Hashable, Sendable {
    private let conditions: [Condition]
    private let id: Field<TextFormat>?
    private let title: Field<TextFormat>?
    private let kicker: Field<TextFormat>?
    private let artwork: Field<TextFormat>?
    private let start: Field<TimeFormat>?
    private let end: Field<TimeFormat>?

    init?(_ value: SettingValue) {
        let keys = ["when", "id", "title", "kicker", "artwork", "start", "end"]
        guard let section = value.section(keys) else { return nil }
        conditions = section["when"]?.conditions() ?? []
        title = section.required("title", example: "/show/name").flatMap { Field($0) }
        id = section["id"].flatMap { Field($0) }
        kicker = section["kicker"].flatMap { Field($0) }
        artwork = section["artwork"].flatMap { Field($0) }
        start = section["start"].flatMap { Field($0) }
        end = section["end"].flatMap { Field($0) }
    }

    /// The show, which needs only a title.
    func read(_ root: MappedValue) -> FieldPatch<Programme> {
        guard let title else { return .absent }
        switch title.select(in: root) {
        case .absent: return .absent
        case .nothing: return .nothing
        case .value where !conditions.hold(for: root): return .nothing
        case .value(let title):
            var programme = Programme(title: title)
            programme.id = id?.select(in: root).known
            programme.kicker = kicker?.select(in: root).known
            programme.artworkURL = artwork?.select(in: root).known
            programme.startsAt = start?.select(in: root).known
            programme.endsAt = end?.select(in: root).known
            return .value(programme)
        }
    }
}

/// The places of the person on air in a message.
struct StreamerMapping: Hashable, Sendable {
    private let conditions: [Condition]
    private let name: Field<TextFormat>?
    private let artwork: Field<TextFormat>?
    private let start: Field<TimeFormat>?

    init?(_ value: SettingValue) {
        let keys = ["when", "name", "artwork", "start"]
        guard let section = value.section(keys) else { return nil }
        conditions = section["when"]?.conditions() ?? []
        name = section.required("name", example: "/dj/name").flatMap { Field($0) }
        artwork = section["artwork"].flatMap { Field($0) }
        start = section["start"].flatMap { Field($0) }
    }

    func read(_ root: MappedValue) -> FieldPatch<LiveStreamer> {
        guard let name else { return .absent }
        switch name.select(in: root) {
        case .absent: return .absent
        case .nothing: return .nothing
        case .value where !conditions.hold(for: root): return .nothing
        case .value(let name):
            var streamer = LiveStreamer(streamer: name)
            streamer.artworkURL = artwork?.select(in: root).known
            streamer.startedAt = start?.select(in: root).known
            return .value(streamer)
        }
    }
}

/// The places of the played tracks in a message: one list, or several that follow each other.
struct HistoryMapping: Hashable, Sendable {
    /// One more than is shown: the first may still play.
    fileprivate static let maximumRows = Report.maximumHistory + 1

    private let lists: [PlayedList]

    init(_ value: SettingValue) {
        lists = value.oneOrMore.compactMap { PlayedList($0) }
    }

    func read(_ root: MappedValue, at now: Moment) -> FieldPatch<[Box<ReportedTrack>]> {
        let rows = lists.compactMap { $0.read(root, at: now) }
        guard !rows.isEmpty else { return .absent }
        return .value(rows.joined().prefix(Self.maximumRows).map { Box($0) })
    }
}

/// A list of played tracks: its place, and the places of the track in each element.
private struct PlayedList: Hashable, Sendable {
    private let each: [ValuePointer]
    private let track: TrackMapping
    private let isOldestFirst: Bool

    init?(_ value: SettingValue) {
        guard let track = TrackMapping(value, besides: ["each", "order"]),
            let section = value.members
        else { return nil }
        self.track = track
        each = section.required("each", example: "/history")?.pointers() ?? []
        let orders = [("newestFirst", false), ("oldestFirst", true)]
        isOldestFirst = section["order"]?.word(orders) ?? false
    }

    /// Its tracks, newest first; `nil` if the message has no such list.
    func read(_ root: MappedValue, at now: Moment) -> [ReportedTrack]? {
        guard let rows = each.lazy.compactMap({ $0.rows(in: root) }).first else { return nil }
        let newestFirst = isOldestFirst ? rows.reversed() : rows
        return newestFirst.prefix(HistoryMapping.maximumRows).compactMap { row in
            var known = TrackAccumulator()
            known.merge(track.read(root.with(row)), at: now, rate: 0, before: nil)
            return known.reported
        }
    }
}

/// The places of the station's own facts in a message.
struct StationMapping: Hashable, Sendable {
    private let name: Field<TextFormat>?
    private let url: Field<TextFormat>?
    private let description: Field<TextFormat>?
    private let logo: Field<TextFormat>?

    init?(_ value: SettingValue) {
        guard let section = value.section(["name", "url", "description", "logo"]) else {
            return nil
        }
        name = section["name"].flatMap { Field($0) }
        url = section["url"].flatMap { Field($0) }
        description = section["description"].flatMap { Field($0) }
        logo = section["logo"].flatMap { Field($0) }
    }

    /// Reads the facts in a message.
    ///
    /// - Returns: True if the message mentions any.
    func merge(_ root: MappedValue, into facts: inout ReportedStation) -> Bool {
        let readings = [name, url, description, logo].map { $0?.select(in: root) ?? .absent }
        readings[0].merge(into: &facts.name)
        readings[1].merge(into: &facts.url)
        readings[2].merge(into: &facts.description)
        readings[3].merge(into: &facts.logo)
        return readings.contains { $0.isPresent }
    }
}

/// The places of listener counts in a message: a pointer to the only one, or one for each kind.
struct ListenersMapping: Hashable, Sendable {
    private let current: Field<NumberFormat>?
    private let unique: Field<NumberFormat>?
    private let total: Field<NumberFormat>?

    init?(_ value: SettingValue) {
        let keys = ["current", "unique", "total"]
        guard case .object(let members) = value.value, !members.contains(where: { $0.name == "at" })
        else {
            guard let current = Field<NumberFormat>(value) else { return nil }
            self.current = current
            unique = nil
            total = nil
            return
        }
        guard let section = value.section(keys) else { return nil }
        current = section["current"].flatMap { Field($0) }
        unique = section["unique"].flatMap { Field($0) }
        total = section["total"].flatMap { Field($0) }
    }

    func read(_ root: MappedValue) -> FieldPatch<Listeners> {
        let readings = [current, unique, total].map { $0?.select(in: root) ?? .absent }
        guard readings.contains(where: { $0.isPresent }) else { return .absent }
        let counts = readings.map { $0.known.flatMap { Int(exactly: $0) } }
        let listeners = Listeners(current: counts[0], unique: counts[1], total: counts[2])
        return listeners == Listeners() ? .nothing : .value(listeners)
    }
}

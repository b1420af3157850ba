import JSON
import NowPlaying

/// Where a message has a track, field by field.
struct TrackMapping: Hashable, Sendable {
    /// The fields that are texts.
    enum Text: String, CaseIterable, Sendable {
        case title, artist, album, genre, isrc, artwork, text
    }

    static let keys =
        Text.allCases.map(\.rawValue) + [
            "key", "kind", "start", "end", "endOrStart", "elapsed", "remaining", "duration",
            "when", "whole",
        ]

    private let conditions: [Condition]
    private var texts: [Text: Field<TextFormat>] = [:]
    private let key: [Field<TextFormat>]
    private let kind: Field<WordFormat<Track.Kind>>?
    private let start: Field<TimeFormat>?
    private let end: Field<TimeFormat>?
    private let endOrStart: Field<TimeFormat>?
    private let elapsed: Field<LengthFormat>?
    private let asOf: Field<TimeFormat>?
    private let elapsedRules: ElapsedRules
    private let remaining: Field<LengthFormat>?
    private let duration: Field<LengthFormat>?
    /// What a message leaves out of a track's names and length is none, also in parts of a state.
    private let isWhole: Bool

    /// The track that a mapping asks for.
    init?(_ value: SettingValue, besides keys: [String] = []) {
        guard let section = value.section(Self.keys + keys) else { return nil }
        conditions = section["when"]?.conditions() ?? []
        for text in Text.allCases {
            texts[text] = section[text.rawValue].flatMap { Field($0) }
        }
        key = section["key"]?.oneOrMore.compactMap { Field($0) } ?? []
        kind = section["kind"].flatMap { Field($0) }
        start = section["start"].flatMap { Field($0) }
        end = section["end"].flatMap { Field($0) }
        endOrStart = section["endOrStart"].flatMap { Field($0) }
        (elapsed, asOf) = section["elapsed"].map(Self.elapsed) ?? (nil, nil)
        elapsedRules = section["elapsed"].map { ElapsedRules($0) } ?? ElapsedRules()
        remaining = section["remaining"].flatMap { Field($0) }
        duration = section["duration"].flatMap { Field($0) }
        isWhole = section["whole"]?.flag() ?? false
    }

    /// A position may say when it was one: `{ at: /position, asOf: /updated_at }`.
    private static func elapsed(
        _ value: SettingValue
    ) -> (Field<LengthFormat>?, Field<TimeFormat>?) {
        guard case .object(let members) = value.value else { return (Field(value), nil) }
        let own = ["asOf"] + ElapsedRules.keys
        let plain = SettingValue(
            value: .object(members.filter { !own.contains($0.name) }), path: value.path,
            reading: value.reading)
        return (Field(plain), value.members?["asOf"].flatMap { Field($0) })
    }

    /// What a message says of the track: that there is none, where the conditions do not hold.
    func read(_ root: JSONValue) -> TrackReading {
        let fields = readFields(root)
        let reading = isWhole && fields.isPresent ? fields.whole : fields
        return !reading.isPresent || conditions.hold(for: root) ? reading : .nothing
    }

    private func readFields(_ root: JSONValue) -> TrackReading {
        var reading = TrackReading()
        reading.texts = texts.mapValues { $0.select(in: root) }
        reading.key = selectKey(in: root)
        reading.kind = kind?.select(in: root) ?? .absent
        reading.start = start?.select(in: root) ?? .absent
        reading.end = end?.select(in: root) ?? .absent
        reading.endOrStart = endOrStart?.select(in: root) ?? .absent
        reading.elapsed = elapsed?.select(in: root) ?? .absent
        reading.asOf = asOf?.select(in: root) ?? .absent
        reading.elapsedRules = elapsedRules
        // A position of some other time, which is not told, is no position now.
        if asOf != nil, !elapsedRules.isOfNowWithoutTime, reading.elapsed.isPresent,
            reading.asOf.known == nil
        {
            reading.elapsed = .nothing
        }
        reading.remaining = remaining?.select(in: root) ?? .absent
        reading.duration = duration?.select(in: root) ?? .absent
        return reading
    }

    private func selectKey(in root: JSONValue) -> Selection<String> {
        let parts = key.map { $0.select(in: root) }
        let known = parts.compactMap(\.known)
        if !known.isEmpty { return .value(known.joined(separator: "/")) }
        return parts.contains { $0.isPresent } ? .nothing : .absent
    }
}

/// What one message says of a track.
struct TrackReading: Sendable {
    var texts: [TrackMapping.Text: Selection<String>] = [:]
    var key = Selection<String>.absent
    var kind = Selection<Track.Kind>.absent
    var start = Selection<Timestamp>.absent
    var end = Selection<Timestamp>.absent
    /// The end while that is still to come, else the start: there are servers that call the end
    /// their start, and may one day think better of it.
    var endOrStart = Selection<Timestamp>.absent
    var elapsed = Selection<Interval>.absent
    var asOf = Selection<Timestamp>.absent
    var elapsedRules = ElapsedRules()
    var remaining = Selection<Interval>.absent
    var duration = Selection<Interval>.absent

    /// That there is no track.
    static let nothing: TrackReading = {
        var reading = TrackReading()
        for text in TrackMapping.Text.allCases { reading.texts[text] = .nothing }
        reading.key = .nothing
        return reading
    }()

    /// The same, with none for every name, and for the length, that is left out.
    var whole: TrackReading {
        var whole = self
        for text in TrackMapping.Text.allCases where !self[text].isPresent {
            whole.texts[text] = .nothing
        }
        if !key.isPresent { whole.key = .nothing }
        if !duration.isPresent { whole.duration = .nothing }
        return whole
    }

    subscript(text: TrackMapping.Text) -> Selection<String> { texts[text] ?? .absent }

    /// It says anything at all, be it that something is not there.
    var isPresent: Bool {
        hasNames || kind.isPresent || start.isPresent || end.isPresent || endOrStart.isPresent
            || elapsed.isPresent || remaining.isPresent || duration.isPresent || key.isPresent
    }

    private var hasNames: Bool {
        TrackMapping.Text.allCases.contains { self[$0].isPresent }
    }
}

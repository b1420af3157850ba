import JSON
import NowPlaying

/// The places of a track in a message, field by field.
struct TrackMapping: Hashable, Sendable {
    /// The kinds of names.
    enum Name: String, CaseIterable, Sendable {
        case title, artist, text
    }

    /// A field of `TrackField.all`, and its place.
    private struct Detail: Hashable, Sendable {
        let field: TrackField.Name
        let mapping: DetailMapping
    }

    static let keys =
        Name.allCases.map(\.rawValue) + TrackField.all.map(\.shortName) + [
            "key", "start", "end", "endOrStart", "elapsed", "remaining", "duration",
            "when", "whole",
        ]

    private let conditions: [Condition]
    private let names: TrackNames<Field<TextFormat>?>
    private let details: [Detail]
    private let key: [Field<TextFormat>]
    private let start: Field<TimeFormat>?
    private let end: Field<TimeFormat>?
    private let endOrStart: Field<TimeFormat>?
    private let elapsed: Field<LengthFormat>?
    private let asOf: Field<TimeFormat>?
    private let elapsedRules: ElapsedRules
    private let remaining: Field<LengthFormat>?
    private let duration: Field<LengthFormat>?
    /// Names and a length that a message leaves out are empty, even in parts of a state.
    private let isWhole: Bool

    /// The track that a mapping asks for.
    init?(_ value: SettingValue, besides keys: [String] = []) {
        guard let section = value.section(Self.keys + keys) else { return nil }
        conditions = section["when"]?.conditions() ?? []
        names = TrackNames { name in section[name.rawValue].flatMap { Field($0) } }
        details = TrackField.all.compactMap { field in
            section[field.shortName].flatMap { DetailMapping($0, as: field.form) }
                .map { Detail(field: field.id, mapping: $0) }
        }
        key = section["key"]?.oneOrMore.compactMap { Field($0) } ?? []
        start = section["start"].flatMap { Field($0) }
        end = section["end"].flatMap { Field($0) }
        endOrStart = section["endOrStart"].flatMap { Field($0) }
        (elapsed, asOf) = section["elapsed"].map(Self.elapsed) ?? (nil, nil)
        elapsedRules = section["elapsed"].map { ElapsedRules($0) } ?? ElapsedRules()
        remaining = section["remaining"].flatMap { Field($0) }
        duration = section["duration"].flatMap { Field($0) }
        isWhole = section["whole"]?.flag() ?? false
    }

    /// The place of a position, and that of its time: `{ at: /position, asOf: /updated_at }`.
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

    /// Reads the track; if the conditions do not hold, there is none.
    func read(_ root: MappedValue) -> TrackReading {
        let fields = readFields(root)
        let reading = isWhole && fields.isPresent ? fields.whole : fields
        return !reading.isPresent || conditions.hold(for: root) ? reading : .nothing
    }

    private func readFields(_ root: MappedValue) -> TrackReading {
        var reading = TrackReading()
        reading.names = TrackNames { name in
            names[name]?.select(in: root, exceptIf: AdMarker.isTitle) ?? .absent
        }
        for detail in details {
            let value = detail.mapping.select(in: root)
            if value.isPresent { reading.details.append((detail.field, value)) }
        }
        reading.key = selectKey(in: root)
        reading.start = start?.select(in: root) ?? .absent
        reading.end = end?.select(in: root) ?? .absent
        reading.endOrStart = endOrStart?.select(in: root) ?? .absent
        reading.elapsed = elapsed?.select(in: root) ?? .absent
        reading.asOf = asOf?.select(in: root) ?? .absent
        reading.elapsedRules = elapsedRules
        // A position of an unknown time is not a position now.
        if asOf != nil, !elapsedRules.isOfNowWithoutTime, reading.elapsed.isPresent,
            reading.asOf.known == nil
        {
            reading.elapsed = .nothing
        }
        reading.remaining = remaining?.select(in: root) ?? .absent
        reading.duration = duration?.select(in: root) ?? .absent
        return reading
    }

    private func selectKey(in root: MappedValue) -> FieldPatch<String> {
        if key.count == 1 { return key[0].select(in: root) }
        let parts = key.map { $0.select(in: root) }
        let known = parts.compactMap(\.known)
        if !known.isEmpty { return .value(known.joined(separator: "/")) }
        return parts.contains { $0.isPresent } ? .nothing : .absent
    }
}

/// A value for each kind of name of a track.
struct TrackNames<Value> {
    private var title: Value
    private var artist: Value
    private var text: Value

    init(_ value: (TrackMapping.Name) -> Value) {
        title = value(.title)
        artist = value(.artist)
        text = value(.text)
    }

    subscript(name: TrackMapping.Name) -> Value {
        get {
            switch name {
            case .title: title
            case .artist: artist
            case .text: text
            }
        }
        set {
            switch name {
            case .title: title = newValue
            case .artist: artist = newValue
            case .text: text = newValue
            }
        }
    }
}

extension TrackNames: Sendable where Value: Sendable {}
extension TrackNames: Equatable where Value: Equatable {}
extension TrackNames: Hashable where Value: Hashable {}

/// The reading of a track from one message.
struct TrackReading: Sendable {
    var names = TrackNames<FieldPatch<String>> { _ in .absent }
    /// The fields that the message mentions.
    var details: [(field: TrackField.Name, value: FieldPatch<TrackDetail>)] = []
    /// True if all other details are empty; else they are not mentioned.
    var hasAllDetails = false
    var key = FieldPatch<String>.absent
    var start = FieldPatch<Timestamp>.absent
    var end = FieldPatch<Timestamp>.absent
    /// The end while that is still to come, else the start: some servers call the end their start,
    /// and may correct that one day.
    var endOrStart = FieldPatch<Timestamp>.absent
    var elapsed = FieldPatch<Interval>.absent
    var asOf = FieldPatch<Timestamp>.absent
    var elapsedRules = ElapsedRules()
    var remaining = FieldPatch<Interval>.absent
    var duration = FieldPatch<Interval>.absent

    /// The reading that there is no track.
    static let nothing: TrackReading = {
        var reading = TrackReading()
        reading.names = TrackNames { _ in .nothing }
        reading.hasAllDetails = true
        reading.key = .nothing
        return reading
    }()

    /// The same, with names and a length that are left out as empty.
    var whole: TrackReading {
        var whole = self
        for name in TrackMapping.Name.allCases where !self[name].isPresent {
            whole.names[name] = .nothing
        }
        whole.hasAllDetails = true
        if !key.isPresent { whole.key = .nothing }
        if !duration.isPresent { whole.duration = .nothing }
        return whole
    }

    subscript(name: TrackMapping.Name) -> FieldPatch<String> { names[name] }

    /// True if the message mentions any part of the track, even as empty.
    var isPresent: Bool {
        hasTexts || start.isPresent || end.isPresent || endOrStart.isPresent
            || elapsed.isPresent || remaining.isPresent || duration.isPresent || key.isPresent
    }

    private var hasTexts: Bool {
        self[.title].isPresent || self[.artist].isPresent || self[.text].isPresent
            || hasAllDetails || !details.isEmpty
    }
}

/// What a track may have besides title and artist: one table, which the mapper, the normaliser,
/// JSON, the database and CSV follow.
///
/// A new field is a member of `TrackDetails`, a line in `all`, and a migration of the database.
public struct TrackField: Sendable {
    /// Where the details have a value.
    public typealias Member<Value> = any WritableKeyPath<TrackDetails, Value?> & Sendable

    /// The type of a field's value and how it is cleaned, with the member that holds it.
    public enum Form: Sendable {
        /// A text for people.
        case name(Member<String>)
        /// An International Standard Recording Code.
        case isrc(Member<String>)
        /// An address on the web; may be relative to the feed's before it is cleaned.
        case address(Member<String>)
        /// One of the kinds of track.
        case kind(Member<Track.Kind>)
        /// A whole number; others than these are none.
        case number(Member<Int>, ClosedRange<Int>)
        /// Addresses by the names of services.
        case links(Member<[TrackLink]>)
    }

    /// Besides the track on air, which tracks have a field.
    public struct Scope: OptionSet, Sendable {
        /// A bit for each.
        public let rawValue: UInt8

        /// The scopes whose bits are set.
        public init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// What is announced as next.
        public static let upcoming = Scope(rawValue: 1 << 0)
        /// What was played, as a station's state lists it.
        public static let played = Scope(rawValue: 1 << 1)
    }

    /// The name in JSON, CSV and the database.
    public let key: StaticString
    /// The same as a text.
    public let name: String
    /// The name in a mapping and in a template.
    public let shortName: String
    /// Its type, cleaning and place.
    public let form: Form
    /// Which tracks have it besides the one on air.
    public let scope: Scope

    private init(_ key: StaticString, _ form: Form, as shortName: String? = nil, in scope: Scope) {
        self.key = key
        name = key.description
        self.shortName = shortName ?? name
        self.form = form
        self.scope = scope
    }

    /// All fields, in the order of JSON's members.
    public static let all = [
        TrackField("album", .name(\.album), in: [.upcoming, .played]),
        TrackField("genre", .name(\.genre), in: []),
        TrackField("isrc", .isrc(\.isrc), in: []),
        TrackField("artworkURL", .address(\.artworkURL), as: "artwork", in: [.upcoming, .played]),
        TrackField("kind", .kind(\.kind), in: .played),
        // From the oldest music that is written down to as far ahead as times can lie.
        TrackField("year", .number(\.year, 1_000...2_100), in: []),
        TrackField("composer", .name(\.composer), in: []),
        TrackField("label", .name(\.label), in: []),
        TrackField("requestedBy", .name(\.requestedBy), in: []),
        // Some series count their seasons by years; episodes that belong to none are season 0.
        TrackField("season", .number(\.season, 0...2_100), in: []),
        TrackField("episode", .number(\.episode, 0...100_000), in: []),
        TrackField("links", .links(\.links), in: []),
    ]
    /// The fields of what is announced as next.
    public static let upcoming = all.filter { $0.scope.contains(.upcoming) }
    /// The fields of what was played, as a station's state lists it.
    public static let played = all.filter { $0.scope.contains(.played) }
}

extension TrackField: Hashable {
    /// The same field: each has a name of its own.
    public static func == (left: TrackField, right: TrackField) -> Bool { left.name == right.name }

    /// By its name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// A field that a track may have besides title and artist: one table, which the mapper, the
/// normaliser, JSON, the database and CSV follow.
///
/// A new field is a name, a line in `all`, a member of `TrackDetails`, and a migration of the
/// database.
public struct TrackField: Sendable {
    /// The identifier of a field, in the order of JSON's members.
    public enum Name: Int, Sendable {
        case album, genre, isrc, artworkURL, kind, year, composer, label, requestedBy, season
        case episode, links
    }

    /// The type of a field's value and how it is cleaned.
    public enum Form: Sendable {
        /// A text for people.
        case name
        /// An International Standard Recording Code.
        case isrc
        /// An address on the web; may be relative to the feed's before it is cleaned.
        case address
        /// One of the kinds of track.
        case kind
        /// A whole number; others than these are none.
        case number(ClosedRange<Int>)
        /// Addresses by the names of services.
        case links
    }

    /// Besides the track on air, which tracks have a field.
    public struct Scope: OptionSet, Sendable {
        /// A bit for each.
        public let rawValue: UInt8

        /// The scopes whose bits are set.
        public init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// The track announced as next.
        public static let upcoming = Scope(rawValue: 1 << 0)
        /// The tracks played before, as a station's state lists them.
        public static let played = Scope(rawValue: 1 << 1)
    }

    /// Its identifier.
    public let id: Name
    /// The name in JSON, CSV and the database.
    public let key: StaticString
    /// The same as a text.
    public let name: String
    /// The name in a mapping and in a template.
    public let shortName: String
    /// Its type and cleaning.
    public let form: Form
    /// The tracks that have it besides the one on air.
    public let scope: Scope

    private init(
        _ id: Name, _ key: StaticString, _ form: Form, as shortName: String? = nil, in scope: Scope
    ) {
        self.id = id
        self.key = key
        name = key.description
        self.shortName = shortName ?? name
        self.form = form
        self.scope = scope
    }

    /// All fields, in the order of JSON's members.
    public static let all = [
        TrackField(.album, "album", .name, in: [.upcoming, .played]),
        TrackField(.genre, "genre", .name, in: []),
        TrackField(.isrc, "isrc", .isrc, in: []),
        TrackField(
            .artworkURL, "artworkURL", .address, as: "artwork", in: [.upcoming, .played]),
        TrackField(.kind, "kind", .kind, in: .played),
        // From the oldest music that is written down to as far ahead as times can lie.
        TrackField(.year, "year", .number(1_000...2_100), in: []),
        TrackField(.composer, "composer", .name, in: []),
        TrackField(.label, "label", .name, in: []),
        TrackField(.requestedBy, "requestedBy", .name, in: []),
        // Some series count their seasons by years; episodes that belong to none are season 0.
        TrackField(.season, "season", .number(0...2_100), in: []),
        TrackField(.episode, "episode", .number(0...100_000), in: []),
        TrackField(.links, "links", .links, in: []),
    ]
    /// The type and cleaning of a field.
    public static func form(of name: Name) -> Form { all[name.rawValue].form }

    /// The tracks that have a field, besides the one on air.
    static func scope(of name: Name) -> Scope { all[name.rawValue].scope }

    /// The fields of what is announced as next.
    public static let upcoming = all.filter { $0.scope.contains(.upcoming) }
    /// The fields of what was played, as a station's state lists it.
    public static let played = all.filter { $0.scope.contains(.played) }
}

extension TrackField: Hashable {
    /// The same field.
    public static func == (left: TrackField, right: TrackField) -> Bool { left.id == right.id }

    /// Hashes the identifier of the field.
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// What is known of a track besides title and artist; `TrackField.all` lists its members.
public struct TrackDetails: Hashable, Sendable {
    /// The album.
    public var album: String?
    /// The genre.
    public var genre: String?
    /// International Standard Recording Code (ISO 3901).
    public var isrc: String?
    /// Cover art; http or https once it is cleaned.
    public var artworkURL: String?
    /// What kind of thing it is, where the feed says so.
    public var kind: Track.Kind?
    /// The year in which it came out.
    public var year: Int?
    /// Who composed it.
    public var composer: String?
    /// The record label.
    public var label: String?
    /// The listener who asked for it.
    public var requestedBy: String?
    /// Of an episode of a series, the season.
    public var season: Int?
    /// Of an episode of a series, its number in the season.
    public var episode: Int?
    /// Where services have it, in the order of their names once they are cleaned; never empty then.
    public var links: [TrackLink]?

    /// Details of which none is known.
    public init() {}

    /// The value of a field, of whatever type.
    public subscript(field: TrackField) -> TrackDetail? {
        get {
            switch field.form {
            case .name(let path), .isrc(let path), .address(let path):
                self[keyPath: path].map { .text($0) }
            case .kind(let path): self[keyPath: path].map { .kind($0) }
            case .number(let path, _): self[keyPath: path].map { .number($0) }
            case .links(let path): self[keyPath: path].map { .links($0) }
            }
        }
        set {
            switch field.form {
            case .name(let path), .isrc(let path), .address(let path):
                self[keyPath: path] = newValue?.text
            case .kind(let path): self[keyPath: path] = newValue?.kind
            case .number(let path, _): self[keyPath: path] = newValue?.number
            case .links(let path): self[keyPath: path] = newValue?.links
            }
        }
    }

    /// Fills what is open from what is known of the same track.
    public mutating func fill(from known: TrackDetails) {
        for field in TrackField.all where self[field] == nil { self[field] = known[field] }
    }

    /// The same without the fields that are not among these.
    public func limited(to fields: [TrackField]) -> TrackDetails {
        fields.reduce(into: TrackDetails()) { $0[$1] = self[$1] }
    }
}

/// The value of a field of a track.
public enum TrackDetail: Hashable, Sendable, CustomStringConvertible {
    /// A text, code or address.
    case text(String)
    /// A kind of track.
    case kind(Track.Kind)
    /// A whole number.
    case number(Int)
    /// Addresses by the names of services.
    case links([TrackLink])

    /// The value as a text, for CSV, the database and templates.
    public var description: String {
        switch self {
        case .text(let text): text
        case .kind(let kind): kind.rawValue
        case .number(let number): "\(number)"
        case .links(let links): links.map(\.description).joined(separator: " ")
        }
    }

    /// The text; `nil` for what is none.
    public var text: String? {
        if case .text(let text) = self { text } else { nil }
    }

    /// The kind; `nil` for what is none.
    public var kind: Track.Kind? {
        if case .kind(let kind) = self { kind } else { nil }
    }

    /// The number; `nil` for what is none.
    public var number: Int? {
        if case .number(let number) = self { number } else { nil }
    }

    /// The links; `nil` for what are none.
    public var links: [TrackLink]? {
        if case .links(let links) = self { links } else { nil }
    }
}

/// A track of any state of knowledge, whose details read as members of its own.
@dynamicMemberLookup
public protocol DetailedTrack {
    /// What is known of it besides title and artist.
    var details: TrackDetails { get set }
}

extension DetailedTrack {
    /// One of its details.
    @inlinable
    public subscript<Value>(dynamicMember path: WritableKeyPath<TrackDetails, Value>) -> Value {
        get { details[keyPath: path] }
        set { details[keyPath: path] = newValue }
    }
}

/// The details of a track besides title and artist; `TrackField.all` lists its members.
public struct TrackDetails: Hashable, Sendable {
    private struct Entry: Hashable {
        let field: TrackField.Name
        var value: TrackDetail
    }

    /// The known details, in the order of the fields. They are few, and tracks are copied all the
    /// time: one array costs less than a member for each field.
    private var entries: [Entry] = []

    /// Details of which none is known.
    public init() {}

    /// The value of a field, of whatever type.
    public subscript(field: TrackField) -> TrackDetail? {
        get { self[field.id] }
        set { self[field.id] = newValue }
    }

    /// The value of a field, of whatever type.
    public subscript(field: TrackField.Name) -> TrackDetail? {
        get { entries.first { $0.field == field }?.value }
        set {
            let place = entries.firstIndex { $0.field.rawValue >= field.rawValue } ?? entries.count
            let isKnown = place < entries.count && entries[place].field == field
            switch (newValue, isKnown) {
            case (let value?, true): entries[place].value = value
            case (let value?, false): entries.insert(Entry(field: field, value: value), at: place)
            case (nil, true): entries.remove(at: place)
            case (nil, false): break
            }
        }
    }

    /// Fills the fields that are open from what is known of the same track.
    public mutating func fill(from known: TrackDetails) {
        for entry in known.entries where self[entry.field] == nil {
            self[entry.field] = entry.value
        }
    }

    /// The same with other values; a field whose value becomes `nil` is open then.
    public func compactMapValues(
        _ transform: (TrackField.Name, TrackDetail) -> TrackDetail?
    ) -> TrackDetails {
        var mapped = TrackDetails()
        mapped.entries.reserveCapacity(entries.count)
        for entry in entries {
            guard let value = transform(entry.field, entry.value) else { continue }
            mapped.entries.append(Entry(field: entry.field, value: value))
        }
        return mapped
    }

    /// True if a field of another track's details is open in these.
    public func lacks(anyOf other: TrackDetails) -> Bool {
        other.entries.contains { self[$0.field] == nil }
    }

    /// The same without the fields that are not in this scope.
    public func limited(to scope: TrackField.Scope) -> TrackDetails {
        func isInScope(_ entry: Entry) -> Bool {
            TrackField.scope(of: entry.field).contains(scope)
        }
        guard !entries.allSatisfy(isInScope) else { return self }
        var limited = self
        limited.entries.removeAll { !isInScope($0) }
        return limited
    }
}

extension TrackDetails {
    /// The album.
    public var album: String? {
        get { self[.album]?.text }
        set { self[.album] = newValue.map { .text($0) } }
    }

    /// The genre.
    public var genre: String? {
        get { self[.genre]?.text }
        set { self[.genre] = newValue.map { .text($0) } }
    }

    /// International Standard Recording Code (ISO 3901).
    public var isrc: String? {
        get { self[.isrc]?.text }
        set { self[.isrc] = newValue.map { .text($0) } }
    }

    /// Cover art; http or https once it is cleaned.
    public var artworkURL: String? {
        get { self[.artworkURL]?.text }
        set { self[.artworkURL] = newValue.map { .text($0) } }
    }

    /// The kind of track, where the feed reports it.
    public var kind: Track.Kind? {
        get { self[.kind]?.kind }
        set { self[.kind] = newValue.map { .kind($0) } }
    }

    /// The year in which it came out.
    public var year: Int? {
        get { self[.year]?.number }
        set { self[.year] = newValue.map { .number($0) } }
    }

    /// The composer.
    public var composer: String? {
        get { self[.composer]?.text }
        set { self[.composer] = newValue.map { .text($0) } }
    }

    /// The record label.
    public var label: String? {
        get { self[.label]?.text }
        set { self[.label] = newValue.map { .text($0) } }
    }

    /// The listener who asked for it.
    public var requestedBy: String? {
        get { self[.requestedBy]?.text }
        set { self[.requestedBy] = newValue.map { .text($0) } }
    }

    /// Of an episode of a series, the season.
    public var season: Int? {
        get { self[.season]?.number }
        set { self[.season] = newValue.map { .number($0) } }
    }

    /// Of an episode of a series, its number in the season.
    public var episode: Int? {
        get { self[.episode]?.number }
        set { self[.episode] = newValue.map { .number($0) } }
    }

    /// The pages of the track at services, sorted by name once they are cleaned; never empty then.
    public var links: [TrackLink]? {
        get { self[.links]?.links }
        set { self[.links] = newValue.map { .links($0) } }
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
    /// Its details besides title and artist.
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

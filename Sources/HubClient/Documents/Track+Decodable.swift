public import NowPlaying

/// Tracks in the document `nowPlaying`; their details follow the table of fields.
extension Track: Decodable {
    /// Reads a document's member `track`.
    public init(from decoder: any Decoder) throws {
        let members = try DocumentMembers(decoder)
        self.init(id: try members.required("id"), title: try members.required("title"))
        artist = members["artist"]
        details = TrackDetails(members, TrackField.all)
    }
}

extension UpcomingTrack: Decodable {
    /// Reads a document's member `next`.
    public init(from decoder: any Decoder) throws {
        let members = try DocumentMembers(decoder)
        self.init(title: try members.required("title"))
        artist = members["artist"]
        details = TrackDetails(members, TrackField.upcoming)
        startsAt = members["startsAt"]
        duration = members["duration"]
    }
}

extension PlayedTrack: Decodable {
    /// Reads an element of a document's member `history`.
    public init(from decoder: any Decoder) throws {
        let members = try DocumentMembers(decoder)
        self.init(title: try members.required("title"))
        artist = members["artist"]
        details = TrackDetails(members, TrackField.played)
        startedAt = members["startedAt"]
        duration = members["duration"]
    }
}

extension TrackDetails {
    fileprivate init(_ members: DocumentMembers, _ fields: [TrackField]) {
        self.init()
        for field in fields { self[field] = members.value(of: field) }
    }
}

extension DocumentMembers {
    fileprivate func value(of field: TrackField) -> TrackDetail? {
        switch field.form {
        case .name, .isrc, .address:
            return self[field.name].map { .text($0) }
        case .kind:
            return self[field.name].flatMap(Track.Kind.init).map { .kind($0) }
        case .number:
            return self[field.name].map { .number($0) }
        case .links:
            guard let links: [String: String] = self[field.name] else { return nil }
            return .links(
                links.sorted { $0.key < $1.key }
                    .map { TrackLink(service: $0.key, address: $0.value) })
        }
    }
}

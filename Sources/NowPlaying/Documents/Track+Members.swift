extension Track: DocumentObject {
    /// A track without a title.
    public static var blank: Track { Track(id: "", title: "") }

    /// The members of `track`.
    public static let members: [DocumentMember<Track>] = [
        .required("id", \.id), .required("title", \.title), DocumentMember("artist", \.artist),
        DocumentMember(inlined: "details", \.details), .exchanged("artworkSize", \.artworkSize),
    ]
}

extension Track.Kind: DocumentValue {}

extension UpcomingTrack: DocumentObject {
    /// A track without a title.
    public static var blank: UpcomingTrack { UpcomingTrack(title: "") }

    /// The members of `next`.
    public static let members: [DocumentMember<UpcomingTrack>] = [
        .required("title", \.title), DocumentMember("artist", \.artist),
        DocumentMember(details: TrackField.upcoming, \.details),
        DocumentMember("startsAt", \.startsAt), DocumentMember("duration", \.duration),
    ]
}

extension PlayedTrack: DocumentObject {
    /// A track without a title.
    public static var blank: PlayedTrack { PlayedTrack(title: "") }

    /// The members of an element of `history`.
    public static let members: [DocumentMember<PlayedTrack>] = [
        .required("title", \.title), DocumentMember("artist", \.artist),
        DocumentMember(details: TrackField.played, \.details),
        DocumentMember("startedAt", \.startedAt), DocumentMember("duration", \.duration),
    ]
}

extension TimelineElement: DocumentObject {
    /// An element without a title.
    public static var blank: TimelineElement { TimelineElement(track: .blank, startedAt: nil) }

    /// The members of an element of a timeline.
    public static let members: [DocumentMember<TimelineElement>] = [
        .required("track", \.track), DocumentMember("startedAt", \.startedAt),
        DocumentMember("duration", \.duration),
    ]
}

/// Width and height, between hubs.
extension ArtworkSize: DocumentValue {
    /// An array of whole numbers.
    public static var shape: DocumentShape { .array(.integer) }

    /// Writes both sides.
    public func write(to writer: inout any DocumentWriter) { [width, height].write(to: &writer) }

    /// Reads two sides.
    public static func read(_ value: any DocumentReader) -> ArtworkSize? {
        guard let sides = [Int].read(value), sides.count == 2 else { return nil }
        return ArtworkSize(width: sides[0], height: sides[1])
    }
}

// MARK: Details

/// The details follow the table of fields.
extension TrackDetails: DocumentObject {
    /// No details.
    public static var blank: TrackDetails { TrackDetails() }

    /// A member for each field.
    public static let members = TrackField.all.map { DocumentMember<TrackDetails>($0) }
}

extension DocumentMember where Whole == TrackDetails {
    fileprivate init(_ field: TrackField) {
        self.init(
            write: { details, writer in
                guard let detail = details[field] else { return }
                writer.key(field.key)
                detail.write(to: &writer)
            },
            read: { details, value in
                details[field] = value.member(field.key).flatMap {
                    TrackDetail.read($0, field.form)
                }
                return true
            },
            describe: { shapes, _ in shapes[field.name] = field.form.shape })
    }
}

extension DocumentMember {
    /// Details of which the published form has only some fields.
    fileprivate init(
        details fields: [TrackField], _ path: any WritableKeyPath<Whole, TrackDetails> & Sendable
    ) {
        let all = Self(inlined: "details", path)
        self.init(
            write: all.write, read: all.read,
            describe: { shapes, _ in
                for field in fields { shapes[field.name] = field.form.shape }
            })
    }
}

extension TrackField.Form {
    fileprivate var shape: DocumentShape {
        switch self {
        case .name, .isrc, .address, .kind: .string
        case .number: .integer
        case .links: .map(.string)
        }
    }
}

extension TrackDetail {
    fileprivate func write(to writer: inout any DocumentWriter) {
        switch self {
        case .text(let text): text.write(to: &writer)
        case .kind(let kind): kind.write(to: &writer)
        case .number(let number): number.write(to: &writer)
        case .links(let links):
            switch writer.form {
            case .exchanged: links.map(\.description).write(to: &writer)
            case .published:
                let addresses = links.map { ($0.service, $0.address) }
                Dictionary(addresses) { first, _ in first }.write(to: &writer)
            }
        }
    }

    fileprivate static func read(
        _ value: any DocumentReader, _ form: TrackField.Form
    ) -> TrackDetail? {
        switch form {
        case .name, .isrc, .address: value.string.map { .text($0) }
        case .kind: Track.Kind.read(value).map { .kind($0) }
        case .number: value.int.map { .number($0) }
        case .links: links(in: value).map { .links($0) }
        }
    }

    private static func links(in value: any DocumentReader) -> [TrackLink]? {
        switch value.form {
        case .exchanged: [String].read(value)?.compactMap { TrackLink($0) }
        case .published:
            [String: String].read(value)?.sorted { $0.key < $1.key }
                .map { TrackLink(service: $0.key, address: $0.value) }
        }
    }
}

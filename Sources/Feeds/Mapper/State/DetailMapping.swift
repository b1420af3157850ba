import JSON
import NowPlaying

/// The place of one of the fields of `TrackField.all` in a message.
enum DetailMapping: Hashable, Sendable {
    case text(Field<TextFormat>)
    case kind(Field<WordFormat<Track.Kind>>)
    case number(Field<WholeFormat>)
    case links(LinksMapping)

    /// The field that a mapping asks for.
    init?(_ value: SettingValue, as form: TrackField.Form) {
        let mapping: DetailMapping? =
            switch form {
            case .name, .isrc, .address: Field(value).map { .text($0) }
            case .kind: Field(value).map { .kind($0) }
            case .number: Field(value).map { .number($0) }
            case .links: LinksMapping(value).map { .links($0) }
            }
        guard let mapping else { return nil }
        self = mapping
    }

    /// Reads the field from a message.
    func select(in root: MappedValue) -> FieldPatch<TrackDetail> {
        switch self {
        case .text(let field): field.select(in: root).map { .text($0) }
        case .kind(let field): field.select(in: root).map { .kind($0) }
        case .number(let field): field.select(in: root).map { .number($0) }
        case .links(let mapping): mapping.select(in: root).map { .links($0) }
        }
    }
}

/// The places of a track's links in a message: an object of them, or one place for each service.
enum LinksMapping: Hashable, Sendable {
    case whole(Field<LinksFormat>)
    case services([ServiceMapping])

    /// The place of the link of one service.
    struct ServiceMapping: Hashable, Sendable {
        let service: String
        let address: Field<TextFormat>
    }

    /// The links that a mapping asks for.
    init?(_ value: SettingValue) {
        guard case .object = value.value, let members = value.members?.values else {
            guard let field = Field<LinksFormat>(value) else { return nil }
            self = .whole(field)
            return
        }
        self = .services(members.compactMap(Self.service))
    }

    private static func service(_ name: String, _ value: SettingValue) -> ServiceMapping? {
        guard TrackLink.isService(name) else {
            return value.refuse(
                "this is not a service's name",
                remedy: "it must be 1 to 32 letters, digits, `.`, `_` and `-`")
        }
        return Field(value).map { ServiceMapping(service: name, address: $0) }
    }

    /// Reads the links from a message.
    func select(in root: MappedValue) -> FieldPatch<[TrackLink]> {
        switch self {
        case .whole(let field): return field.select(in: root)
        case .services(let services):
            let readings = services.map { ($0.service, $0.address.select(in: root)) }
            guard readings.contains(where: { $0.1.isPresent }) else { return .absent }
            let links = readings.compactMap { service, reading in
                reading.known.map { TrackLink(service: service, address: $0) }
            }
            return links.isEmpty ? .nothing : .value(links)
        }
    }
}

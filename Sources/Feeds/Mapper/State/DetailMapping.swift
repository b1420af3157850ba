import JSON
import NowPlaying

/// Where a message has one of the fields of `TrackField.all`.
enum DetailMapping: Hashable, Sendable {
    case text(Field<TextFormat>)
    case kind(Field<WordFormat<Track.Kind>>)

    /// The field that a mapping asks for.
    init?(_ value: SettingValue, as form: TrackField.Form) {
        let mapping: DetailMapping? =
            switch form {
            case .name, .isrc, .address: Field(value).map { .text($0) }
            case .kind: Field(value).map { .kind($0) }
            }
        guard let mapping else { return nil }
        self = mapping
    }

    /// What a message says of it.
    func select(in root: JSONValue) -> Selection<TrackDetail> {
        switch self {
        case .text(let field): field.select(in: root).map { .text($0) }
        case .kind(let field): field.select(in: root).map { .kind($0) }
        }
    }
}

internal import NowPlaying

/// The columns of `element`, as they are read.
struct StoredElement {
    static let columns =
        [
            "station", "id", "startedAt", "notedAt", "duration", "title", "artist", "artworkWidth",
            "artworkHeight",
        ] + TrackField.all.map(\.name)
    /// The column at which the fields of the track begin.
    private static let firstField = columns.count - TrackField.all.count

    let station: String
    let element: TimelineElement
    let notedAt: Timestamp

    init(_ row: UntrustedRow) throws(DamagedRow) {
        station = try row.identifier(0)
        notedAt = try row.requiredTime(3)
        var track = Track(id: try row.identifier(1), title: try row.requiredText(5))
        track.artist = try row.text(6)
        if let width = try row.number(7), let height = try row.number(8) {
            track.artworkSize = ArtworkSize(width: Int(width), height: Int(height))
        }
        for (place, field) in TrackField.all.enumerated() {
            track.details[field] = try row.detail(Self.firstField + place, as: field.form)
        }
        element = TimelineElement(
            track: track, startedAt: try row.time(2), duration: try row.length(4))
    }
}

extension UntrustedRow {
    /// The value of a track's field.
    fileprivate func detail(
        _ column: Int, as form: TrackField.Form
    ) throws(DamagedRow) -> TrackDetail? {
        switch form {
        case .name, .isrc: try text(column).map { .text($0) }
        case .address: try address(column).map { .text($0) }
        case .kind: try text(column).flatMap { Track.Kind(rawValue: $0) }.map { .kind($0) }
        case .number(let bounds):
            try number(column).map { Int($0) }.flatMap { bounds.contains($0) ? .number($0) : nil }
        case .links: try links(column).map { .links($0) }
        }
    }
}

extension UntrustedRow {
    /// Links, with spaces between them.
    private func links(_ column: Int) throws(DamagedRow) -> [TrackLink]? {
        guard let texts = try text(column)?.split(separator: " ") else { return nil }
        let links = texts.compactMap { TrackLink($0) }
        guard links.count == texts.count, !links.isEmpty else { throw DamagedRow() }
        return links
    }
}

/// The columns of `programme`, as they are read.
struct StoredProgramme {
    static let columns = "station, id, startsAt, endsAt, stationsID, title, kicker, artworkURL"

    let station: String
    let programme: AiredProgramme

    init(_ row: UntrustedRow) throws(DamagedRow) {
        station = try row.identifier(0)
        var programme = Programme(title: try row.requiredText(5))
        programme.startsAt = try row.time(2)
        programme.endsAt = try row.time(3)
        programme.id = try row.text(4)
        programme.kicker = try row.text(6)
        programme.artworkURL = try row.address(7)
        self.programme = AiredProgramme(id: try row.identifier(1), programme: programme)
    }
}

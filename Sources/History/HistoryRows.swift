internal import GRDB
internal import NowPlaying

/// The columns of `element`, as they are read.
struct StoredElement {
    static let columns = """
        station, id, startedAt, notedAt, duration, title, artist, album, genre, isrc, artworkURL, \
        artworkWidth, artworkHeight, kind
        """
    /// How many there are.
    static let columnCount = 14

    let station: String
    let element: TimelineElement
    let notedAt: Timestamp

    init(_ row: UntrustedRow) throws(DamagedRow) {
        station = try row.identifier(0)
        notedAt = try row.requiredTime(3)
        var track = Track(id: try row.identifier(1), title: try row.requiredText(5))
        track.artist = try row.text(6)
        track.album = try row.text(7)
        track.genre = try row.text(8)
        track.isrc = try row.text(9)
        track.artworkURL = try row.address(10)
        if let width = try row.number(11), let height = try row.number(12) {
            track.artworkSize = ArtworkSize(width: Int(width), height: Int(height))
        }
        track.kind = try row.text(13).flatMap { Track.Kind(rawValue: $0) }
        element = TimelineElement(
            track: track, startedAt: try row.time(2), duration: try row.length(4))
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

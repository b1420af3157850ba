import JSON
import NowPlaying
import Views

/// The forms of a play for programs.
extension PlayedElement {
    /// As schemas/history-entry.json has it.
    package var json: [UInt8] {
        var writer = JSONWriter()
        let track = element.track
        writer.beginObject()
        writer.member("station", station)
        writer.member("id", element.id)
        writer.member("startedAt", milliseconds: element.startedAt?.milliseconds)
        writer.member("notedAt", milliseconds: notedAt.milliseconds)
        writer.member("duration", milliseconds: element.duration?.milliseconds)
        writer.member("title", track.title)
        writer.member("artist", track.artist)
        writer.members(TrackField.all, of: track.details)
        writer.member("programme", programme)
        writer.endObject()
        return writer.bytes + [UInt8(ascii: "\n")]
    }

    /// A line of CSV, with its end.
    package var csv: [UInt8] {
        Array(CSV.line(CSV.columns.map { $0.cell(self) }).utf8)
    }
}

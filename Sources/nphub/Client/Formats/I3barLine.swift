import JSON
import NowPlaying

/// The status line of i3bar and swaybar (swaybar-protocol(7)): a header, then an array without end
/// of arrays of blocks, one block a station.
enum I3barLine {
    /// The header, and the bracket that opens the array.
    static let beginning = Array("{\"version\":1}\n[\n".utf8)
    /// The separator between two of the array's elements.
    static let separator = [UInt8(ascii: ",")]
    /// The bracket that closes the array, for a program that reads it to its end.
    static let ending = Array("]\n".utf8)

    /// The colour of a block whose station is not live, or while the hub is gone.
    private static let uncertain = "#888888"

    /// One element of the array, with the end of the line.
    static func blocks(of content: BarContent, _ text: BarText) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginArray()
        for state in content.stations {
            let isSure = content.problem == nil && state.connection.state == .live
            writer.beginObject()
            writer.member("name", "nphub")
            writer.member("instance", state.station.id)
            writer.member("full_text", text.text(for: state, at: content.now))
            if text.template == nil { writer.member("short_text", state.track?.title) }
            if !isSure { writer.member("color", uncertain) }
            writer.member("markup", "none")
            writer.endObject()
        }
        writer.endArray()
        return writer.bytes + [UInt8(ascii: "\n")]
    }
}

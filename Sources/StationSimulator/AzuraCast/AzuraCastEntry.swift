import JSON
import NowPlaying

/// An entry of AzuraCast's song history; what plays now is one too.
struct AzuraCastEntry: Sendable {
    let item: Broadcast.Item
    /// In seconds; 0 for unknown.
    let duration: Int64
    let station: SimulatedStation

    /// Start times are told so much later than the backend started the track, for what listeners'
    /// players buffer; `elapsed` is counted from the backend's start.
    static let bufferingSeconds: Int64 = 5

    /// The name of the playlist that automation plays from.
    static let playlist = "default"

    /// The start that is told of an item, in Unix time.
    static func playedAt(_ item: Broadcast.Item) -> Int64 {
        item.startsAt.wholeSeconds + bufferingSeconds
    }

    /// Writes the members, to which what plays now adds two of its own.
    func writeMembers(into writer: inout JSONWriter) {
        writer.member("sh_id", Int(item.number))
        writer.member("played_at", Int(Self.playedAt(item)))
        writer.member("duration", Int(duration))
        writer.member("playlist", item.show == nil ? Self.playlist : "")
        writer.member("streamer", item.show?.streamer ?? "")
        writer.member("is_request", false)
        writer.key("song")
        AzuraCastSong(track: item.track, station: station).write(into: &writer)
    }
}

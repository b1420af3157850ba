import JSON
import NowPlaying

/// What a site of somebody's own tells of a song, for protocols that carry anything: an object that
/// is empty while nothing plays, and the mapping that reads it.
struct MadeUpSong {
    let state: StationState

    /// What a mapping says to read it, beside the layer.
    static let settings = [
        FarmSetting(name: "messages", value: "[{ event: song }]", isVerbatim: true),
        FarmSetting(
            name: "track",
            value: """
                { key: /id, title: /title, artist: /artist, album: /album, artwork: /cover, \
                start: { at: /startedAt, unit: ms }, duration: /duration }
                """, isVerbatim: true),
    ]

    /// The object.
    var json: [UInt8] {
        [UInt8](json: {
            $0.beginObject()
            if let item = state.broadcast.current {
                $0.member("id", SimulatedTrack.number(of: item.track.text))
                $0.member("title", item.track.title)
                $0.member("artist", item.track.artist)
                $0.member("album", item.track.album)
                $0.member("cover", state.picture(of: item.track.text))
                $0.member("startedAt", Int(item.startsAt.milliseconds))
                $0.member("duration", StationState.wholeDuration(of: item))
            }
            $0.endObject()
        })
    }
}

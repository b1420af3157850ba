import JSON
import NowPlaying

/// The state that Volumio pushes, whole: `seek` in milliseconds, `duration` in seconds.
struct VolumioState: Sendable {
    let state: PlayerState
    let station: SimulatedStation

    /// The JSON object.
    var json: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("status", status)
        writer.member("position", 0)
        if let item = state.item { writeTrack(item.track, into: &writer) }
        writer.member("albumart", art)
        writer.member("uri", isStream ? "\(station.url)/stream.mp3" : "mnt/NAS/Music/track.flac")
        writer.member("trackType", isStream ? "webradio" : "flac")
        writer.member("seek", Int(state.position.milliseconds))
        if state.item != nil { writer.member("duration", duration) }
        writer.member("samplerate", isStream ? "" : "44.1 kHz")
        writer.member("bitdepth", isStream ? "" : "16 bit")
        writer.member("channels", isStream ? 0 : 2)
        writeSettings(into: &writer)
        writer.member("service", isStream ? "webradio" : "mpd")
        writer.endObject()
        return writer.bytes
    }

    /// What is stopped is the radio that was on last, with neither title nor artist.
    private var isStream: Bool { state.item == nil || state.isStream }

    private var status: String {
        switch state.status {
        case .playing: "play"
        case .paused: "pause"
        case .stopped: "stop"
        }
    }

    /// 0 for a stream.
    private var duration: Int { Int((state.duration ?? .zero).milliseconds + 500) / 1_000 }

    private var art: String {
        guard let track = state.item?.track, !isStream else { return "/albumart" }
        return "/albumart?cacheid=1&web=\(hexadecimal(stableHash(track.text)))/extralarge"
    }

    /// A stream has its title in one line.
    private func writeTrack(_ track: SimulatedTrack, into writer: inout JSONWriter) {
        if isStream {
            writer.member("title", track.text)
            for name in ["artist", "album"] {
                writer.key(named: name)
                writer.null()
            }
        } else {
            writer.member("title", track.title)
            writer.member("artist", track.artist)
            writer.member("album", track.album)
        }
    }

    /// Truth values that were never set are `null`.
    private func writeSettings(into writer: inout JSONWriter) {
        for name in ["random", "repeat"] {
            writer.key(named: name)
            writer.null()
        }
        writer.member("repeatSingle", false)
        writer.member("consume", false)
        writer.member("volume", 40)
        writer.member("disableVolumeControl", false)
        writer.member("mute", false)
        if isStream { writer.member("stream", "webradio") } else { writer.member("stream", false) }
        writer.member("updatedb", false)
        writer.member("volatile", false)
    }
}

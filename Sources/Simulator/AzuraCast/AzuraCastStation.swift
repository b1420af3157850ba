import JSON
import NowPlaying

/// The `station` object of AzuraCast: standing facts, and listeners by mount.
struct AzuraCastStation: Sendable {
    let number: Int
    let station: SimulatedStation
    let listeners: Listeners

    /// Writes the object.
    func write(into writer: inout JSONWriter) {
        let page = "\(station.url)/public/\(station.shortcode)"
        writer.beginObject()
        writer.member("id", number)
        writer.member("name", station.name)
        writer.member("shortcode", station.shortcode)
        writer.member("description", station.summary)
        writer.member("frontend", "icecast")
        writer.member("backend", "liquidsoap")
        writer.member("timezone", "Europe/Lisbon")
        writer.member("listen_url", station.streamURL)
        writer.member("url", station.url)
        writer.member("public_player_url", page)
        writer.member("playlist_pls_url", "\(page)/playlist.pls")
        writer.member("playlist_m3u_url", "\(page)/playlist.m3u")
        writer.member("is_public", true)
        writer.member("requests_enabled", false)
        writer.beginArray("mounts")
        writeMount(into: &writer)
        writer.endArray()
        writer.beginArray("remotes")
        writer.endArray()
        writer.member("hls_enabled", false)
        writer.member("hls_is_default", false)
        writer.key("hls_url")
        writer.null()
        writer.member("hls_listeners", 0)
        writer.endObject()
    }

    private func writeMount(into writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("id", number)
        writer.member("name", "/radio.wav (1411kbps WAV)")
        writer.member("url", station.streamURL)
        writer.member("bitrate", 1_411)
        writer.member("format", "wav")
        writer.key("listeners")
        writer.listeners(listeners)
        writer.member("path", "/radio.wav")
        writer.member("is_default", true)
        writer.endObject()
    }
}

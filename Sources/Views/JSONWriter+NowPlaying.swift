import JSON
import NowPlaying

/// The shape of the `nowPlaying` document: Apple's and the field's names, unknown values absent,
/// times in Unix seconds and lengths in seconds, both to 1 ms.
extension JSONWriter {
    mutating func write(_ state: NowPlaying) {
        beginObject()
        write("station", state.station)
        write("connection", state.connection)
        member("online", state.online)
        if let track = state.track { write("track", track) }
        if let playback = state.playback { write("playback", playback) }
        if let live = state.live { write("live", live) }
        if let programme = state.programme { write("programme", programme) }
        if let next = state.next { write("next", next) }
        if !state.history.isEmpty { write("history", state.history) }
        if let listeners = state.listeners { write("listeners", listeners) }
        endObject()
    }

    private mutating func write(_ key: StaticString, _ station: Station) {
        beginObject(key)
        member("id", station.id)
        member("name", station.name)
        member("url", station.url)
        member("description", station.description)
        if let logo = station.logo {
            beginObject("logo")
            member("light", logo.light)
            member("dark", logo.dark)
            endObject()
        }
        endObject()
    }

    private mutating func write(_ key: StaticString, _ connection: StationConnection) {
        beginObject(key)
        member("state", connection.state.rawValue)
        if let reason = connection.reason {
            beginObject("reason")
            member("code", reason.code)
            member("text", reason.text)
            endObject()
        }
        member("since", connection.since)
        endObject()
    }

    private mutating func write(_ key: StaticString, _ track: Track) {
        beginObject(key)
        member("id", track.id)
        member("title", track.title)
        member("artist", track.artist)
        member("album", track.album)
        member("genre", track.genre)
        member("isrc", track.isrc)
        member("artworkURL", track.artworkURL)
        member("kind", track.kind?.rawValue)
        endObject()
    }

    private mutating func write(_ key: StaticString, _ playback: Playback) {
        beginObject(key)
        member("state", playback.state.rawValue)
        member("rate", playback.rate)
        if let anchor = playback.anchor {
            member("elapsed", anchor.elapsed)
            member("asOf", anchor.asOf)
            member("startedAt", anchor.startedAt)
        }
        member("duration", playback.duration)
        member("quality", playback.anchor?.quality.rawValue)
        endObject()
    }

    private mutating func write(_ key: StaticString, _ live: LiveStreamer) {
        beginObject(key)
        member("streamer", live.streamer)
        member("isDefault", live.isDefault)
        member("startedAt", live.startedAt)
        member("artworkURL", live.artworkURL)
        endObject()
    }

    private mutating func write(_ key: StaticString, _ programme: Programme) {
        beginObject(key)
        member("id", programme.id)
        member("title", programme.title)
        member("kicker", programme.kicker)
        member("startsAt", programme.startsAt)
        member("endsAt", programme.endsAt)
        member("artworkURL", programme.artworkURL)
        endObject()
    }

    private mutating func write(_ key: StaticString, _ next: UpcomingTrack) {
        beginObject(key)
        member("title", next.title)
        member("artist", next.artist)
        member("album", next.album)
        member("artworkURL", next.artworkURL)
        member("startsAt", next.startsAt)
        member("duration", next.duration)
        endObject()
    }

    private mutating func write(_ key: StaticString, _ history: [PlayedTrack]) {
        beginArray(key)
        for track in history {
            beginObject()
            member("title", track.title)
            member("artist", track.artist)
            member("album", track.album)
            member("artworkURL", track.artworkURL)
            member("startedAt", track.startedAt)
            member("duration", track.duration)
            member("kind", track.kind?.rawValue)
            endObject()
        }
        endArray()
    }

    private mutating func write(_ key: StaticString, _ listeners: Listeners) {
        beginObject(key)
        member("current", listeners.current)
        member("unique", listeners.unique)
        member("total", listeners.total)
        endObject()
    }
}

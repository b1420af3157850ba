import JSON
import NowPlaying

/// The shape of the `nowPlaying` document: Apple's and the field's names, unknown values absent,
/// times in Unix seconds and lengths in seconds, both to 1 ms.
extension JSONWriter {
    mutating func write(_ state: NowPlaying, with options: DocumentOptions) {
        beginObject()
        write("station", state.station)
        write("connection", state.connection)
        member("online", state.online)
        if let track = state.track { write("track", track) }
        if let playback = state.playback { write("playback", playback) }
        if let live = state.live { write("live", live) }
        if let programme = state.programme { write("programme", programme) }
        if let next = state.next { write("next", next) }
        let history = state.history.prefix(options.historyCount)
        if !history.isEmpty { write("history", history) }
        if options.includesListeners, let listeners = state.listeners {
            write("listeners", listeners)
        }
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
            member("square", logo.square)
            endObject()
        }
        if !station.streams.isEmpty { write("streams", station.streams) }
        endObject()
    }

    private mutating func write(_ key: StaticString, _ streams: [StationStream]) {
        beginArray(key)
        for stream in streams {
            beginObject()
            member("id", stream.id)
            member("name", stream.name)
            member("url", stream.url)
            endObject()
        }
        endArray()
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
        members(TrackField.all, of: track.details)
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
        members(TrackField.upcoming, of: next.details)
        member("startsAt", next.startsAt)
        member("duration", next.duration)
        endObject()
    }

    private static let beforeTimes = TrackField.played.filter { $0.name != "kind" }
    private static let afterTimes = TrackField.played.filter { $0.name == "kind" }

    private mutating func write(
        _ key: StaticString, _ history: ArraySlice<Box<PlayedTrack>>
    ) {
        beginArray(key)
        for track in history {
            beginObject()
            member("title", track.title)
            member("artist", track.artist)
            members(Self.beforeTimes, of: track.details)
            member("startedAt", track.startedAt)
            member("duration", track.duration)
            members(Self.afterTimes, of: track.details)
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

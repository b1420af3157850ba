import NowPlaying
import Views

/// The data that views are made of: twenty stations, of which one is listened to.
enum SampleScene {
    static let now = Timestamp(milliseconds: Int64(AzuraCastServer.start) * 1_000)

    /// A station, playing one of two tracks.
    static let states = (0..<2).map { makeState("s0", track: $0) }
    /// A session that plays that station.
    static let scenes = (0..<2).map(makeScene)

    private static func makeScene(track place: Int) -> SessionSnapshot {
        var session = ListeningSession(id: "main", since: now - .seconds(600))
        session.station = "s0"
        session.state = .playing
        let stations = (0..<20).map { number in
            ListedStation(StationSnapshot(makeState("s\(number)", track: place)))
        }
        var scene = SessionSnapshot(session: session, stations: stations)
        scene.favourites = ["s3", "s1", "s7"]
        let elements = (0..<30).reversed().map { number in
            TimelineElement(
                track: track(place - number), startedAt: now - .seconds(Int64(number) * 200),
                duration: .seconds(200))
        }
        scene.timeline = StationTimeline(elements: elements, current: elements.last?.id)
        return scene
    }

    private static func makeState(_ station: String, track place: Int) -> NowPlaying {
        var facts = Station(id: station, name: "Station \(station)")
        facts.url = "https://\(station).example"
        facts.logo = Station.Logo(light: "https://\(station).example/logo.png")
        var state = NowPlaying(
            station: facts,
            connection: StationConnection(state: .live, since: now - .seconds(3_600)))
        state.online = true
        state.track = track(place)
        let anchor = Anchor(
            elapsed: .seconds(17), asOf: now, startedAt: now - .seconds(17), quality: .exact)
        state.playback = Playback(
            state: .playing, rate: 1, anchor: anchor, duration: .seconds(200))
        state.history = (1...5).map { Box(played(place - $0)) }
        return state
    }

    private static func track(_ place: Int) -> Track {
        var track = Track(id: "t\(place)", title: "Låg Tide \(place)")
        track.artist = "Mara Ebb & The Bollards"
        track.details.album = "Moorings"
        track.details.artworkURL = "https://radio.example/art/\(place).jpg"
        return track
    }

    private static func played(_ place: Int) -> PlayedTrack {
        var played = PlayedTrack(title: "Låg Tide \(place)")
        played.artist = "Mara Ebb & The Bollards"
        played.startedAt = now - .seconds(Int64(1 - place) * 200)
        played.duration = .seconds(200)
        return played
    }
}

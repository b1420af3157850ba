import NowPlaying
import Views

/// Two stations, of which `one` is listened to.
enum Radio {
    static let now = Timestamp(milliseconds: 1_735_741_800_000)

    static func station(_ id: String) -> ListedStation {
        ListedStation(
            StationSnapshot(
                NowPlaying(
                    station: Station(id: id, name: "Radio \(id)"),
                    connection: StationConnection(state: .live, since: now))))
    }

    /// A track that has been on air for 20 s.
    static func live(_ change: (inout SessionSnapshot) -> Void = { _ in }) -> SessionSnapshot {
        var session = ListeningSession(id: "main", since: now)
        session.station = "one"
        session.state = .playing
        session.supportedRates = [1, 1.5]
        var scene = SessionSnapshot(session: session, stations: [station("one"), station("two")])
        play("First Light", from: now - .seconds(20), in: &scene)
        scene.stations[0].nowPlaying.track?.artist = "Aurora"
        change(&scene)
        return scene
    }

    /// An element of ten minutes that began half an hour ago, heard from its fifth minute on.
    static func rewound(_ change: (inout SessionSnapshot) -> Void = { _ in }) -> SessionSnapshot {
        let start = now - .seconds(1_800)
        let element = TimelineElement(
            track: Track(id: "e1", title: "Long Ago"), startedAt: start, duration: .seconds(600))
        return live { scene in
            scene.timeline.elements = [element]
            scene.session.position = .rewound(.init(heard: start + .seconds(300), asOf: now))
            var presented = scene.stations[0].nowPlaying
            presented.track = element.track
            let anchor = Anchor(elapsed: .zero, asOf: start, startedAt: start, quality: .exact)
            presented.playback = Playback(
                state: .playing, rate: 1, anchor: anchor, duration: element.duration)
            scene.presented = presented
            change(&scene)
        }
    }

    static func play(_ title: String, from start: Timestamp, in scene: inout SessionSnapshot) {
        scene.stations[0].nowPlaying.track = Track(id: title, title: title)
        let anchor = Anchor(elapsed: .zero, asOf: start, startedAt: start, quality: .exact)
        scene.stations[0].nowPlaying.playback = Playback(
            state: .playing, rate: 1, anchor: anchor, duration: .seconds(180))
    }
}

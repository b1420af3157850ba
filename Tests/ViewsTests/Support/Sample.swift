import NowPlaying
import TestSupport
import Testing
import Views

/// Scenes to start a test from: half past two in the afternoon of New Year's Day 2025, in UTC.
enum Sample {
    static let now = Timestamp(milliseconds: 1_735_741_800_000)

    static func minutes(_ count: Int64) -> Interval { .seconds(count * 60) }

    /// A station that is connected, of which nothing else is known.
    static func station(
        _ id: String, streams: [String] = [], _ change: (inout NowPlaying) -> Void = { _ in }
    ) -> ListedStation {
        var state = NowPlaying(
            station: Station(id: id, name: "Radio " + id),
            connection: StationConnection(state: .live, since: now - minutes(60)))
        state.station.streams = streams.map { stream in
            StationStream(
                id: stream, name: "To " + stream, url: "https://\(id).example/\(stream)")
        }
        change(&state)
        return ListedStation(StationSnapshot(state))
    }

    static func track(_ id: String, _ title: String, by artist: String? = nil) -> Track {
        var track = Track(id: id, title: title)
        track.artist = artist
        return track
    }

    static func programme(
        _ title: String, from start: Int64, to end: Int64, kicker: String? = nil
    ) -> Programme {
        var programme = Programme(title: title)
        programme.startsAt = now + minutes(start)
        programme.endsAt = now + minutes(end)
        programme.kicker = kicker
        return programme
    }

    /// An element that began so many minutes before now.
    static func element(
        _ id: String, _ title: String, ago: Int64, minutes length: Int64? = nil,
        kind: Track.Kind? = nil
    ) -> TimelineElement {
        var track = track(id, title)
        track.kind = kind
        return TimelineElement(
            track: track, startedAt: now - minutes(ago), duration: length.map(minutes))
    }

    /// Playing for so many seconds at the hub's present time.
    static func playback(for seconds: Int64, of duration: Int64? = nil) -> Playback {
        let anchor = Anchor(
            elapsed: .seconds(seconds), asOf: now, startedAt: now - .seconds(seconds),
            quality: .exact)
        return Playback(
            state: .playing, rate: 1, anchor: anchor, duration: duration.map { .seconds($0) })
    }

    /// Nothing has been played; stations `one`, `two` and `three`.
    static func scene(
        _ stations: [ListedStation] = ["one", "two", "three"].map { station($0) },
        _ change: (inout SessionSnapshot) -> Void = { _ in }
    ) -> SessionSnapshot {
        let session = ListeningSession(id: "main", since: now - minutes(10))
        var scene = SessionSnapshot(session: session, stations: stations)
        change(&scene)
        return scene
    }

    /// The session is at the station `one`.
    static func listening(
        to station: ListedStation = Sample.station("one"),
        _ change: (inout SessionSnapshot) -> Void = { _ in }
    ) -> SessionSnapshot {
        scene([station, Sample.station("two"), Sample.station("three")]) { scene in
            scene.session.station = station.id
            scene.session.state = .playing
            change(&scene)
        }
    }

    static func lockScreen(_ scene: SessionSnapshot) -> LockScreen { LockScreen(of: scene) }

    static func carPlay(
        _ scene: SessionSnapshot, at time: Timestamp = now,
        _ change: (inout CarPlayOptions) -> Void = { _ in }
    ) -> CarPlayDocument {
        var options = CarPlayOptions()
        change(&options)
        let document = CarPlayDocument(of: scene, options: options, at: time)
        let violations = CarPlayValidator.violations(
            of: document, category: options.category, limits: options.limits)
        #expect(violations.isEmpty)
        return document
    }
}

extension SessionSnapshot {
    /// Goes so many minutes back, as heard at `Sample.now`, to where this was on air.
    mutating func rewind(
        by ago: Int64, in element: TimelineElement? = nil, of programme: AiredProgramme? = nil
    ) {
        rewind(to: Sample.now - Sample.minutes(ago), in: element, of: programme)
    }

    mutating func rewind(
        to moment: Timestamp, at now: Timestamp = Sample.now, in element: TimelineElement? = nil,
        of programme: AiredProgramme? = nil
    ) {
        session.position = .rewound(.init(heard: moment, asOf: now))
        self.programme = programme
        guard var presented = stations.first(where: { $0.id == session.station })?.nowPlaying
        else { return }
        presented.track = element?.track
        presented.programme = programme?.programme
        (presented.live, presented.next) = (nil, nil)
        let anchor = element?.startedAt.map {
            Anchor(elapsed: .zero, asOf: $0, startedAt: $0, quality: .exact)
        }
        presented.playback = Playback(
            state: .playing, rate: 1, anchor: anchor, duration: element?.duration)
        self.presented = presented
    }
}

extension CarPlayDocument {
    /// The row with this id, in whichever list it is.
    func item(_ id: String) -> ListItem? {
        allLists.lazy.flatMap(\.items).first { $0.id == id }
    }

    /// The texts of a list's rows.
    func texts(of list: String) -> [String] {
        self.list(list)?.items.map(\.text) ?? []
    }

    /// The ids of the now-playing buttons, without the template's.
    var buttons: [String] {
        nowPlaying?.buttons.map { String($0.id.drop { $0 != "#" }.dropFirst()) } ?? []
    }
}

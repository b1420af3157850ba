import NowPlaying
import Support
import Views

/// A scene that lives at random: stations, listeners and players do what they like.
struct RandomScene {
    var generator: SeededGenerator
    var scene: SessionSnapshot
    var now = Sample.now
    private var count: Int64 = 0

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
        let stations = (0..<generator.pick([0, 4, 18, 60])).map { index in
            let streams = index % 4 == 1 ? ["south", "north", "east"] : []
            var station = Sample.station("s\(index)", streams: streams)
            if index % 3 == 0 {
                station.location = Location(latitude: Double(index) * 4, longitude: 11)
            }
            return station
        }
        scene = Sample.scene(stations)
        for _ in 0..<40 { live() }
    }

    /// Anything happens.
    mutating func live() {
        switch generator.number(0...9) {
        case 0: now = now + .milliseconds(generator.number(1...70_000))
        case 1: begin()
        case 2: beginProgramme()
        case 3: seek()
        case 4: scene.session.station = anyStation(orNone: true)
        case 5: reorder()
        default: changeInPlace()
        }
    }

    /// The session's station goes on for some minutes, with or without programmes.
    mutating func liveOn() {
        now = now + .milliseconds(generator.number(30_000...300_000))
        begin()
        if generator.oneIn(20) { beginProgramme() }
        if generator.oneIn(40) { scene.timeline.onAir = nil }
    }

    /// Something happens that changes no list: a text, a picture, a state.
    mutating func changeInPlace() {
        switch generator.number(0...11) {
        case 0: changeStation { $0.track = $1.maybe($1.track()) }
        case 1: changeStation { $0.programme = $1.maybe($1.programme()) }
        case 2: changeStation { $0.playback = $1.maybe($1.playback()) }
        case 3:
            changeStation { $0.connection.state = $1.pick([.connecting, .live, .stale, .failing]) }
        case 4: changeStation { $0.online = $1.pick([nil, true, false]) }
        case 5: changeStation { $0.station.name = "Radio " + $1.text() }
        case 6: changeStation { $0.station.logo = Station.Logo(light: $1.address()) }
        case 7: retitle()
        case 8: scene.session.state = generator.pick(PlaybackState.allCases)
        case 9: request()
        case 10: scene.news = generator.pick([[], [.recent], [.favourites]])
        default: choose()
        }
    }

    private mutating func changeStation(
        _ change: (inout NowPlaying, inout SeededGenerator) -> Void
    ) {
        guard let index = scene.stations.indices.randomElement(using: &generator) else { return }
        // The track on air keeps its id if the timeline has it: another id changes a list.
        let track = scene.stations[index].nowPlaying.track
        change(&scene.stations[index].nowPlaying, &generator)
        guard scene.timeline.elements.contains(where: { $0.id == track?.id }) else { return }
        if scene.stations[index].nowPlaying.track == nil {
            scene.stations[index].nowPlaying.track = track
        }
        if let track { scene.stations[index].nowPlaying.track?.id = track.id }
    }

    private mutating func retitle() {
        guard let index = scene.timeline.elements.indices.randomElement(using: &generator) else {
            return
        }
        let id = scene.timeline.elements[index].id
        scene.timeline.elements[index].track = generator.track()
        scene.timeline.elements[index].track.id = id
    }

    private mutating func request() {
        guard let station = anyStation() else { return }
        scene.session.requests = generator.pick([
            [], [.init(command: .select(station: station))],
            [.init(command: .select(station: station, stream: "south"))],
            [.init(command: .select(station: station), failure: .noAnswer)],
            [.init(command: .pause, failure: .reported(generator.text()))],
        ])
    }

    private mutating func choose() {
        guard let station = anyStation() else { return }
        scene.chosenStreams[station] = generator.pick([nil, "south", "north"])
        scene.session.supportedRates = generator.pick([[1], [0.5, 1, 2]])
        scene.session.rate = generator.pick([1, 2])
    }

    private mutating func anyStation(orNone: Bool = false) -> String? {
        if orNone, generator.oneIn(5) { return nil }
        return scene.stations.randomElement(using: &generator)?.id
    }

    private mutating func reorder() {
        scene.order = Array(scene.stations.map(\.id).shuffled(using: &generator).prefix(5))
        scene.favourites = Array(scene.stations.map(\.id).shuffled(using: &generator).prefix(3))
        scene.otherStations = Int(generator.number(0...2))
    }

    /// Another element begins on air.
    private mutating func begin() {
        count += 1
        var track = generator.track()
        track.id = "e\(count)"
        track.kind = generator.pick([nil, .music, .news])
        let start = generator.maybe(now)
        scene.timeline.elements.insert(
            TimelineElement(track: track, startedAt: start, duration: .seconds(200)), at: 0)
        scene.timeline.current = generator.maybe(track.id)
        if scene.timeline.elements.count > 300 { scene.timeline.elements.removeLast() }
    }

    private mutating func beginProgramme() {
        count += 1
        if var past = scene.timeline.onAir {
            past.programme.endsAt = now
            scene.timeline.past.insert(past, at: 0)
        }
        var programme = generator.programme()
        programme.startsAt = now
        scene.timeline.onAir = AiredProgramme(id: "p\(count)", programme: programme)
    }

    private mutating func seek() {
        let element = scene.timeline.elements.randomElement(using: &generator)
        guard let start = element?.startedAt, !generator.oneIn(3) else {
            scene.session.position = .live
            scene.presented = nil
            return
        }
        let programme = scene.timeline.past.first { $0.contains(start) }
        scene.rewind(
            to: start + .seconds(generator.number(-5...60)), at: now, in: element, of: programme)
        scene.session.rewindWindow = Sample.minutes(generator.pick([0, 2, 300, 300]))
    }
}

extension SeededGenerator {
    fileprivate mutating func text() -> String {
        pick(["Dawn", "Ebb \"and\" Flow", "潮", "Ночь", String(repeating: "long ", count: 90)])
            + " \(number(0...99))"
    }

    fileprivate mutating func address() -> String {
        "https://a.example/\(number(0...9))" + pick([".png", ".jpg", ".gif", ""])
    }

    fileprivate mutating func track() -> Track {
        var track = Track(id: "t\(number(0...9_999))", title: text())
        track.artist = maybe(text())
        track.artworkURL = maybe(address())
        track.artworkSize = maybe(ArtworkSize(width: 600, height: 400)) ?? nil
        return track
    }

    fileprivate mutating func programme() -> Programme {
        var programme = Programme(title: text())
        programme.kicker = maybe(text())
        programme.startsAt = maybe(Sample.now - Sample.minutes(number(1...50)))
        programme.endsAt = maybe(Sample.now + Sample.minutes(number(1...50)))
        return programme
    }

    fileprivate mutating func playback() -> Playback {
        Sample.playback(for: number(0...300), of: maybe(200))
    }
}

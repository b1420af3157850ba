import NowPlaying
import Support
import TestSupport
import Testing

@testable import Hub
@testable import Sessions
@testable import Stations

/// A session always shows the timeline's state at the listener's moment of the broadcast, on any
/// way to that moment.
struct OneMomentTests {
    @Test(arguments: 0..<20)
    func `what is shown is a function of timeline and position alone`(seed: UInt64) throws {
        var evening = try Evening(seed: seed)
        for _ in 0..<120 { try evening.act() }
        for complaint in evening.complaints { Issue.record("seed \(seed): \(complaint)") }
        #expect(evening.pauses > 3 && evening.titles.count > 5)
    }
}

/// Random programmes of a station, and a listener who pauses, seeks and changes streams.
private struct Evening {
    /// The lock screen's state at a time.
    private struct Shown: Equatable {
        let title: String?
        let position: Double?

        func differs(from other: Shown) -> Bool {
            let distance: Double =
                switch (position, other.position) {
                case (nil, nil): 0
                case (let mine?, let other?): abs(mine - other)
                case (nil, _?), (_?, nil): .infinity
                }
            return title != other.title || distance > 0.1
        }
    }

    private var world: World
    private var phone: Follower
    private var screen: Follower
    private var generator: SeededGenerator
    private var lockScreen: Tree?
    private var delay = Interval.seconds(8)
    private var lastSong = 0
    /// The start of the song that was told last.
    private var begins = 0.0
    private(set) var complaints: [String] = []
    private(set) var pauses = 0
    private(set) var titles: Set<String> = []

    init(seed: UInt64) throws {
        generator = SeededGenerator(seed: seed)
        world = .programs([Self.station(delay: delay)], sessions: Self.sessions)
        phone = Follower(world)
        screen = try Self.screen(in: world)
        try phone.command("select", #""station":"one","stream":"north""#)
    }

    private static func screen(in world: World) throws -> Follower {
        let screen = Follower(world)
        try screen.follow("lockScreen", #""minInterval":0"#)
        return screen
    }

    private static let sessions = [
        "main": SessionConfiguration.make(rates: [0.5, 1, 1.5], window: .seconds(900))
    ]

    private static func station(delay: Interval) -> StationConfiguration {
        var station = StationConfiguration.program("one", streams: ["north", "south"])
        station.delay = delay
        station.streams[1].delay = .seconds(20)
        return station
    }

    private mutating func number(below end: Int) -> Int {
        Int.random(in: 0..<end, using: &generator)
    }

    private var now: Double { (world.now.wall - .at(0)).seconds }

    // MARK: What happens

    mutating func act() throws {
        world.run(for: .milliseconds(Int64(number(below: 30_000))))
        switch number(below: 20) {
        case 0..<8: sing()
        case 8..<11: try pause()
        case 11..<13: try ask("seek", #""by":\#(-number(below: 600))"#)
        case 13: try ask("seek", #""by":\#(number(below: 60))"#)
        case 14: try ask("live", "")
        case 15: try ask("rate", #""cycle":true"#)
        case 16:
            let stream = ["north", "south"][number(below: 2)]
            try ask("select", #""station":"one","stream":"\#(stream)""#)
        case 17: reload()
        case 18: number(below: 3) == 0 ? try restart() : reconnect()
        default: break
        }
        try check()
    }

    /// The next song, early or late.
    private mutating func sing() {
        let early = Double(number(below: 8_000)) / 1_000 - 4
        lastSong += 1
        begins = max(now + early, begins + 1)
        world.say(
            ProgramReport("Song \(lastSong)", at: begins, for: Double(20 + number(below: 200))))
    }

    private mutating func pause() throws {
        let before = try shown()
        let onAir = onAir
        try ask("pause", "")
        let after = try shown()
        if before.differs(from: after), onAir?.playback?.anchor != nil {
            complaints.append("a pause made \(after) of \(before)")
        }
        pauses += 1
        world.run(for: .milliseconds(Int64(number(below: 20_000))))
        try check()
        if number(below: 4) > 0 { try ask("play", "") }
    }

    private mutating func reload() {
        delay = .seconds(Int64(number(below: 12)))
        let stations = [Self.station(delay: delay)]
        world.handle(
            .reconfigured(HubConfiguration(stations: stations, sessions: Self.sessions)))
    }

    private mutating func reconnect() {
        world.lose()
        world.run(for: .seconds(Int64(number(below: 5))))
        world.open()
        sing()
    }

    /// The hub's life ends, and another begins that remembers.
    private mutating func restart() throws {
        var restored = RestoredState()
        restored.timelines["one"] = world.listing(of: StationIndex(number: 0))
        let index = world.hub.sessions.index(of: "main")
        restored.sessions = index.flatMap { world.hub.sessions[$0]?.restored }.map { [$0] } ?? []
        let configuration = HubConfiguration(
            stations: [Self.station(delay: delay)], sessions: Self.sessions)
        world = World(configuration, restored: restored, at: world.now)
        phone = Follower(world)
        screen = try Self.screen(in: world)
        world.open()
        sing()
    }

    /// A command that may be impossible where the listener is.
    private func ask(_ action: String, _ rest: String) throws {
        let text = #"{"action":"\#(action)"\#(rest.isEmpty ? "" : ",")\#(rest)}"#
        world.write(
            #"{"jsonrpc":"2.0","id":1,"method":"command","params":\#(text)}"# + "\n",
            as: phone.client)
    }

    // MARK: What is shown

    private mutating func shown() throws -> Shown {
        lockScreen = try screen.records().last?.lockScreen ?? lockScreen
        let elapsed = lockScreen?.elapsed
        let asOf = lockScreen?["asOf"]?.number.map { $0 - Timestamp.at(0).seconds }
        let length = onAir?.playback?.duration?.seconds ?? .infinity
        let rate = lockScreen?.rate ?? 0
        let position = elapsed.flatMap { elapsed in
            asOf.map { min(max(0, elapsed + rate * (now - $0)), length) }
        }
        return Shown(title: lockScreen?.title, position: position)
    }

    private var session: ListeningSession {
        let index = world.hub.sessions.index(of: "main")
        return index.flatMap { world.hub.sessions[$0]?.reported }
            ?? ListeningSession(id: "none", since: world.now.wall)
    }

    /// The timeline's state at the listener's moment.
    private var onAir: OnAir? {
        let timeline = world.hub.store.timeline(of: StationIndex(number: 0))
        return timeline.onAir(at: session.broadcastTime(at: world.now.wall))
    }

    private mutating func check() throws {
        let shown = try shown()
        let (session, onAir) = (session, onAir)
        let moment = session.broadcastTime(at: world.now.wall)
        let expected = Shown(
            title: onAir?.play?.track.title ?? "Radio one",
            position: onAir?.playback?.position(at: moment)?.seconds)
        if let title = shown.title { titles.insert(title) }
        guard expected.position != nil else {
            if shown.title != expected.title {
                complaints.append("at \(now): \(shown) in place of \(expected)")
            }
            return
        }
        if shown.differs(from: expected) {
            complaints.append(
                """
                at \(now) \(session.state) \(session.position) at \(session.rate) \
                behind by \(session.streamDelay): \(shown) in place of \(expected)
                """)
        }
    }
}

import Expectations
import Hub
import NowPlaying
import Testing
import Views

@testable import FanOut

/// The documents that the desktop is given of a session.
struct DesktopTests {
    private static let desktop = ClientID(number: 1_000)
    private let world = World(.make(["one", "two"]))

    init() {
        for station in ["one", "two"] {
            world.open(station)
            world.publish("First Light", from: station)
        }
    }

    /// The documents that the desktop was given so far.
    private var shown: [MediaPlayer] {
        world.effects.compactMap { effect in
            guard case .deliver(Self.desktop, .record(let record, _, _, _)) = effect else {
                return nil
            }
            return record.value as? MediaPlayer
        }
    }

    private func command(_ command: SessionCommand, session: String = "main") {
        world.handle(.commanded(command, session: session, sender: "mpris"))
    }

    private func connect(to session: String = "main") {
        let request = OutputRequest(
            options: DocumentOptions(view: .mediaPlayer), session: session, minInterval: .zero,
            isFollower: false)
        world.handle(.outputConnected(Self.desktop, request))
    }

    @Test func `without a desktop nothing is shown`() {
        command(.select(station: "one"))
        #expect(shown.isEmpty)
    }

    @Test func `a desktop that comes is given the present state`() {
        command(.select(station: "one"))
        connect()
        expect(shown.map(\.metadata?.title), is: ["First Light"])
        expect(shown.last?.playbackStatus, is: .playing)
    }

    @Test func `every change of the session is shown, and no other`() {
        connect()
        command(.select(station: "one"))
        world.publish("Second Wind")
        let count = shown.count
        expect(shown.last?.metadata?.title, is: "Second Wind")
        world.publish("Second Wind")
        world.publish("Elsewhere", from: "two")
        command(.favourite(station: "two", isOn: true))
        world.run(for: .seconds(120))
        expect(shown.count, is: count)
        command(.next)
        expect(shown.last?.metadata?.station, is: "two")
        command(.pause)
        expect(shown.last?.playbackStatus, is: .paused)
        expect(shown.count, is: count + 2)
    }

    @Test func `what a rewound listener hears changes with time`() {
        connect()
        command(.select(station: "one"))
        for (row, title) in ["Second Wind", "Third Eye"].enumerated() {
            let start = world.now.wall.seconds
            world.publish(Publication(title: title, row: row, playedAt: start))
            world.run(for: .seconds(60))
        }
        command(.seekBy(.seconds(-90)))
        expect(shown.last?.metadata?.title, is: "Second Wind")
        expect(shown.last?.canSeek, is: true)
        world.run(for: .seconds(60))
        expect(shown.last?.metadata?.title, is: "Third Eye")
    }

    @Test func `the only station cannot be left`() {
        connect()
        command(.select(station: "one"))
        expect(shown.last?.canGoNext, is: true)
        world.reconfigure(["one"])
        expect(shown.last?.canGoNext, is: false)
    }

    @Test func `a session that a desktop shows does not end`() {
        connect(to: "car")
        command(.select(station: "one"), session: "car")
        #expect(shown.last?.metadata != nil)
        world.run(for: .seconds(3_600))
        #expect(shown.last?.metadata != nil)
        command(.select(station: "two"), session: "car")
        expect(shown.last?.metadata?.station, is: "two")
    }

    @Test func `a desktop that is gone is shown nothing`() {
        connect()
        let count = shown.count
        world.handle(.clientDisconnected(Self.desktop))
        command(.select(station: "one"))
        expect(shown.count, is: count)
    }
}

import Expectations
import NowPlaying
import Testing
import Views

struct DiscontinuityTests {
    private static let element = Sample.element("e1", "Long Ago", ago: 30, minutes: 10)
    private static let scene = Sample.listening(
        to: Sample.station("one", streams: ["south", "north"]) { state in
            state.track = Sample.track("t1", "First Light", by: "Aurora")
            state.playback = Sample.playback(for: 20, of: 180)
        }
    ) { $0.session.supportedRates = [1, 1.5] }

    private static func isSent(_ change: (inout SessionSnapshot) -> Void) -> Bool {
        var changed = scene
        change(&changed)
        return LockScreen(of: changed).isDiscontinuity(after: LockScreen(of: scene))
    }

    @Test func `the first one is sent`() {
        #expect(LockScreen(of: Self.scene).isDiscontinuity(after: nil))
    }

    @Test func `nothing equal is sent`() {
        #expect(!Self.isSent { _ in })
    }

    /// Something that happens to a session, in words.
    struct Happening: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let change: @Sendable (inout SessionSnapshot) -> Void

        init(_ name: String, _ change: @escaping @Sendable (inout SessionSnapshot) -> Void) {
            testDescription = name
            self.change = change
        }
    }

    @Test(
        arguments: [
            Happening("track") { $0.stations[0].nowPlaying.track = Sample.track("t2", "Second") },
            Happening("no track") { $0.stations[0].nowPlaying.track = nil },
            Happening("pause") { $0.session.state = .paused },
            Happening("stop") { $0.session.state = .stopped },
            Happening("interruption") { $0.session.state = .interrupted },
            Happening("seek") { $0.rewind(by: 25, in: element) },
            Happening("jump") { $0.stations[0].nowPlaying.playback = Sample.playback(for: 90) },
            Happening("stream") { $0.session.stream = "north" },
            Happening("station") { $0.session.station = "two" },
            Happening("favourite") { $0.favourites = ["one"] },
            Happening("stale") { $0.stations[0].nowPlaying.connection.state = .stale },
            Happening("album") { $0.stations[0].nowPlaying.track?.album = "Tides" },
        ])
    func `what a listener does or hears is sent`(happening: Happening) {
        let isSent = Self.isSent(happening.change)
        #expect(isSent)
    }

    @Test func `another programme beside the same track is shown, and is the same content`() {
        var other = Self.scene
        other.stations[0].nowPlaying.programme = Sample.programme("Evening", from: 0, to: 60)
        let (before, after) = (LockScreen(of: Self.scene), LockScreen(of: other))
        #expect(after.isDiscontinuity(after: before))
        expect(after.programme, is: "Evening")
        expect(after.contentIdentifier, is: before.contentIdentifier)
    }

    @Test func `a change of rate is sent`() {
        var before = Self.scene
        before.rewind(by: 25, in: Self.element)
        var after = before
        after.session.rate = 1.5
        #expect(LockScreen(of: after).isDiscontinuity(after: LockScreen(of: before)))
    }

    @Test func `time passing is never a reason`() {
        // The same line through time, told later.
        #expect(
            !Self.isSent { scene in
                let later = Sample.now + .seconds(45)
                let anchor = Anchor(
                    elapsed: .seconds(65), asOf: later,
                    startedAt: Sample.now - .seconds(20), quality: .exact)
                scene.stations[0].nowPlaying.playback?.anchor = anchor
            })
        var rewound = Self.scene
        rewound.session.rate = 1.5
        rewound.rewind(by: 25, in: Self.element)
        var later = rewound
        later.session.position = .rewound(
            .init(
                heard: Sample.now - Sample.minutes(25) + .seconds(30),
                asOf: Sample.now + .seconds(20)))
        #expect(!LockScreen(of: later).isDiscontinuity(after: LockScreen(of: rewound)))
    }

    @Test func `a player that says again that it is paused is no reason`() {
        var paused = Self.scene
        paused.session.state = .paused
        paused.rewind(by: 25, in: Self.element)
        var again = paused
        again.session.since = again.session.since + .seconds(5)
        again.session.position = .rewound(
            .init(
                heard: Sample.now - Sample.minutes(25), asOf: Sample.now + .seconds(5)))
        #expect(!LockScreen(of: again).isDiscontinuity(after: LockScreen(of: paused)))
    }

    @Test(
        arguments: [
            Happening("connecting") {
                $0.stations[0].nowPlaying.connection.state = .connecting
            },
            Happening("elsewhere") { $0.stations[1].nowPlaying.track = Sample.track("x", "X") },
            Happening("listeners") { $0.stations[0].nowPlaying.listeners = Listeners(current: 4) },
            Happening("timeline") { $0.timeline.elements = [element] },
            Happening("sender") { $0.session.sender = "car-2" },
            Happening("request") { $0.session.requests = [.init(command: .pause)] },
        ])
    func `what the screen does not show is no reason`(happening: Happening) {
        let isSent = Self.isSent(happening.change)
        #expect(!isSent)
    }

    @Test func `a new track on air is no reason while the session is rewound`() {
        var rewound = Self.scene
        rewound.rewind(by: 25, in: Self.element)
        rewound.timeline.elements = [Self.element]
        var after = rewound
        after.stations[0].nowPlaying.track = Sample.track("t2", "Second")
        after.stations[0].nowPlaying.playback = Sample.playback(for: 0)
        after.timeline.elements.insert(Sample.element("t2", "Second", ago: 0), at: 0)
        #expect(!LockScreen(of: after).isDiscontinuity(after: LockScreen(of: rewound)))
    }
}

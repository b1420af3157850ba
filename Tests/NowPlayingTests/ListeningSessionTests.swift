import Expectations
import NowPlaying
import Testing

struct ListeningSessionTests {
    private static let now = Timestamp(milliseconds: 1_735_741_800_000)

    private static func session(
        _ change: (inout ListeningSession) -> Void = { _ in }
    ) -> ListeningSession {
        var session = ListeningSession(id: "main", since: now)
        session.state = .playing
        session.supportedRates = [0.5, 1, 1.5, 2]
        change(&session)
        return session
    }

    private static func rewound(by ago: Int64 = 60) -> ListeningPosition {
        .rewound(.init(heard: now - .seconds(ago), asOf: now))
    }

    @Test(arguments: [(1.0, 1.5), (1.5, 2.0), (2.0, 0.5), (1.2, 1.5), (3.0, 0.5)])
    func `the fastest rate is followed by the slowest`(rate: Double, next: Double) {
        let session = Self.session {
            $0.position = Self.rewound()
            $0.rate = rate
        }
        expect(session.nextRate, is: next)
    }

    @Test func `at the live edge nothing is faster than life`() {
        expect(Self.session().allowedRates, is: [0.5, 1])
        expect(Self.session().nextRate, is: 0.5)
        expect(Self.session { $0.supportedRates = [] }.nextRate, is: 1)
    }

    @Test func `a live listener hears what is on air`() {
        let state = NowPlaying(
            station: Station(id: "one", name: "One"),
            connection: StationConnection(state: .live, since: Self.now))
        expect(Self.session().heard(of: state), is: state)
    }

    @Test func `a rewound listener hears the track where it was then`() {
        let start = Self.now - .seconds(90)
        var presented = NowPlaying(
            station: Station(id: "one", name: "One"),
            connection: StationConnection(state: .live, since: Self.now))
        presented.track = Track(id: "e", title: "Then")
        presented.playback = Playback(
            state: .playing, rate: 1,
            anchor: Anchor(elapsed: .zero, asOf: start, startedAt: start, quality: .estimated),
            duration: .seconds(200))
        var session = Self.session { $0.position = Self.rewound() }
        let heard = session.heard(of: presented)
        expect(heard.track, is: presented.track)
        expect(heard.playback?.position(at: Self.now + .seconds(10)), is: .seconds(40))
        expect(heard.playback?.duration, is: .seconds(200))
        expect(heard.playback?.anchor?.quality, is: .estimated)
        session.state = .paused
        let held = session.heard(of: presented)
        expect(held.playback?.state, is: .paused)
        expect(held.playback?.position(at: Self.now + .seconds(10)), is: .seconds(30))
    }

    @Test func `a stream that is behind is heard as much later`() {
        let session = Self.session { $0.streamDelay = .seconds(2) }
        expect(session.liveEdge(at: Self.now), is: Self.now - .seconds(2))
        expect(session.broadcastTime(at: Self.now), is: Self.now - .seconds(2))
        var presented = NowPlaying(
            station: Station(id: "one", name: "One"),
            connection: StationConnection(state: .live, since: Self.now))
        presented.playback = Playback(
            state: .playing, rate: 1,
            anchor: Anchor(
                elapsed: .zero, asOf: Self.now, startedAt: Self.now, quality: .exact))
        let heard = session.heard(of: presented)
        expect(heard.playback?.position(at: Self.now + .seconds(5)), is: .seconds(3))
    }

    @Test func `the broadcast is heard at the listener's rate`() {
        let later = Self.now + .seconds(20)
        var session = Self.session { $0.position = Self.rewound() }
        session.rate = 1.5
        expect(session.broadcastTime(at: later), is: Self.now - .seconds(30))
        session.state = .paused
        expect(session.broadcastTime(at: later), is: Self.now - .seconds(60))
        expect(Self.session().broadcastTime(at: later), is: later)
        expect(Self.session { $0.state = .paused }.broadcastTime(at: later), is: Self.now)
    }

    @Test(
        arguments: [
            (PlaybackState.unknown, false), (.playing, true), (.paused, true), (.stopped, false),
            (.interrupted, true),
        ])
    func `a station is held while it plays or could at once`(
        state: PlaybackState, isHeld: Bool
    ) {
        expect(state.isHeld, is: isHeld)
    }

    @Test func `a programme contains what began in it`() {
        var programme = Programme(title: "Dawn")
        #expect(!AiredProgramme(id: "p", programme: programme).contains(Self.now))
        programme.startsAt = Self.now
        #expect(AiredProgramme(id: "p", programme: programme).contains(Self.now + .seconds(9)))
        programme.endsAt = Self.now + .seconds(5)
        let aired = AiredProgramme(id: "p", programme: programme)
        #expect(aired.contains(Self.now))
        #expect(!aired.contains(Self.now + .seconds(5)))
        #expect(!aired.contains(Self.now - .seconds(1)))
    }
}

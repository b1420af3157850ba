import Expectations
import NowPlaying
import Testing
import Views

struct MediaPlayerChangeTests {
    private static let element = Sample.element("e1", "Long Ago", ago: 30, minutes: 10)
    private static let scene = Sample.listening(
        to: Sample.station("one") { state in
            state.track = Sample.track("t1", "First Light", by: "Aurora")
            state.playback = Sample.playback(for: 20, of: 180)
        }
    ) { $0.session.supportedRates = [1, 1.5] }

    /// Returns the changes that are told of a changed scene, half a minute later.
    private static func changes(
        of scene: SessionSnapshot = scene, _ change: (inout SessionSnapshot) -> Void
    ) -> MediaPlayer.Changes {
        var changed = scene
        change(&changed)
        return MediaPlayer(of: changed)
            .changes(since: MediaPlayer(of: scene), at: Sample.now + .seconds(30))
    }

    @Test func `nothing is told when nothing changed`() {
        #expect(Self.changes { _ in }.isEmpty)
    }

    @Test func `a later point on the same line is nothing`() {
        let changes = Self.changes { scene in
            scene.stations[0].nowPlaying.playback?.anchor = Anchor(
                elapsed: .seconds(50), asOf: Sample.now + .seconds(30),
                startedAt: Sample.now - .seconds(20), quality: .exact)
        }
        #expect(changes.isEmpty)
    }

    @Test func `what the player does not show is nothing`() {
        #expect(Self.changes { $0.stations[0].nowPlaying.connection.state = .stale }.isEmpty)
        #expect(Self.changes { $0.stations[1].nowPlaying.track = Sample.track("x", "X") }.isEmpty)
        #expect(Self.changes { $0.favourites = ["one"] }.isEmpty)
        #expect(Self.changes { $0.session.sender = "car-2" }.isEmpty)
    }

    @Test func `any text that changes is a change of the metadata alone`() {
        let changes = Self.changes { $0.stations[0].nowPlaying.track?.artist = "Aurora B." }
        expect(changes, is: .init(properties: [.metadata], isSeeked: false))
    }

    @Test func `a new track at its beginning is not a seek`() {
        let start = Sample.now + .seconds(29)
        let changes = Self.changes { scene in
            scene.stations[0].nowPlaying.track = Sample.track("t2", "Second")
            scene.stations[0].nowPlaying.playback?.anchor = Anchor(
                elapsed: .zero, asOf: start, startedAt: start, quality: .arrival)
        }
        expect(changes, is: .init(properties: [.metadata], isSeeked: false))
    }

    @Test func `a new track that is joined in its midst is a seek`() {
        let changes = Self.changes { scene in
            scene.stations[0].nowPlaying.track = Sample.track("t2", "Second")
        }
        expect(changes, is: .init(properties: [.metadata], isSeeked: true))
    }

    @Test func `a jump in a track is a seek, and no other metadata`() {
        let changes = Self.changes {
            $0.stations[0].nowPlaying.playback = Sample.playback(for: 90, of: 180)
        }
        expect(changes, is: .init(properties: [], isSeeked: true))
        var rewound = Self.scene
        rewound.rewind(by: 25, in: Self.element)
        let jump = Self.changes(of: rewound) {
            $0.rewind(by: 24, in: Self.element)
        }
        expect(jump, is: .init(properties: [], isSeeked: true))
    }

    @Test func `a pause is not a seek, and going on live is one`() {
        var paused = Self.scene
        paused.session.state = .paused
        paused.session.since = Sample.now + .seconds(30)
        let pause = Self.changes { $0.session = paused.session }
        expect(pause, is: .init(properties: [.playbackStatus], isSeeked: false))
        let resumption = Self.changes(of: paused) {
            $0.session.state = .playing
            $0.session.since = Sample.now + .seconds(30)
        }
        expect(resumption, is: .init(properties: [.playbackStatus], isSeeked: false))
        var earlier = paused
        earlier.session.since = Sample.now
        let lateResumption = Self.changes(of: earlier) { $0.session = Self.scene.session }
        expect(lateResumption, is: .init(properties: [.playbackStatus], isSeeked: true))
    }

    @Test func `a stop is not a seek`() {
        let changes = Self.changes { $0.session.state = .stopped }
        expect(changes, is: .init(properties: [.playbackStatus], isSeeked: false))
    }

    @Test func `another rate is told from where the position is`() {
        var rewound = Self.scene
        rewound.rewind(by: 25, in: Self.element)
        let changes = Self.changes(of: rewound) { scene in
            scene.session.rate = 1.5
            scene.session.position = .rewound(
                .init(
                    heard: Sample.now - Sample.minutes(25) + .seconds(30),
                    asOf: Sample.now + .seconds(30)))
        }
        expect(changes, is: .init(properties: [.rate], isSeeked: false))
    }

    @Test func `what a player reports first, and no more, is a change`() {
        let changes = Self.changes { $0.session.repeatMode = .all }
        expect(changes, is: .init(properties: [.loopStatus], isSeeked: false))
        var reporting = Self.scene
        reporting.session.isShuffled = true
        let silence = Self.changes(of: reporting) { $0.session.isShuffled = nil }
        expect(silence, is: .init(properties: [.shuffle], isSeeked: false))
    }

    @Test func `all of one event is in one set of changes`() {
        let changes = Self.changes { scene in
            scene.rewind(by: 25, in: Self.element)
            scene.timeline.elements = [Self.element]
        }
        expect(changes, is: .init(properties: [.metadata, .maximumRate, .canSeek], isSeeked: true))
    }
}

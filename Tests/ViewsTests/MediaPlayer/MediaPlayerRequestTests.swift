import Expectations
import NowPlaying
import Testing
import Views

struct MediaPlayerRequestTests {
    private static let element = Sample.element("e1", "Long Ago", ago: 30, minutes: 10)
    private static let live = MediaPlayer(of: Sample.listening())
    private static let nothing = MediaPlayer()
    /// Five minutes into an element of ten.
    private static let rewound = MediaPlayer(
        of: Sample.listening { scene in
            scene.rewind(by: 25, in: element)
            scene.session.supportedRates = [1, 1.25, 1.5]
            scene.timeline.elements = [element]
        })

    private static func command(
        _ request: MediaPlayer.Request, _ player: MediaPlayer = live
    ) -> SessionCommand? {
        player.command(for: request, at: Sample.now)
    }

    @Test func `methods are the session's commands`() {
        expect(Self.command(.play), is: .play)
        expect(Self.command(.pause), is: .pause)
        expect(Self.command(.playPause), is: .toggle)
        expect(Self.command(.stop), is: .stop)
        expect(Self.command(.next), is: .next)
        expect(Self.command(.previous), is: .previous)
    }

    @Test func `while no station is chosen, what starts playing chooses the first`() {
        let player = MediaPlayer(of: Sample.scene([Sample.station("one")]))
        for request in [MediaPlayer.Request.play, .playPause, .next] {
            expect(Self.command(request, player), is: .next)
        }
        expect(Self.command(.pause, player), is: nil)
        expect(Self.command(.setRate(0), player), is: nil)
    }

    @Test(
        arguments: [
            MediaPlayer.Request.play, .pause, .playPause, .stop, .next, .previous, .setRate(0),
            .setRate(2), .seek(microseconds: 1), .setPosition(track: "/", microseconds: 0),
        ])
    func `what cannot be done has no effect`(request: MediaPlayer.Request) {
        expect(Self.command(request, Self.nothing), is: nil)
    }

    @Test func `there is no seeking at the live edge`() {
        expect(Self.command(.seek(microseconds: -5_000_000)), is: nil)
        let track = Self.live.metadata?.trackID ?? ""
        expect(Self.command(.setPosition(track: track, microseconds: 1_000_000)), is: nil)
    }

    @Test(
        arguments: [
            (5_000_000, SessionCommand.seekBy(.seconds(5))),
            (-500_000, .seekBy(.milliseconds(-500))),
            (-300_000_000, .seekBy(.seconds(-300))), (-300_001_000, .seekTo(.zero)),
            (900_000_000, .seekBy(.seconds(900))),
        ] as [(Int64, SessionCommand)])
    func `a seek goes no further back than to the beginning`(
        microseconds: Int64, command: SessionCommand
    ) {
        expect(Self.command(.seek(microseconds: microseconds), Self.rewound), is: command)
    }

    @Test(arguments: [Int64.min, .max])
    func `a seek by ages has no effect`(microseconds: Int64) {
        expect(Self.command(.seek(microseconds: microseconds), Self.rewound), is: nil)
        let track = Self.rewound.metadata?.trackID ?? ""
        let request = MediaPlayer.Request.setPosition(track: track, microseconds: microseconds)
        expect(Self.command(request, Self.rewound), is: nil)
    }

    @Test(
        arguments: [
            (0, SessionCommand.seekTo(.zero)), (600_000_000, .seekTo(.seconds(600))),
            (-1_000, nil), (600_001_000, nil),
        ] as [(Int64, SessionCommand?)])
    func `a position is one in what is heard`(microseconds: Int64, command: SessionCommand?) {
        let track = Self.rewound.metadata?.trackID ?? ""
        let request = MediaPlayer.Request.setPosition(track: track, microseconds: microseconds)
        expect(Self.command(request, Self.rewound), is: command)
    }

    @Test func `a position in another track is out of date`() {
        let request = MediaPlayer.Request.setPosition(track: "/org/nphub/track/x", microseconds: 0)
        expect(Self.command(request, Self.rewound), is: nil)
    }

    @Test func `a rate is the nearest that can be had, and 0 is a pause`() {
        expect(Self.command(.setRate(1.25), Self.rewound), is: .rate(1.25))
        expect(Self.command(.setRate(1.3), Self.rewound), is: .rate(1.25))
        expect(Self.command(.setRate(1.375), Self.rewound), is: .rate(1.25))
        expect(Self.command(.setRate(99), Self.rewound), is: .rate(1.5))
        expect(Self.command(.setRate(-3), Self.rewound), is: .rate(1))
        expect(Self.command(.setRate(0), Self.rewound), is: .pause)
        expect(Self.command(.setRate(.nan), Self.rewound), is: nil)
        expect(Self.command(.setRate(.infinity), Self.rewound), is: nil)
        expect(Self.command(.setRate(2)), is: nil)
    }
}

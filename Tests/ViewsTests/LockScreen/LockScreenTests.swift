import Expectations
import NowPlaying
import Testing
import Views

struct LockScreenTests {
    private static func station(
        _ change: (inout NowPlaying) -> Void = { _ in }
    ) -> ListedStation {
        Sample.station("one") { state in
            state.track = Sample.track("t1", "First Light", by: "Aurora")
            state.playback = Sample.playback(for: 20, of: 180)
            change(&state)
        }
    }

    private static func json(_ scene: SessionSnapshot) -> String {
        String(decoding: Document.encode(LockScreen(of: scene)), as: UTF8.self)
    }

    @Test func `title and artist are in their slots, the station is in the album's`() {
        let shown = LockScreen(of: Sample.listening(to: Self.station()))
        expect(shown.title, is: "First Light")
        expect(shown.artist, is: "Aurora")
        expect(shown.albumTitle, is: "Radio one")
    }

    @Test func `the title is the programme's without a track, then the station's name`() {
        let programme = Self.station {
            $0.track = nil
            $0.programme = Programme(title: "Dawn")
        }
        expect(LockScreen(of: Sample.listening(to: programme)).title, is: "Dawn")
        expect(LockScreen(of: Sample.listening()).title, is: "Radio one")
    }

    @Test func `keys are the names of Apple's symbols`() {
        let station = Self.station {
            $0.track?.genre = "Ambient"
            $0.track?.isrc = "DEA621500001"
            $0.track?.kind = .music
            $0.programme = Sample.programme("Dawn", from: -10, to: 50)
            $0.track?.artworkURL = "https://one.example/1.jpg"
            $0.track?.artworkSize = ArtworkSize(width: 600, height: 300)
        }
        let scene = Sample.listening(to: station)
        let identifier = LockScreen(of: scene).contentIdentifier ?? ""
        let text = Self.json(scene)
        let expected = [
            #"{"MPMediaItemPropertyTitle":"First Light","MPMediaItemPropertyArtist":"Aurora","#,
            #""MPMediaItemPropertyAlbumTitle":"Radio one","MPMediaItemPropertyGenre":"Ambient","#,
            #""MPMediaItemPropertyArtwork":{"url":"https://one.example/1.jpg","width":600,"height":300,"aspectRatio":2},"#,
            #""MPNowPlayingInfoPropertyInternationalStandardRecordingCode":"DEA621500001","#,
            #""MPNowPlayingInfoPropertyExternalContentIdentifier":"\#(identifier)","#,
            #""MPNowPlayingInfoPropertyMediaType":1,"#,
            #""MPNowPlayingInfoPropertyElapsedPlaybackTime":20,"MPNowPlayingInfoPropertyPlaybackRate":1,"#,
            #""MPNowPlayingInfoPropertyDefaultPlaybackRate":1,"MPNowPlayingInfoPropertyIsLiveStream":true,"#,
            #""MPNowPlayingInfoPropertyCurrentPlaybackDate":1735741800,"#,
            #""MPNowPlayingInfoPropertyPlaybackQueueIndex":0,"MPNowPlayingInfoPropertyPlaybackQueueCount":3,"#,
            #""playbackState":"playing","asOf":1735741800,"station":"one","programme":"Dawn","#,
            #""kind":"music","transportButtons":"track","commands":{"#,
        ].joined()
        #expect(text.hasPrefix(expected), "\(text)")
    }

    @Test(arguments: PlaybackState.allCases)
    func `elapsed and rate are in every document, and the rate is 0 unless it plays`(
        state: PlaybackState
    ) {
        let scenes = [
            Sample.scene(), Sample.listening(), Sample.listening(to: Self.station()),
            Sample.listening { $0.rewind(by: 5) },
        ]
        for var scene in scenes {
            scene.session.state = state
            let text = Self.json(scene)
            #expect(text.contains(#""MPNowPlayingInfoPropertyElapsedPlaybackTime":"#))
            let plays = state == .playing && scene.session.station != nil
            let rate = plays ? 1 : 0
            #expect(text.contains(#""MPNowPlayingInfoPropertyPlaybackRate":\#(rate),"#), "\(text)")
            #expect(text.contains(#""playbackState":"\#(state.rawValue)""#))
        }
    }

    @Test func `a live station is a live stream without a duration`() {
        let known = LockScreen(of: Sample.listening(to: Self.station()))
        let unknown = LockScreen(
            of: Sample.listening(to: Self.station { $0.playback?.duration = nil }))
        for shown in [known, unknown] {
            expect(shown.isLiveStream, is: true)
            expect(shown.duration, is: nil)
        }
        expect(known.elapsed, is: .seconds(20))
    }

    @Test func `at the live edge the position goes on beyond the announced length`() {
        let station = Self.station { $0.playback = Sample.playback(for: 170, of: 180) }
        let live = LockScreen(of: Sample.listening(to: station))
        expect(live.duration, is: nil)
        expect(live.progress, is: nil)
        expect(live.elapsed, is: .seconds(170))
        expect(live.rate, is: 1)
        // A pause moves no position: a length that it is beyond is known to be wrong.
        let paused = LockScreen(
            of: Sample.listening(to: station) {
                $0.session.state = .paused
                $0.session.position = .rewound(
                    .init(heard: Sample.now + .seconds(60), asOf: Sample.now + .seconds(60)))
                $0.presented = station.nowPlaying
            })
        expect(paused.elapsed, is: .seconds(230))
        expect(paused.duration, is: nil)
        expect(paused.progress, is: nil)
    }

    @Test func `progress is there where the length is, as of the same time`() {
        let element = Sample.element("e1", "Long Ago", ago: 30, minutes: 4)
        let scene = Sample.listening(to: Self.station()) { $0.rewind(by: 29, in: element) }
        expect(LockScreen(of: scene).progress, is: 0.25)
        #expect(Self.json(scene).contains(#""MPNowPlayingInfoPropertyPlaybackProgress":0.25,"#))
    }

    @Test(arguments: [StationConnection.State.stale, .failing, .stopped])
    func `what a lost station played last is marked as stale, and blanks nothing`(
        state: StationConnection.State
    ) {
        let fresh = Sample.listening(to: Self.station { $0.track?.album = "Tides" })
        var lost = fresh
        lost.stations[0].nowPlaying.connection.state = state
        #expect(!Self.json(fresh).contains("isStale"))
        #expect(Self.json(lost).contains(#""isStale":true,"#))
        var shown = LockScreen(of: lost)
        #expect(shown.isStale)
        shown.isStale = false
        expect(shown, is: LockScreen(of: fresh))
    }

    @Test func `what was broadcast earlier is never stale`() {
        let element = Sample.element("e1", "Long Ago", ago: 30, minutes: 4)
        let lost = Self.station { $0.connection.state = .failing }
        let scene = Sample.listening(to: lost) { $0.rewind(by: 28, in: element) }
        #expect(!LockScreen(of: scene).isStale)
    }

    @Test func `the track's own album stands beside Apple's keys`() {
        let scene = Sample.listening(to: Self.station { $0.track?.album = "Tides" })
        expect(LockScreen(of: scene).albumTitle, is: "Radio one")
        #expect(
            Self.json(scene).contains(#","album":"Tides","transportButtons":"track","commands":"#))
    }

    @Test func `where nothing is known of the position, it is how long one has listened`() {
        let shown = LockScreen(of: Sample.listening())
        expect(shown.elapsed, is: .zero)
        expect(shown.asOf, is: Sample.now - Sample.minutes(10))
        expect(shown.rate, is: 1)
        let paused = LockScreen(
            of: Sample.listening { scene in
                scene.session.state = .paused
                scene.session.listened = .seconds(600)
                scene.session.since = Sample.now
            })
        expect(paused.elapsed, is: .seconds(600))
        expect(paused.rate, is: 0)
    }

    @Test func `where a programme alone is known, it is a position inside that, also live`() {
        func scene(from start: Int64) -> SessionSnapshot {
            Sample.listening {
                let programme = Sample.programme("Dawn", from: start, to: 30)
                $0.stations[0].nowPlaying.programme = programme
                $0.programme = AiredProgramme(id: "p1", programme: programme)
            }
        }
        let under = LockScreen(of: scene(from: -30))
        expect(under.elapsed, is: Sample.minutes(20))
        expect(under.duration, is: nil)
        expect(under.asOf, is: Sample.now - Sample.minutes(10))
        let begun = LockScreen(of: scene(from: -4))
        expect(begun.elapsed, is: .zero)
        expect(begun.asOf, is: Sample.now - Sample.minutes(4))
    }

    @Test func `rewound, it is a position inside what was on air then, and not live`() {
        let element = Sample.element("e1", "Long Ago", ago: 30, minutes: 4)
        let scene = Sample.listening(to: Self.station()) {
            $0.rewind(by: 28, in: element)
            $0.session.rate = 1.5
        }
        let shown = LockScreen(of: scene)
        expect(shown.title, is: "Long Ago")
        expect(shown.artist, is: nil)
        expect(shown.isLiveStream, is: false)
        expect(shown.duration, is: Sample.minutes(4))
        expect(shown.elapsed, is: Sample.minutes(2))
        expect(shown.asOf, is: Sample.now)
        expect(shown.rate, is: 1.5)
        expect(shown.currentPlaybackDate, is: Sample.now - Sample.minutes(28))
    }

    @Test func `rewound where no element is known, it is a position inside the programme`() {
        let programme = AiredProgramme(
            id: "p1", programme: Sample.programme("Dawn", from: -90, to: -30))
        let scene = Sample.listening {
            $0.rewind(by: 60, of: programme)
        }
        let shown = LockScreen(of: scene)
        expect(shown.title, is: "Dawn")
        expect(shown.elapsed, is: Sample.minutes(30))
        expect(shown.duration, is: Sample.minutes(60))
    }

    @Test func `a length of what was on air then is not invented`() {
        let element = Sample.element("e1", "Long Ago", ago: 30)
        let scene = Sample.listening {
            $0.rewind(by: 28, in: element)
        }
        expect(LockScreen(of: scene).duration, is: nil)
    }

    @Test func `an element reached while playing on begins when it was reached`() {
        // Heard 30 minutes back at now; the next element began 29 minutes back.
        let element = Sample.element("e2", "Next", ago: 29, minutes: 4)
        var scene = Sample.listening {
            $0.rewind(by: 30, in: element)
        }
        scene.session.rate = 2
        let shown = LockScreen(of: scene)
        expect(shown.elapsed, is: .zero)
        expect(shown.asOf, is: Sample.now + .seconds(30))
    }

    @Test func `paused, the position is held where it was`() {
        let scene = Sample.listening(to: Self.station()) {
            $0.session.state = .paused
            $0.session.since = Sample.now + .seconds(40)
        }
        let shown = LockScreen(of: scene)
        expect(shown.elapsed, is: .seconds(60))
        expect(shown.asOf, is: Sample.now + .seconds(40))
        expect(shown.rate, is: 0)
    }

    @Test func `the content identifier changes with the content and with nothing else`() {
        let scene = Sample.listening(to: Self.station())
        let identifier = LockScreen(of: scene).contentIdentifier
        var changes: [SessionSnapshot] = []
        for change in [
            { $0.track?.title = "Other" }, { $0.track?.genre = "Ambient" },
            { $0.track?.artist = "Other" },
            { $0.track?.artworkURL = "https://one.example/2.jpg" },
            { $0.station.name = "Uno" },
        ] as [(inout NowPlaying) -> Void] {
            var changed = scene
            change(&changed.stations[0].nowPlaying)
            changes.append(changed)
        }
        var stream = scene
        stream.session.stream = "south"
        changes.append(stream)
        let identifiers = changes.map { LockScreen(of: $0).contentIdentifier }
        expect(Set(identifiers + [identifier]).count, is: identifiers.count + 1)

        var same = scene
        same.session.state = .paused
        same.favourites = ["one"]
        same.stations[0].nowPlaying.playback = nil
        same.stations[0].nowPlaying.connection.state = .stale
        same.stations[0].nowPlaying.track?.id = "t2"
        same.stations[0].nowPlaying.programme = Sample.programme("Dawn", from: -5, to: 5)
        expect(LockScreen(of: same).contentIdentifier, is: identifier)
    }

    @Test func `the picture is the track's, else the programme's, else the logo`() {
        var station = Self.station {
            $0.station.logo = Station.Logo(light: "https://one.example/logo.png")
            $0.programme = Programme(title: "Dawn")
            $0.programme?.artworkURL = "https://one.example/dawn.jpg"
            $0.track?.artworkURL = "https://one.example/1.jpg"
        }
        func picture() -> String? {
            LockScreen(of: Sample.listening(to: station)).artwork?.url
        }
        expect(picture(), is: "https://one.example/1.jpg")
        station.nowPlaying.track?.artworkURL = "https://one.example/1.gif"
        expect(picture(), is: "https://one.example/dawn.jpg")
        station.nowPlaying.programme = nil
        expect(picture(), is: "https://one.example/logo.png")
    }

    @Test func `the logo is that of the style`() {
        let station = Sample.station("one") {
            $0.station.logo = Station.Logo(
                light: "https://one.example/light.png", dark: "https://one.example/dark.png")
        }
        let scene = Sample.listening(to: station)
        expect(LockScreen(of: scene).artwork?.url, is: "https://one.example/light.png")
        let dark = LockScreen(of: scene, style: .dark)
        expect(dark.artwork?.url, is: "https://one.example/dark.png")
        #expect(dark.isDiscontinuity(after: LockScreen(of: scene)))
    }

    @Test(
        arguments: [
            "https://a.example/x.gif", "https://a.example/x.GIF", "https://a.example/x.gif?v=2",
            "https://a.example/x.gif#1", "https://a.example/art?name=x.gif",
        ])
    func `an animated picture is left out`(url: String) {
        expect(ArtworkReference(url: url), is: nil)
    }

    @Test func `a picture's size is said where it is known`() {
        expect(ArtworkSize(width: 0, height: 10), is: nil)
        let plain = Self.json(
            Sample.listening(to: Self.station { $0.track?.artworkURL = "https://a.example/1" }))
        #expect(plain.contains(#""MPMediaItemPropertyArtwork":{"url":"https://a.example/1"}"#))
    }

    @Test func `elements beside are at the live edge, seconds where it was rewound`() {
        func pair(_ change: (inout SessionSnapshot) -> Void) -> LockScreen.TransportButtons? {
            LockScreen(of: Sample.listening(change)).transportButtons
        }
        expect(pair { _ in }, is: .track)
        expect(pair { $0.rewind(by: 5) }, is: .skip)
        expect(pair { $0.stations.removeLast(2) }, is: .skip)
        let alone = pair {
            $0.stations.removeLast(2)
            $0.session.rewindWindow = .zero
        }
        expect(alone, is: nil)
        expect(LockScreen(of: Sample.scene()).transportButtons, is: nil)
    }

    @Test func `the like command has its title in the subscriber's language`() {
        let scene = Sample.listening { $0.favourites = ["one"] }
        for (locale, title) in [
            (Locale.english, "Remove from favourites"), (.german, "Aus den Favoriten"),
        ] {
            let lockScreen = LockScreen(of: scene, locale: locale)
            let text = String(decoding: Document.encode(lockScreen), as: UTF8.self)
            #expect(text.contains(#""isActive":true,"localizedTitle":"\#(title)""#), "\(text)")
        }
    }

    @Test func `without a station there is nothing to show, and still a position and a rate`() {
        let text = Self.json(Sample.scene())
        let expected = [
            #"{"MPNowPlayingInfoPropertyMediaType":1,"MPNowPlayingInfoPropertyElapsedPlaybackTime":0,"#,
            #""MPNowPlayingInfoPropertyPlaybackRate":0,"MPNowPlayingInfoPropertyDefaultPlaybackRate":1,"#,
            #""playbackState":"stopped","#,
        ].joined()
        #expect(text.hasPrefix(expected), "\(text)")
    }

    @Test func `the queue is the listener's order of the stations`() {
        let scene = Sample.listening {
            $0.order = ["three", "two"]
            $0.otherStations = 4
        }
        let shown = LockScreen(of: scene)
        expect(shown.queueIndex, is: 2)
        expect(shown.queueCount, is: 7)
    }
}

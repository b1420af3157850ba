import Expectations
import NowPlaying
import Testing
import Views

struct NowPlayingTemplateTests {
    private static let news = Sample.element("n1", "News at Two", ago: 30, kind: .news)

    private static func button(_ id: String, _ scene: SessionSnapshot) -> NowPlayingButton? {
        Sample.carPlay(scene).nowPlaying?.buttons.first { $0.id == "nowPlaying#" + id }
    }

    @Test func `it is complete before anything plays`() {
        let template = Sample.carPlay(Sample.scene()).nowPlaying
        expect(template?.upNextTitle, is: "Rewind")
        expect(template?.upNext, is: "rewind")
        expect(template?.albumArtist, is: "elements")
        expect(template?.buttons, is: [])
        expect(template?.properties[.isUpNextButtonEnabled], is: nil)
    }

    @Test func `a live station has a favourite button, and no others that do not apply`() {
        let document = Sample.carPlay(
            Sample.listening { $0.session.supportedRates = [1, 1.5, 2] })
        expect(document.buttons, is: ["favourite"])
    }

    @Test func `what opens a list is enabled where that has something`() {
        func enabled(_ change: (inout SessionSnapshot) -> Void) -> [Bool] {
            let template = Sample.carPlay(Sample.listening(change)).nowPlaying
            return [RowProperty.isUpNextButtonEnabled, .isAlbumArtistButtonEnabled].map {
                template?.properties[$0] == .flag(true)
            }
        }
        expect(enabled { _ in }, is: [false, false])
        expect(enabled { $0.timeline.elements = [Self.news] }, is: [true, true])
        // Nothing is known of the programme that is heard.
        let show = AiredProgramme(id: "p", programme: Sample.programme("Show", from: -5, to: 5))
        let later = enabled {
            $0.timeline.elements = [Self.news]
            ($0.programme, $0.timeline.onAir) = (show, show)
        }
        expect(later, is: [true, false])
    }

    @Test func `repeat and shuffle are there where the player reports them, last`() {
        let scene = Sample.listening {
            $0.session.repeatMode = .off
            $0.session.isShuffled = true
        }
        expect(Sample.carPlay(scene).buttons, is: ["favourite", "repeat", "shuffle"])
        expect(Self.button("shuffle", scene)?.action, is: .shuffle(false))
        expect(Self.button("shuffle", scene)?.isSelected, is: true)
        expect(Self.button("shuffle", scene)?.kind, is: .shuffle)
        let repeated = Sample.listening { $0.session.repeatMode = .off }
        expect(Sample.carPlay(repeated).buttons, is: ["favourite", "repeat"])
    }

    @Test(
        arguments: [
            (.off, .all, "repeat"), (.all, .one, "repeat"), (.one, .off, "repeat.1"),
        ] as [(ListeningSession.RepeatMode, ListeningSession.RepeatMode, String)])
    func `the repeat button goes on to the next mode`(
        mode: ListeningSession.RepeatMode, next: ListeningSession.RepeatMode, image: String
    ) {
        let button = Self.button("repeat", Sample.listening { $0.session.repeatMode = mode })
        expect(button?.kind, is: .repeat)
        expect(button?.action, is: .repeatMode(next))
        expect(button?.image, is: image)
        expect(button?.isSelected, is: mode != .off)
    }

    @Test func `all that apply are there, by preference`() {
        let scene = Sample.listening(to: Sample.station("one", streams: ["south", "north"])) {
            $0.timeline.elements = [Self.news]
            $0.rewind(by: 10)
            $0.session.supportedRates = [1, 1.5]
        }
        expect(Sample.carPlay(scene).buttons, is: ["news", "live", "streams", "rate", "favourite"])
        let three = Sample.carPlay(scene) { $0.limits.nowPlayingButtons = 3 }
        expect(three.buttons, is: ["news", "live", "streams"])
        expect(three.nowPlaying?.leftOut, is: 2)
    }

    @Test func `the news button seeks to the latest news, and points to where they are`() {
        let older = Sample.element("n0", "News at One", ago: 90, kind: .news)
        let later = Sample.element("e1", "After", ago: 20)
        let earlier = Sample.element("e0", "Before", ago: 60)
        let scene = Sample.listening { $0.timeline.elements = [later, Self.news, earlier, older] }
        func image(by ago: Int64? = nil, in element: TimelineElement? = nil) -> String? {
            var moved = scene
            if let ago { moved.rewind(by: ago, in: element) }
            expect(Self.button("news", moved)?.action, is: .seekToElement("n1"))
            return Self.button("news", moved)?.image
        }
        expect(image(), is: "gobackward")
        expect(image(by: 18, in: later), is: "gobackward")
        expect(image(by: 29, in: Self.news), is: "gobackward")
        expect(image(by: 50, in: earlier), is: "goforward")
        expect(image(by: 45), is: "goforward")
        expect(image(by: 25), is: "gobackward")
    }

    @Test func `there is no news button where the news cannot be sought to`() {
        let scene = Sample.listening {
            $0.timeline.elements = [Self.news]
            $0.session.rewindWindow = Sample.minutes(20)
        }
        expect(Sample.carPlay(scene).buttons, is: ["favourite"])
    }

    @Test func `the live button is there only while the session is rewound`() {
        let scene = Sample.listening { $0.rewind(by: 5) }
        expect(Self.button("live", scene)?.action, is: .live)
        expect(Self.button("live", Sample.listening()), is: nil)
    }

    @Test func `the streams button opens the list of streams`() {
        let scene = Sample.listening(to: Sample.station("one", streams: ["south", "north"]))
        expect(Self.button("streams", scene)?.push, is: "streams/one")
    }

    @Test func `the rate button cycles`() {
        let scene = Sample.listening {
            $0.rewind(by: 5)
            $0.session.supportedRates = [1, 2]
        }
        expect(Self.button("rate", scene)?.action, is: .cycleRate)
        expect(Self.button("rate", scene)?.kind, is: .playbackRate)
    }

    @Test func `the favourite button sets and clears`() {
        let off = Self.button("favourite", Sample.listening())
        expect(off?.action, is: .favourite(station: "one", isOn: true))
        expect(off?.image, is: "heart")
        let on = Self.button("favourite", Sample.listening { $0.favourites = ["one"] })
        expect(on?.action, is: .favourite(station: "one", isOn: false))
        expect(on?.image, is: "heart.fill")
        expect(on?.isSelected, is: true)
    }

    @Test func `the set of buttons is sent in place, and only when it changes`() {
        let before = Sample.carPlay(Sample.listening())
        let rewound = Sample.listening { $0.rewind(by: 5) }
        guard case .rows(let rows) = CarPlayChange.from(before, to: Sample.carPlay(rewound))
        else {
            Issue.record("structural")
            return
        }
        let changed = rows.parts.first { $0.id == "nowPlaying" }?.changes
        expect(changed?.keys.sorted { $0.rawValue < $1.rawValue }, is: [.buttons])

        let track = Sample.listening(
            to: Sample.station("one") { $0.track = Sample.track("t", "First") })
        guard case .rows(let other) = CarPlayChange.from(before, to: Sample.carPlay(track)) else {
            Issue.record("structural")
            return
        }
        #expect(!other.parts.contains { $0.id == "nowPlaying" })
    }
}

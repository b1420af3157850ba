import Expectations
import NowPlaying
import Testing
import Views

struct StationListTests {
    private static func row(
        _ id: String = "stations/one", of scene: SessionSnapshot
    ) -> ListItem? {
        Sample.carPlay(scene).item(id)
    }

    private static func row(_ change: (inout NowPlaying) -> Void) -> ListItem? {
        row(of: Sample.scene([Sample.station("one", change)]))
    }

    private static func connection(
        _ state: StationConnection.State
    ) -> (inout NowPlaying) -> Void {
        { $0.connection.state = state }
    }

    @Test func `rows are in the listener's own order, the config's until there is one`() {
        expect(
            Sample.carPlay(Sample.scene()).texts(of: "stations"),
            is: ["Radio one", "Radio two", "Radio three"])
        let ordered = Sample.scene { $0.order = ["three", "gone", "one", "three"] }
        expect(
            Sample.carPlay(ordered).texts(of: "stations"),
            is: ["Radio three", "Radio one", "Radio two"])
    }

    @Test func `the second line is the programme's kicker and its interval`() {
        let row = Self.row {
            $0.programme = Sample.programme("Requests", from: -30, to: 30, kicker: "With Mara")
            $0.track = Sample.track("t", "First Light", by: "Aurora")
        }
        expect(row?.detailText, is: "With Mara · 14:00–15:00")
    }

    @Test func `the programme's title stands in for a kicker`() {
        #expect(
            Self.row { $0.programme = Sample.programme("Requests", from: -30, to: 30) }?
                .detailText == "Requests · 14:00–15:00")
        expect(Self.row { $0.programme = Programme(title: "Dawn") }?.detailText, is: "Dawn")
    }

    @Test func `times are those of the listener's clocks`() {
        let scene = Sample.scene([
            Sample.station("one") {
                $0.programme = Sample.programme("Late", from: 500, to: 560)
            }
        ]) { $0.offsetFromUTC = Sample.minutes(60) }
        expect(Self.row(of: scene)?.detailText, is: "Late · 23:50–00:50")
    }

    @Test func `the second line is artist and title where there is no programme`() {
        expect(
            Self.row { $0.track = Sample.track("t", "First Light", by: "Aurora") }?.detailText,
            is: "Aurora – First Light")
        expect(Self.row { $0.track = Sample.track("t", "Jingle") }?.detailText, is: "Jingle")
    }

    @Test func `the second line is the station's own description where nothing plays`() {
        expect(Self.row { $0.station.description = "Tides." }?.detailText, is: "Tides.")
    }

    @Test(arguments: [(Locale.english, "Live radio"), (.german, "Live-Radio")])
    func `there is always a second line`(locale: Locale, text: String) {
        let document = Sample.carPlay(Sample.scene()) { $0.locale = locale }
        expect(document.item("stations/one")?.detailText, is: text)
    }

    @Test func `a station that is off the air says so`() {
        expect(Self.row { $0.online = false }?.detailText, is: "Off air")
    }

    @Test func `a station that connects says so and cannot be tapped`() {
        let row = Self.row(Self.connection(.connecting))
        expect(row?.detailText, is: "Connecting …")
        expect(row?.isEnabled, is: false)
        expect(row?.action, is: nil)
    }

    @Test(arguments: [StationConnection.State.failing, .stopped])
    func `a station whose feed fails can be listened to, and says what is not known`(
        state: StationConnection.State
    ) {
        let row = Self.row(Self.connection(state))
        expect(row?.detailText.hasPrefix("Titles"), is: true)
        expect(row?.isEnabled, is: true)
        expect(row?.action, is: .select(station: "one"))
        expect(row?.twentieths, is: nil)
    }

    @Test(arguments: [StationConnection.State.failing, .stopped])
    func `a feed that fails leaves what is known, marked, and a way to try it again`(
        state: StationConnection.State
    ) {
        let scene = Sample.listening {
            $0.stations[0].nowPlaying.track = Sample.track("t", "First Light", by: "Aurora")
            $0.stations[0].nowPlaying.connection.state = state
        }
        let document = Sample.carPlay(scene)
        let row = document.item("stations/one")
        expect(row?.detailText, is: "Aurora – First Light (not up to date)")
        expect(row?.isPlaying, is: true)
        expect(row?.action, is: .select(station: "one"))
        let button = document.nowPlaying?.buttons.first { $0.id == "nowPlaying#reconnect" }
        expect(button?.action, is: .reconnect(station: "one"))
        expect(
            Sample.carPlay(Sample.listening()).nowPlaying?.buttons.contains {
                $0.id == "nowPlaying#reconnect"
            },
            is: false)
    }

    @Test func `the station that plays stays within reach while its feed connects`() {
        let row = Sample.carPlay(
            Sample.listening { $0.stations[0].nowPlaying.connection.state = .connecting }
        ).item("stations/one")
        expect(row?.isEnabled, is: true)
        expect(row?.action, is: .select(station: "one"))
    }

    @Test func `a station that is tried again is busy, and stays within reach`() {
        let row = Sample.carPlay(
            Sample.listening {
                $0.stations[0].nowPlaying.connection.state = .failing
                $0.reconnecting = ["one"]
            }
        ).item("stations/one")
        expect(row?.isBusy, is: true)
        expect(row?.detailText, is: "Connecting …")
        expect(row?.action, is: .select(station: "one"))
    }

    @Test func `a lost connection marks what is shown and blanks nothing`() {
        let row = Self.row {
            $0.track = Sample.track("t", "First Light", by: "Aurora")
            $0.playback = Sample.playback(for: 60, of: 120)
            $0.connection.state = .stale
        }
        expect(row?.detailText, is: "Aurora – First Light (not up to date)")
        expect(row?.twentieths, is: 10)
        expect(row?.action, is: .select(station: "one"))
    }

    @Test func `logos are those of the style, else of the other one`() {
        let both = Station.Logo(light: "https://a.example/l.png", dark: "https://a.example/d.png")
        func logo(_ logo: Station.Logo, _ style: ContentStyle) -> String? {
            let station = Sample.station("one") { $0.station.logo = logo }
            let document = Sample.carPlay(Sample.scene([station])) { $0.style = style }
            return document.item("stations/one")?.image?.url
        }
        expect(logo(both, .light), is: both.light)
        expect(logo(both, .dark), is: both.dark)
        expect(logo(Station.Logo(light: both.light), .dark), is: both.light)
        let animated = Station.Logo(light: both.light, dark: "https://a.example/d.gif")
        expect(logo(animated, .dark), is: both.light)
    }

    @Test func `only the row of the session's station plays, while paused too`() {
        for state in PlaybackState.allCases {
            var scene = Sample.listening { $0.favourites = ["one", "two"] }
            scene.session.state = state
            let playing = Sample.carPlay(scene).allLists.flatMap(\.items).filter(\.isPlaying)
            expect(playing.map(\.id), is: state.isHeld ? ["stations/one"] : [], "\(state)")
        }
    }

    @Test func `the mark of what plays covers no picture, nor the sign of a list`() {
        func item(_ station: ListedStation) -> ListItem? {
            Sample.carPlay(Sample.listening(to: station)).item("stations/one")
        }
        let logo = Station.Logo(light: "https://a.example/1.png")
        expect(item(Sample.station("one"))?.playingIndicatorLocation, is: nil)
        let pictured = item(Sample.station("one") { $0.station.logo = logo })
        expect(pictured?.playingIndicatorLocation, is: "trailing")
        let open = item(
            Sample.station("one", streams: ["south", "north"]) { $0.station.logo = logo })
        expect(open?.accessory, is: .disclosureIndicator)
        expect(open?.isPlaying, is: true)
        expect(open?.playingIndicatorLocation, is: nil)
    }

    @Test func `the mark of what plays moves from row to row in one update`() {
        var after = Sample.listening()
        after.session.station = "two"
        let change = CarPlayChange.from(
            Sample.carPlay(Sample.listening()), to: Sample.carPlay(after))
        guard case .rows(let rows) = change else {
            Issue.record("\(String(describing: change))")
            return
        }
        let marks = rows.parts.compactMap { part in part.changes[.isPlaying].map { (part.id, $0) } }
        expect(marks.map(\.0), is: ["stations/one", "stations/two"])
        expect(marks.map(\.1), is: [.remove, .set(.flag(true))])
    }

    @Test func `a station that plays and is on a page only plays among the favourites`() {
        let scene = Sample.listening {
            $0.order = ["three", "two"]
            $0.favourites = ["one"]
        }
        let document = Sample.carPlay(scene) { $0.limits.listItems = 2 }
        let playing = document.allLists.flatMap(\.items).filter(\.isPlaying)
        expect(playing.map(\.id), is: ["favourites/one"])
    }

    @Test func `the session's own row tells what is heard, not what is on air`() {
        let element = Sample.element("e", "Long Ago", ago: 30, minutes: 4)
        let scene = Sample.listening(
            to: Sample.station("one") { $0.track = Sample.track("t", "Now") }
        ) { $0.rewind(by: 28, in: element) }
        expect(Self.row(of: scene)?.detailText, is: "Long Ago")
        expect(Self.row(of: scene)?.twentieths, is: 10)
    }

    @Test func `a tapped row is busy until the player has done it, wherever it is`() {
        let scene = Sample.listening {
            $0.favourites = ["two"]
            $0.session.requests = [.init(command: .select(station: "two"))]
        }
        let document = Sample.carPlay(scene)
        let busy = document.allLists.flatMap(\.items).filter(\.isBusy)
        expect(busy.map(\.id), is: ["stations/two", "favourites/two"])
    }

    @Test func `a row whose command failed says why`() {
        let scene = Sample.listening {
            $0.session.requests = [
                .init(command: .select(station: "two"), failure: .reported("No audio device")),
                .init(command: .select(station: "three"), failure: .noAnswer),
            ]
        }
        expect(Self.row("stations/two", of: scene)?.detailText, is: "No audio device")
        expect(Self.row("stations/two", of: scene)?.isBusy, is: false)
        expect(Self.row("stations/three", of: scene)?.detailText, is: "The player does not answer")
    }

    @Test func `without stations a row says so, and cannot be tapped`() {
        let items = Sample.carPlay(Sample.scene([])).list("stations")?.items
        expect(items?.map(\.text), is: ["No stations"])
        expect(items?.map(\.isEnabled), is: [false])
    }
}

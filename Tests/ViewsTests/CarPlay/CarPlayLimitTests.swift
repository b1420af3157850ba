import Expectations
import NowPlaying
import TestSupport
import Testing
import Views

struct CarPlayLimitTests {
    private static func stations(_ count: Int) -> [ListedStation] {
        (0..<count).map { Sample.station("s\($0)") }
    }

    @Test func `the defaults are what every car takes`() {
        let limits = CarPlayLimits()
        expect(limits.tabs, is: 4)
        expect(limits.listItems, is: 12)
        expect(limits.listSections, is: 8)
        expect(limits.gridButtons, is: 8)
        expect(limits.rowImages, is: 8)
        expect(limits.nowPlayingButtons, is: 5)
        expect(limits.alertActions, is: 1)
        expect(limits.pointsOfInterest, is: 12)
        expect(limits.templateDepth, is: 5)
    }

    @Test func `rows that do not fit are left out in the listener's order, and counted`() {
        let scene = Sample.scene(Self.stations(20)) {
            $0.order = ["s19"]
            $0.otherStations = 3
        }
        let list = Sample.carPlay(scene) { $0.limits.templateDepth = 1 }.list("stations")
        expect(list?.items.count, is: 12)
        expect(list?.items.first?.text, is: "Radio s19")
        expect(list?.leftOut, is: 11)
    }

    @Test func `what a car takes is a parameter`() {
        let scene = Sample.scene(Self.stations(60))
        let document = Sample.carPlay(scene) { $0.limits.listItems = 50 }
        expect(document.list("stations")?.items.count, is: 50)
        expect(document.list("stations#more")?.items.count, is: 11)
    }

    @Test func `elements that do not fit are the oldest`() {
        let scene = Sample.listening {
            $0.timeline.elements = (0..<20).map { Sample.element("e\($0)", "\($0)", ago: $0) }
        }
        let list = Sample.carPlay(scene) { $0.limits.templateDepth = 3 }.list("rewind")
        expect(list?.items.map(\.text), is: (0..<11).map { "\($0)" })
        expect(list?.leftOut, is: 9)
    }

    @Test func `all sections of a list together have so many rows`() {
        let scene = Sample.listening { scene in
            scene.timeline.past = [
                AiredProgramme(id: "p", programme: Sample.programme("Past", from: -60, to: -30))
            ]
            scene.timeline.elements = (0..<20).map {
                Sample.element("e\($0)", "\($0)", ago: $0)
            }
        }
        let list = Sample.carPlay(scene) { $0.limits.listItems = 5 }.list("rewind")
        expect(list?.imageRows.count, is: 1)
        expect(list?.items.count, is: 4)
    }

    @Test(arguments: [0, -1])
    func `limits that leave no room for anything leave room for one`(limit: Int) {
        let document = Sample.carPlay(Sample.listening()) { options in
            options.limits.tabs = limit
            options.limits.listItems = limit
            options.limits.listSections = limit
            options.limits.rowImages = limit
            options.limits.nowPlayingButtons = limit
            options.limits.templateDepth = limit
        }
        expect(document.list("stations")?.items.count, is: 1)
        expect(document.list("stations")?.leftOut, is: 2)
    }

    @Test func `streams of many stations leave out stations, never streams`() throws {
        let streams = (0..<10).map { "x\($0)" }
        let scene = Sample.scene((0..<100).map { Sample.station("s\($0)", streams: streams) })
        let document = Sample.carPlay(scene) { $0.limits.listItems = 100 }
        let listed = try #require(document.list("stations"))
        expect(listed.items.count, is: 13)
        expect(listed.leftOut, is: 87)
        for item in listed.items {
            let id = String(item.id.dropFirst("stations/".count))
            expect(document.list(TemplateID.streams(of: id))?.items.count, is: 10)
        }
    }

    /// Long texts and addresses in every place where one can be.
    private static let crowded: SessionSnapshot = {
        let address = "https://a.example/" + String(repeating: "x", count: 2_000)
        let streams = (0..<12).map { "x\($0)" }
        var stations = (0..<40).map { Sample.station("s\($0)", streams: streams) }
        for index in stations.indices {
            stations[index].nowPlaying.station.name = String(repeating: "\"é", count: 500)
            stations[index].nowPlaying.station.description = String(repeating: "ü", count: 1_000)
            stations[index].nowPlaying.station.logo = Station.Logo(light: address)
        }
        return Sample.scene(stations) { scene in
            scene.session.station = "s0"
            scene.favourites = stations.map(\.id)
            scene.timeline.past = (0..<9 as Range<Int64>).map { index in
                AiredProgramme(
                    id: "p\(index)",
                    programme: Sample.programme(
                        String(repeating: "界", count: 1_000), from: -30 * (index + 2),
                        to: -30 * (index + 1)))
            }
            scene.timeline.elements = (0..<290 as Range<Int64>).map { index in
                var element = Sample.element(
                    "e\(index)", String(repeating: "🎺", count: 1_000), ago: index)
                element.track.artworkURL = address
                return element
            }
        }
    }()

    @Test(arguments: [12, 500])
    func `a document is never longer than a record may be`(listItems: Int) {
        let document = Sample.carPlay(Self.crowded) { options in
            options.limits.listItems = listItems
            options.limits.rowImages = listItems
        }
        #expect(Document.encode(document).count <= Document.maximumSize)
        var limits = CarPlayLimits()
        limits.listItems = listItems
        limits.rowImages = listItems
        #expect(
            CarPlayValidator.violations(of: document, category: .audio, limits: limits).isEmpty)
    }

    @Test func `what makes a document too long is lost in place, pictures first`() {
        var lean = Self.crowded
        for index in lean.timeline.elements.indices {
            lean.timeline.elements[index].track.artworkURL = nil
            lean.timeline.elements[index].track.title = "Short"
        }
        for index in lean.timeline.past.indices {
            lean.timeline.past[index].programme.title = "Short"
        }
        for index in lean.stations.indices {
            let streams = lean.stations[index].nowPlaying.station.streams
            lean.stations[index].nowPlaying.station = Station(id: "s\(index)", name: "Short")
            lean.stations[index].nowPlaying.station.streams = streams
        }
        let change = CarPlayChange.from(Sample.carPlay(lean), to: Sample.carPlay(Self.crowded))
        guard case .rows = change else {
            Issue.record("the structure changed")
            return
        }
    }

    @Test func `a text is cut at a character`() {
        let name = String(repeating: "👩‍👩‍👧‍👦", count: 30)
        let scene = Sample.scene([Sample.station("one") { $0.station.name = name }])
        let text = Sample.carPlay(scene).item("stations/one")?.text ?? ""
        expect(text, is: String(repeating: "👩‍👩‍👧‍👦", count: 9) + "…")
    }
}

import Expectations
import NowPlaying
import Testing
import Views

/// Pictures of a car's document, and what a car draws where there is none.
struct PictureTests {
    private static let light = "https://one.example/light.png"
    private static let dark = "https://one.example/dark.png"

    private static func scene(_ logo: Station.Logo?) -> SessionSnapshot {
        Sample.listening(to: Sample.station("one") { $0.station.logo = logo })
    }

    private static func json(_ logo: Station.Logo, in style: ContentStyle = .dark) -> String {
        let document = Sample.carPlay(scene(logo)) { $0.style = style }
        let text = String(decoding: Document.encode(document), as: UTF8.self)
        guard let start = text.firstRange(of: #""image":{"#) else { return "" }
        return String(text[start.upperBound...].prefix { $0 != "}" })
    }

    @Test func `a logo has the address for the other style beside its own`() {
        let both = Station.Logo(light: Self.light, dark: Self.dark)
        expect(Self.json(both), is: #""url":"\#(Self.dark)","light":"\#(Self.light)""#)
        expect(
            Self.json(both, in: .light), is: #""url":"\#(Self.light)","dark":"\#(Self.dark)""#)
        let same = Station.Logo(light: Self.light, dark: Self.light)
        for logo in [Station.Logo(light: Self.light), same] {
            expect(Self.json(logo), is: #""url":"\#(Self.light)""#)
        }
    }

    @Test func `an animated logo stands for no style`() {
        let logo = Station.Logo(light: "https://one.example/x.gif", dark: Self.dark)
        expect(Self.json(logo), is: #""url":"\#(Self.dark)""#)
        expect(Self.json(logo, in: .light), is: #""url":"\#(Self.dark)""#)
    }

    @Test func `a square logo goes before the others, and the size of these is told`() {
        let size = ArtworkSize(width: 400, height: 200)
        let wide = Station.Logo(light: Self.light, size: size)
        expect(
            Self.json(wide),
            is: #""url":"\#(Self.light)","width":400,"height":200,"aspectRatio":2"#)
        let square = Station.Logo(light: Self.light, dark: Self.dark, square: Self.dark, size: size)
        expect(Self.json(square), is: #""url":"\#(Self.dark)","aspectRatio":1"#)
    }

    @Test func `where a picture is missing its subject is named`() {
        let programme = AiredProgramme(
            id: "p1", programme: Sample.programme("Past", from: -90, to: -60))
        let scene = Sample.listening(to: Sample.station("one", streams: ["south", "north"])) {
            $0.timeline.past = [programme]
            $0.timeline.elements = (0..<16 as Range<Int64>).map {
                Sample.element("e\($0)", "Element \($0)", ago: $0 * 10)
            }
        }
        let document = Sample.carPlay(scene) { $0.limits.listItems = 2 }
        let subjects: [(String, ArtworkReference.Subject)] = [
            ("stations/one", .station), ("stations#more#row", .list),
            ("streams/one/south", .stream), ("recent/e0", .track),
            ("programmes/h-1735740000", .hour),
        ]
        for (id, subject) in subjects {
            expect(document.item(id)?.placeholder, is: subject)
            expect(document.item(id)?.image, is: nil)
        }
        let all = Sample.carPlay(scene)
        expect(all.item("programmes/p1")?.placeholder, is: .programme)
        expect(all.list("rewind")?.imageRows.first?.elements.first?.placeholder, is: .hour)
    }

    @Test func `a part has a picture, or the subject of one`() {
        for logo in [nil, Station.Logo(light: Self.light)] {
            let document = Sample.carPlay(Self.scene(logo)) { $0.favourites = .grid }
            let row = document.item("stations/one")
            expect(row?.image == nil, is: row?.placeholder != nil)
            expect(document.item("favourites#none")?.placeholder, is: nil)
        }
        var liked = Self.scene(nil)
        liked.favourites = ["one", "two", "three"]
        let grid = Sample.carPlay(liked) {
            $0.favourites = .grid
            $0.limits.gridButtons = 2
        }.grid
        expect(grid?.buttons.map(\.placeholder), is: [.station, .list])
    }

    @Test func `a document that is too long has subjects in place of pictures`() {
        let address = "https://one.example/" + String(repeating: "x", count: 1_500)
        let crowded = Sample.listening { scene in
            scene.timeline.elements = (0..<60 as Range<Int64>).map { index in
                var element = Sample.element("e\(index)", "Element \(index)", ago: index * 4)
                element.track.artworkURL = address
                return element
            }
        }
        let document = Sample.carPlay(crowded)
        expect(document.item("rewind/e0")?.image, is: nil)
        expect(document.item("rewind/e0")?.placeholder, is: .track)
    }
}

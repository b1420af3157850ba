import Expectations
import NowPlaying
import Testing
import Views

struct GridTests {
    private static let scene = Sample.scene { $0.favourites = ["three", "one"] }

    private static func document(
        _ scene: SessionSnapshot = scene, buttons: Int = 8
    ) -> CarPlayDocument {
        Sample.carPlay(scene) {
            $0.favourites = .grid
            $0.limits.gridButtons = buttons
        }
    }

    private static func titles(_ document: CarPlayDocument) -> [[String]]? {
        document.grid?.buttons.map { button in
            guard case .texts(let texts) = button.properties[.titleVariants] else { return [] }
            return texts
        }
    }

    @Test func `favourites are a grid only where the car asked for one`() {
        expect(Sample.carPlay(Self.scene).grid, is: nil)
        let document = Self.document()
        expect(document.list("favourites"), is: nil)
        expect(Self.titles(document), is: [["Radio three"], ["Radio one"]])
        expect(document.grid?.buttons.first?.action, is: .select(station: "three"))
        expect(document.grid?.tab.systemItem, is: .favorites)
    }

    @Test func `favourites are counted where a grid has no room to lead to them`() {
        let document = Self.document(buttons: 1)
        expect(Self.titles(document), is: [["Radio three"]])
        expect(document.grid?.leftOut, is: 1)
    }

    @Test func `favourites that a grid has no room for are on the page of its last button`() {
        var many = Self.scene
        many.favourites = ["three", "one", "two"]
        let document = Self.document(many, buttons: 2)
        expect(Self.titles(document), is: [["Radio three"], ["More stations"]])
        expect(document.grid?.leftOut, is: 0)
        expect(document.texts(of: "favourites#more"), is: ["Radio one", "Radio two"])
    }

    @Test func `a car that shows no grid gets a list`() {
        expect(Self.document(buttons: 0).texts(of: "favourites"), is: ["Radio three", "Radio one"])
    }

    @Test func `a grid is never empty, since a list can say that there is nothing`() {
        expect(Self.document(Sample.scene()).texts(of: "favourites"), is: ["No favourites yet"])
    }

    @Test func `a button changes in place, and one more changes the template`() {
        var renamed = Self.scene
        renamed.stations[0].nowPlaying.station.name = "Uno"
        renamed.session.requests = [.init(command: .select(station: "one"))]
        let change = CarPlayChange.from(Self.document(), to: Self.document(renamed))
        guard case .rows(let rows) = change else {
            Issue.record("structural")
            return
        }
        let text = String(decoding: Document.encode(rows), as: UTF8.self)
        #expect(text.contains(#""favourites/one":{"titleVariants":["Uno"],"busy":true}"#))
        var more = Self.scene
        more.favourites.append("two")
        let whole = CarPlayChange.from(
            Self.document(), to: Self.document(more), templatesAlone: true)
        guard case .templates(let templates) = whole else {
            Issue.record("not a template")
            return
        }
        expect(templates.changed.map(\.id), is: ["favourites"])
    }

    @Test func `a grid is written in Apple's names`() {
        let text = String(decoding: Document.encode(Self.document(buttons: 1)), as: UTF8.self)
        let expected = [
            #"{"id":"favourites","type":"grid","leftOut":1,"title":"Favourites","#,
            #""tabTitle":"Favourites","tabImage":"heart","tabSystemItem":"favorites","#,
            #""gridButtons":[{"id":"favourites/three","titleVariants":["Radio three"],"#,
            #""placeholder":"station","action":{"action":"select","station":"three"}}]}"#,
        ].joined()
        #expect(text.contains(expected), "\(text)")
    }
}

import JSON
import Testing
import Views

@testable import HubRuntime

/// How a car's document is read, and changed in place.
struct CarDocumentTests {
    private func tap(_ text: String) -> CarTap { .command(Array(text.utf8)) }

    /// The document after changes in place.
    private func document(after rows: String) throws -> CarDocument {
        var writer = JSONWriter()
        try CarFixtures.read(rows) { rows in
            try CarFixtures.read(CarFixtures.document) {
                CarRows.apply(rows, to: $0, into: &writer)
            }
        }
        return try CarFixtures.car(String(decoding: writer.bytes, as: UTF8.self))
    }

    @Test func `tabs, lists, rows and buttons are read with what they do`() throws {
        let car = try CarFixtures.car()
        #expect(car.tabs.map(\.id) == ["stations", "recent"] && car.tabsLeftOut == 1)
        #expect(car.tabs.map(\.hasBadge) == [false, true] && car.tabs[0].leftOut == 3)
        let row = try #require(car.template("stations")?.rows.first)
        #expect(row.isPlaying && row.isEnabled && row.progress == 0.4)
        #expect(row.tap == tap(#"{"action":"select","station":"one"}"#))
        #expect(car.tabs[0].rows[1].accessory == .disclosureIndicator)
        #expect(!car.tabs[0].rows[1].isEnabled)
        #expect(
            car.nowPlaying?.buttons.map(\.title) == ["Live", "Streams", "Favourite", "Rewind ›"])
        #expect(car.nowPlaying?.buttons.map(\.isSelected) == [false, false, true, false])
        #expect(car.nowPlaying?.buttons.last?.tap == .push("rewind"))
        #expect(car.alertTitles == ["Not possible just now", "Not possible"])
    }

    @Test func `a row of pictures is followed by its pictures`() throws {
        let rows = try #require(try CarFixtures.car().template("rewind")).rows
        #expect(rows.map(\.text) == ["Past programmes", "The Long Shift", "Sluice"])
        #expect(rows.map(\.isPicture) == [false, true, false])
        #expect(rows[0].leftOut == 2 && rows[1].tap == .push("streams/one"))
    }

    @Test func `a root without tabs and a map are lists, too`() throws {
        let car = try CarFixtures.car(
            """
            {"root":{"id":"nearby","type":"pointOfInterest","title":"Nearby","selectedIndex":1,
             "pointsOfInterest":[{"id":"a","title":"A","subtitle":"x","summary":"y"},
              {"id":"b","title":"B","subtitle":"z","action":{"action":"play"}}]}}
            """)
        #expect(car.tabs.map(\.title) == ["Nearby"] && car.lists.isEmpty && car.nowPlaying == nil)
        #expect(car.tabs[0].rows.map(\.detail) == ["x · y", "z"])
        #expect(car.tabs[0].rows.map(\.accessory) == [nil, .checkmark])
    }

    @Test(arguments: [
        "{}", "[]", "1", #"{"root":{}}"#, #"{"root":{"id":1}}"#, #"{"root":{"templates":[]}}"#,
    ])
    func `what has no root is no document`(text: String) throws {
        #expect(try CarFixtures.read(text) { CarDocument(document: $0) } == nil)
    }

    @Test func `what makes no sense in a document does no harm`() throws {
        let car = try CarFixtures.car(
            """
            {"root":{"id":"a","sections":[{"items":[{"id":"b","text":3,"playbackProgress":7,
             "action":{},"accessory":"wings","leftOut":-4},{"text":"no id"},7]},9]},"lists":{},
             "nowPlaying":[],"alert":0}
            """)
        let row = try #require(car.tabs.first?.rows.first)
        #expect(car.tabs[0].rows.count == 1 && row.progress == 1 && row.leftOut == 0)
        #expect(row.tap == nil && row.accessory == nil && row.text == "")
    }

    @Test func `a change in place changes what it names and nothing else`() throws {
        var expected = try CarFixtures.car()
        expected.tabs[0].sections[0].rows[0].detail = "Sluice"
        expected.tabs[0].sections[0].rows[0].isBusy = true
        #expect(
            try document(after: #"{"stations/one":{"detailText":"Sluice","busy":true}}"#)
                == expected)
    }

    @Test func `null removes, and sets of buttons and commands are replaced whole`() throws {
        let car = try document(
            after: """
                {"stations/one":{"isPlaying":null,"playbackProgress":null,"action":{"action":"play"}},
                 "nowPlaying":{"buttons":null,"isUpNextButtonEnabled":null},
                 "recent":{"showsTabBadge":null},"rewind#row/1":{"title":"Longer"},
                 "gone":{"text":"nobody"}}
                """)
        let row = try #require(car.tabs[0].rows.first)
        #expect(!row.isPlaying && row.progress == nil && row.tap == tap(#"{"action":"play"}"#))
        #expect(car.nowPlaying?.buttons == [] && !car.tabs[1].hasBadge)
        #expect(car.template("rewind")?.rows[1].text == "Longer")
    }

    @Test func `a lock screen is read with the commands that can be given`() throws {
        let card = try CarFixtures.card()
        #expect(
            card.commands.map(\.name.rawValue) == [
                "togglePlayPauseCommand", "skipBackwardCommand", "nextTrackCommand", "likeCommand",
            ])
        #expect(card.tap(.skipBackwardCommand) == tap(#"{"action":"seek","by":-15}"#))
        #expect(card.tap(.skipForwardCommand) == nil && card.isFavourite && card.isLive == true)
        #expect(card.state?.line(in: .english) == "Mara Ebb – Weir")
        let idle = try CarFixtures.card(#"{"playbackState":"stopped","asOf":1,"commands":{}}"#)
        #expect(idle.state == nil && idle.commands.isEmpty && idle.isLive == nil)
    }
}

import Expectations
import HubClient
import NowPlaying
import TestSupport
import Testing

/// Documents of sessions, and how they survive a hub that says more than this client knows.
struct CarDocumentTests {
    private func action(_ text: String) throws -> SessionAction { try CarFixtures.read(text) }

    @Test func `tabs, lists, rows and buttons are read with what they do`() throws {
        let car = try CarFixtures.car()
        expect(car.tabs.map(\.id), is: ["stations", "recent"])
        expect(car.root.leftOut, is: 1)
        #expect(car.tabs.map(\.showsTabBadge) == [nil, true] && car.tabs[0].leftOut == 3)
        let rows = try #require(car.template("stations")?.sections?.first?.items)
        #expect(rows[0].isPlaying == true && rows[0].playbackProgress == 0.4)
        try expect(rows[0].action, is: action(#"{"action":"select","station":"one"}"#))
        #expect(rows[1].accessory == "disclosureIndicator" && rows[1].isEnabled == false)
        expect(car.nowPlaying?.buttons?.map(\.title), is: ["Live", "Streams", "Favourite"])
        expect(car.alert.titleVariants, is: ["Not possible just now", "Not possible"])
    }

    @Test func `a root without tabs is the only tab`() throws {
        let car = try CarFixtures.car(
            """
            {"root":{"id":"nearby","type":"pointOfInterest","title":"Nearby"},"lists":[],
             "alert":{"id":"alert","type":"alert","titleVariants":[],"actions":[]}}
            """)
        expect(car.tabs.map(\.title), is: ["Nearby"])
        #expect(car.lists.isEmpty)
        expect(car.nowPlaying, is: nil)
    }

    @Test func `templates, rows and marks of a later hub do no harm`() throws {
        let car = try CarFixtures.car(
            """
            {"root":{"id":"tabs","type":"tabBar","templates":[{"id":"a","type":"wheel","spokes":5}]},
             "lists":[{"id":"b","type":"list","sections":[{"id":"s","items":[
              {"id":"dial","degrees":90},{"id":"c","text":"C","accessory":"wings","glows":true}]}]},
              {"nameless":true}],
             "nowPlaying":{"id":"nowPlaying","type":"nowPlaying","later":[]},
             "alert":{"id":"alert","type":"alert","titleVariants":[],"actions":[]},"later":{}}
            """)
        expect(car.tabs.map(\.type), is: ["wheel"])
        expect(car.lists.map(\.id), is: ["b"])
        expect(car.lists[0].sections?[0].items.map(\.accessory), is: ["wings"])
    }

    @Test func `an action goes back to the hub as it came, also one that is not known`() throws {
        let text = #"{"action":"dance","steps":[1,2.5,null],"with":{"name":"you"}}"#
        let action = try action(text)
        expect(action.name, is: "dance")
        expect(JSONTree.object(action.members), is: JSONTree(Array(text.utf8)))
        #expect(throws: (any Error).self) { try CarFixtures.read("{}") as SessionAction }
    }

    @Test func `a session's command is an action with its parameters`() throws {
        try expect(
            SessionAction(.seekToTime(Timestamp(milliseconds: 1_700_000_000_250))),
            is: action(#"{"action":"seek","at":1700000000.25}"#))
        expect(SessionAction(.order(["b", "a"])).members["stations"], is: ["b", "a"])
        expect(SessionAction(.shuffle(true)).members, is: ["action": "shuffle", "on": true])
    }

    @Test func `null removes, and sets of buttons and commands are replaced whole`() throws {
        var tree = try #require(JSONTree(Array(CarFixtures.document.utf8)))
        tree.apply(
            rows: [
                "stations/one": [
                    "isPlaying": .null, "playbackProgress": .null, "action": ["action": "play"],
                ],
                "nowPlaying": ["buttons": .null, "isUpNextButtonEnabled": .null],
                "recent": ["showsTabBadge": .null], "rewind#row/1": ["title": "Longer"],
                "gone": ["text": "lost"],
            ])
        let car = try #require(tree.read(as: CarDocument.self))
        let row = try #require(car.tabs[0].sections?[0].items[0])
        expect(row.isPlaying, is: nil)
        expect(row.playbackProgress, is: nil)
        expect(row.text, is: "Kanalrand FM")
        expect(row.action, is: SessionAction(.play))
        #expect(car.nowPlaying?.buttons == nil && car.tabs[1].showsTabBadge == nil)
        let picture = car.template("rewind")?.sections?[0].items[0].elements?[0]
        expect(picture?.title, is: "Longer")
    }

    @Test func `a changed template stands in place of a root without tabs`() throws {
        var tree: JSONTree = [
            "root": ["id": "stations", "type": "list", "title": "Stations"], "lists": [],
            "alert": ["id": "alert", "type": "alert", "titleVariants": [], "actions": []],
        ]
        tree.apply(templates: [
            "stations": ["id": "stations", "type": "list", "title": "Sender"],
            "rewind": ["id": "rewind", "type": "list", "title": "Rewind"],
        ])
        let car = try #require(tree.read(as: CarDocument.self))
        expect(car.root.title, is: "Sender")
        expect(car.lists.map(\.id), is: ["rewind"])
    }

    @Test func `a lock screen has the position at any time`() throws {
        let card = try CarFixtures.card()
        expect(card.title, is: "Weir")
        expect(card.station, is: "Kanalrand FM")
        expect(card.isLive, is: true)
        expect(card.position(at: card.asOf + .seconds(7)), is: .seconds(107))
        expect(card.commands["skipBackwardCommand"]?.action?.members["by"], is: -15)
        expect(card.commands["likeCommand"]?.isActive, is: true)
        let idle = try CarFixtures.card(CarFixtures.idle)
        expect(idle.position(at: idle.asOf), is: nil)
        #expect(idle.commands.isEmpty)
    }

    @Test func `a player's state that is not known is unknown`() throws {
        let card = try CarFixtures.card(CarFixtures.lock(state: "dancing"))
        expect(card.playbackState, is: .unknown)
        expect(card.playback?.state, is: .stopped)
    }
}

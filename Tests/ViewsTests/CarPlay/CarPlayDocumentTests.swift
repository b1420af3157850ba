import Expectations
import NowPlaying
import Testing
import Views

struct CarPlayDocumentTests {
    @Test func `a document is one tree in Apple's names`() {
        let scene = Sample.scene([
            Sample.station("one") { $0.station.logo = Station.Logo(dark: "https://a.example/1") }
        ])
        let text = String(decoding: Document.encode(Sample.carPlay(scene)), as: UTF8.self)
        let expected = [
            #"{"root":{"id":"tabs","type":"tabBar","templates":["#,
            #"{"id":"stations","type":"list","title":"Stations","tabTitle":"Stations","tabImage":"radio","#,
            #""sections":[{"id":"stations#rows","items":[{"id":"stations/one","text":"Radio one","#,
            #""detailText":"Live radio","image":{"url":"https://a.example/1"},"#,
            #""action":{"action":"select","station":"one"}}]}]},"#,
            #"{"id":"favourites","type":"list","title":"Favourites","tabTitle":"Favourites","tabImage":"heart","tabSystemItem":"favorites","#,
            #""sections":[{"id":"favourites#rows","items":[{"id":"favourites#none","text":"No favourites yet","#,
            #""detailText":"The heart adds the station that plays","isEnabled":false}]}]},"#,
            #"{"id":"recent","type":"list","title":"Recent","tabTitle":"Recent","tabImage":"clock","tabSystemItem":"recents","#,
            #""sections":[{"id":"recent#rows","items":[{"id":"recent#none","text":"Nothing played yet","#,
            #""detailText":"What was on air appears here","isEnabled":false}]}]}]},"#,
            #""nowPlaying":{"id":"nowPlaying","type":"nowPlaying","upNextTitle":"Rewind","upNext":"rewind","albumArtist":"elements"},"#,
            #""lists":["#,
        ].joined()
        #expect(text.hasPrefix(expected), "\(text)")
        #expect(
            text.hasSuffix(
                #""alert":{"id":"alert","type":"alert","titleVariants":["Not possible now"],"actions":[{"id":"alert#dismiss","title":"OK","style":"cancel"}]}}"#
            ), "\(text)")
    }

    @Test func `a command is written with its parameters`() {
        let commands: [(SessionCommand, String)] = [
            (
                .select(station: "a", stream: "b"),
                #"{"action":"select","station":"a","stream":"b"}"#
            ),
            (.reconnect(station: "a"), #"{"action":"reconnect","station":"a"}"#),
        ]
        for (command, expected) in commands {
            let stations = ["a"].map { Sample.station($0, streams: ["b", "c"]) }
            let scene = Sample.scene(stations) { scene in
                if case .reconnect = command {
                    scene.session.station = "a"
                    scene.stations[0].nowPlaying.connection.state = .failing
                }
            }
            let text = String(decoding: Document.encode(Sample.carPlay(scene)), as: UTF8.self)
            #expect(text.contains(#""action":"# + expected), "\(text)")
        }
    }

    @Test func `ids are the same whatever the texts, the style and the language are`() {
        let scene = Sample.listening(to: Sample.station("one", streams: ["south", "north"])) {
            $0.timeline.elements = [Sample.element("e", "First", ago: 1)]
        }
        let german = Sample.carPlay(scene) {
            $0.locale = .german
            $0.style = .light
        }
        func ids(_ document: CarPlayDocument) -> [String] {
            document.allLists.flatMap { [$0.id] + $0.sections.map(\.id) + $0.items.map(\.id) }
        }
        expect(ids(Sample.carPlay(scene)), is: ids(german))
        #expect(german != Sample.carPlay(scene))
    }
}

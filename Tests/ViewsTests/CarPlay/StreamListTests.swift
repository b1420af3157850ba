import NowPlaying
import Testing
import Views

struct StreamListTests {
    private static let regional = Sample.station("one", streams: ["south", "north"])

    @Test func `a station with several streams and none chosen shows that there is a choice`() {
        let document = Sample.carPlay(Sample.scene([Self.regional, Sample.station("two")]))
        #expect(document.item("stations/one")?.accessory == .disclosureIndicator)
        #expect(document.item("stations/one")?.action == .select(station: "one"))
        #expect(document.item("stations/two")?.accessory == nil)
        #expect(document.texts(of: TemplateID.streams(of: "one")) == ["To south", "To north"])
    }

    @Test func `the chosen stream is marked`() {
        let document = Sample.carPlay(
            Sample.scene([Self.regional]) { $0.chosenStreams = ["one": "north"] })
        #expect(document.item("streams/one/north")?.accessory == .checkmark)
        #expect(document.item("streams/one/north")?.detailText == "Chosen")
        #expect(document.item("streams/one/south")?.accessory == nil)
        #expect(document.item("stations/one")?.accessory == nil)
    }

    @Test func `the stream that plays is the chosen one`() {
        let document = Sample.carPlay(
            Sample.listening(to: Self.regional) {
                $0.chosenStreams = ["one": "north"]
                $0.session.stream = "south"
            })
        #expect(document.item("streams/one/south")?.accessory == .checkmark)
        #expect(document.item("streams/one/north")?.accessory == nil)
    }

    @Test func `choosing a stream asks for the station and the stream`() {
        let document = Sample.carPlay(Sample.scene([Self.regional]))
        #expect(
            document.item("streams/one/south")?.action
                == .select(station: "one", stream: "south"))
    }

    @Test func `the row of the station is busy, too, when one of its streams was chosen`() {
        let document = Sample.carPlay(
            Sample.scene([Self.regional]) {
                $0.session.requests = [.init(command: .select(station: "one", stream: "south"))]
            })
        let busy = document.allLists.flatMap(\.items).filter(\.isBusy).map(\.id)
        #expect(busy == ["stations/one", "streams/one/south"])
    }

    @Test func `one stream is no choice`() {
        let scene = Sample.scene([Sample.station("one", streams: ["only"])])
        #expect(Sample.carPlay(scene).list(TemplateID.streams(of: "one")) == nil)
    }
}

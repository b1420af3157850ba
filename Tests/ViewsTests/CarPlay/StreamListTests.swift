import Expectations
import NowPlaying
import Testing
import Views

struct StreamListTests {
    private static let regional = Sample.station("one", streams: ["south", "north"])

    @Test func `a station with several streams and none chosen shows that there is a choice`() {
        let document = Sample.carPlay(Sample.scene([Self.regional, Sample.station("two")]))
        expect(document.item("stations/one")?.accessory, is: .disclosureIndicator)
        expect(document.item("stations/one")?.action, is: .select(station: "one"))
        expect(document.item("stations/two")?.accessory, is: nil)
        expect(document.texts(of: TemplateID.streams(of: "one")), is: ["To south", "To north"])
    }

    @Test func `the chosen stream is marked`() {
        let document = Sample.carPlay(
            Sample.scene([Self.regional]) { $0.chosenStreams = ["one": "north"] })
        expect(document.item("streams/one/north")?.accessory, is: .checkmark)
        expect(document.item("streams/one/north")?.detailText, is: "Chosen")
        expect(document.item("streams/one/south")?.accessory, is: nil)
        expect(document.item("stations/one")?.accessory, is: nil)
    }

    @Test func `the stream that plays is the chosen one`() {
        let document = Sample.carPlay(
            Sample.listening(to: Self.regional) {
                $0.chosenStreams = ["one": "north"]
                $0.session.stream = "south"
            })
        expect(document.item("streams/one/south")?.accessory, is: .checkmark)
        expect(document.item("streams/one/north")?.accessory, is: nil)
    }

    @Test func `choosing a stream asks for the station and the stream`() {
        let document = Sample.carPlay(Sample.scene([Self.regional]))
        expect(
            document.item("streams/one/south")?.action,
            is: .select(station: "one", stream: "south"))
    }

    @Test func `the row of the station is busy, too, when one of its streams was chosen`() {
        let document = Sample.carPlay(
            Sample.scene([Self.regional]) {
                $0.session.requests = [.init(command: .select(station: "one", stream: "south"))]
            })
        let busy = document.allLists.flatMap(\.items).filter(\.isBusy).map(\.id)
        expect(busy, is: ["stations/one", "streams/one/south"])
    }

    @Test func `one stream is no choice`() {
        let scene = Sample.scene([Sample.station("one", streams: ["only"])])
        expect(Sample.carPlay(scene).list(TemplateID.streams(of: "one")), is: nil)
    }
}

import Expectations
import NowPlaying
import Testing
import Views

struct CarPlayChangeTests {
    private static let scene = Sample.listening { $0.favourites = ["two"] }

    private static func change(
        _ change: (inout SessionSnapshot) -> Void
    ) -> CarPlayChange? {
        var after = scene
        change(&after)
        return CarPlayChange.from(Sample.carPlay(scene), to: Sample.carPlay(after))
    }

    /// The change as rows, in JSON.
    private static func rows(_ change: (inout SessionSnapshot) -> Void) -> String? {
        guard case .rows(let rows) = Self.change(change) else { return nil }
        return String(decoding: Document.encode(rows), as: UTF8.self)
    }

    private static func isWhole(_ change: (inout SessionSnapshot) -> Void) -> Bool {
        guard case .whole = Self.change(change) else { return false }
        return true
    }

    @Test func `nothing equal is sent`() {
        expect(Self.change { _ in }, is: nil)
        expect(Self.change { $0.session.sender = "car-2" }, is: nil)
        expect(Self.change { $0.stations[2].nowPlaying.listeners = Listeners(total: 3) }, is: nil)
    }

    @Test func `the first document is whole`() {
        let document = Sample.carPlay(Self.scene)
        expect(CarPlayChange.from(nil, to: document), is: .whole(document))
    }

    @Test func `a text changes in place, wherever it is`() {
        expect(
            Self.rows { $0.stations[1].nowPlaying.track = Sample.track("t", "First Light") },
            is:
                #"{"stations/two":{"detailText":"First Light"},"favourites/two":{"detailText":"First Light"}}"#
        )
    }

    @Test func `null takes a property back`() {
        expect(
            Self.rows { $0.session.station = nil },
            is: #"{"stations/one":{"isPlaying":null},"#
                + #""nowPlaying":{"buttons":null}}"#
        )
    }

    @Test func `a picture, an action and being enabled change in place`() {
        expect(
            Self.rows {
                $0.stations[2].nowPlaying.station.logo = Station.Logo(dark: "https://a.example/3")
                $0.stations[2].nowPlaying.connection.state = .connecting
            },
            is:
                #"{"stations/three":{"detailText":"Connecting …","image":{"url":"https://a.example/3"},"#
                + #""placeholder":null,"isEnabled":false,"action":null}}"#)
    }

    @Test func `a station that is added, moved or made a favourite changes the structure`() {
        #expect(Self.isWhole { $0.stations.append(Sample.station("four")) })
        #expect(Self.isWhole { $0.order = ["two"] })
        #expect(Self.isWhole { $0.favourites = ["two", "one"] })
    }

    @Test func `an element that begins changes the structure`() {
        #expect(Self.isWhole { $0.timeline.elements = [Sample.element("e", "First", ago: 1)] })
    }

    @Test func `how many were left out changes in place`() {
        expect(Self.rows { $0.otherStations = 3 }, is: #"{"stations":{"leftOut":3}}"#)
    }

    @Test func `rows of parts that are not there are passed over`() {
        let small = Sample.carPlay(Sample.scene([]))
        guard case .rows(let rows) = Self.change({ $0.session.state = .stopped }) else {
            Issue.record("structural")
            return
        }
        expect(small.applying(rows), is: small)
        #expect(!rows.isEmpty)
    }
}

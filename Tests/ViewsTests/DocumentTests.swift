import Expectations
import JSON
import NowPlaying
import Testing
import Views

struct DocumentTests {
    private static let base = NowPlaying(
        station: Station(id: "one", name: "One"),
        connection: StationConnection(
            state: .live, since: Timestamp(milliseconds: 1_734_714_000_250)))

    private static func full() -> NowPlaying {
        var state = base
        state.online = true
        state.track = Track(id: "t", title: "First “Light”\n")
        state.track?.artist = "Aurora"
        let anchor = Anchor(
            elapsed: .milliseconds(1_500), asOf: Timestamp(milliseconds: 1_734_714_001_000),
            startedAt: Timestamp(milliseconds: 1_734_713_999_500), quality: .estimated)
        state.playback = Playback(
            state: .playing, rate: 1, anchor: anchor, duration: .seconds(200))
        state.history = (1...3).map { Box(PlayedTrack(title: "Played \($0)")) }
        state.listeners = Listeners(current: 4, total: 9)
        return state
    }

    private static func text(
        _ state: NowPlaying, _ options: DocumentOptions = DocumentOptions(view: .nowPlaying)
    ) -> String {
        let snapshot = Snapshot.station(StationSnapshot(state))
        let document = options.document(of: snapshot, at: Timestamp(milliseconds: 0))
        return String(decoding: (document as? EncodedDocument)?.bytes ?? [], as: UTF8.self)
    }

    @Test func `what is unknown is absent`() {
        expect(
            Self.text(Self.base),
            is: #"{"station":{"id":"one","name":"One"},"#
                + #""connection":{"state":"live","since":1734714000.25}}"#)
    }

    @Test func `times and lengths are in seconds, and the anchor is whole`() throws {
        let text = Self.text(Self.full())
        #expect(
            text.contains(
                #""playback":{"state":"playing","rate":1,"elapsed":1.5,"asOf":1734714001,"#
                    + #""startedAt":1734713999.5,"duration":200,"quality":"estimated"}"#),
            "\(text)")
    }

    @Test func `a playback without an anchor has no part of one`() {
        var state = Self.full()
        state.playback?.anchor = nil
        #expect(
            Self.text(state).contains(
                #""playback":{"state":"playing","rate":1,"duration":200}"#))
    }

    @Test func `history and listeners are there only where they are asked for`() {
        let plain = Self.text(Self.full())
        #expect(!plain.contains("history"))
        #expect(!plain.contains("listeners"))
        let options = DocumentOptions(
            view: .nowPlaying, historyCount: 2, includesListeners: true)
        let asked = Self.text(Self.full(), options)
        #expect(asked.contains(#""history":[{"title":"Played 1"},{"title":"Played 2"}]"#))
        #expect(asked.contains(#""listeners":{"current":4,"total":9}"#))
    }

    @Test func `a line is a JSON string`() {
        let options = DocumentOptions(view: .line)
        expect(Self.text(Self.full(), options), is: #""Aurora – First “Light”\n""#)
    }

    @Test func `a document that would be too long loses its oldest history first`() throws {
        var state = Self.full()
        state.history = (1...50).map {
            Box(PlayedTrack(title: "\($0) " + String(repeating: "é", count: 1_000)))
        }
        state.next = UpcomingTrack(title: "Night")
        let options = DocumentOptions(view: .nowPlaying, historyCount: 50)
        let document = Array(Self.text(state, options).utf8)
        #expect(document.count <= Document.maximumSize)
        let (titles, next) = try JSONParser().parse(document[...]) { value in
            let history = value["history"]?.elements.map { $0["title"]?.readable ?? "" } ?? []
            return (history, value["next"]?["title"]?.readable)
        }
        #expect(!titles.isEmpty)
        expect(titles, is: state.history.prefix(titles.count).map(\.title))
        expect(next, is: "Night")
    }

    @Test(arguments: View.encoded.filter { !$0.isOfSession })
    func `a change that a view shows is relevant to it`(view: View) {
        let options = DocumentOptions(view: view, historyCount: 3, includesListeners: true)
        let before = Self.text(Self.base, options)
        let changes: [(StateParts, (inout NowPlaying) -> Void)] = [
            (.connection, { $0.connection.state = .stale }),
            (.online, { $0.online = false }),
            (.track, { $0.track = Track(id: "1", title: "First Light") }),
            (.playback, { $0.playback = Playback(state: .playing, rate: 1) }),
            (.live, { $0.live = LiveStreamer(streamer: "Aurora") }),
            (.programme, { $0.programme = Programme(title: "Dawn") }),
            (.next, { $0.next = UpcomingTrack(title: "Night") }),
            (.history, { $0.history = [Box(PlayedTrack(title: "Deep"))] }),
            (.station, { $0.station.name = "Two" }),
            (.listeners, { $0.listeners = Listeners(current: 3) }),
        ]
        for (changed, change) in changes {
            var state = Self.base
            change(&state)
            let isShown = Self.text(state, options) != before
            expect(options.relevantChanges.contains(changed), is: isShown, "\(changed)")
        }
    }

    @Test func `history and listeners concern only those who asked for them`() {
        let plain = DocumentOptions(view: .nowPlaying).relevantChanges
        #expect(plain.isDisjoint(with: [.history, .listeners]))
    }
}

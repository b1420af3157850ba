import JSON
import NowPlaying
import Testing
import Views

@testable import HubRuntime

/// The hub's document, read by its own client.
struct NowPlayingDocumentTests {
    private func read(_ document: [UInt8]) throws -> NowPlaying? {
        try JSONParser().parse(document) { NowPlaying(document: $0) }
    }

    @Test func `what people are shown comes back as it was`() throws {
        var state = NowPlaying.playing("Weir", by: "Mara Ebb", at: 1_250, of: 200_000)
        state.connection = StationConnection(
            state: .stale, reason: .init(code: "closed", text: "closed"), since: Watching.began)
        state.online = true
        state.station.url = "https://one.example"
        state.track?.album = "Low Water"
        state.track?.artworkURL = "https://one.example/weir.png"
        state.track?.year = 1994
        state.track?.composer = "Mara Ebb"
        state.track?.label = "Sluice"
        state.track?.requestedBy = "Joni"
        state.track?.season = 0
        state.track?.episode = 7
        state.track?.links = [
            TrackLink(service: "qobuz", address: "https://q.example/1"),
            TrackLink(service: "spotify", address: "https://s.example/1"),
        ]
        state.listeners = Listeners(current: 7)
        state.live = LiveStreamer(streamer: "DJ Ebb")
        state.live?.isDefault = false
        state.programme = Programme(title: "Tides")
        state.next = UpcomingTrack(title: "Lock")
        state.next?.artist = "Lock & Weir"
        var played = PlayedTrack(title: "Ferry")
        played.artist = "Mara Ebb"
        state.history = [played]
        let options = DocumentOptions(
            view: .nowPlaying, historyCount: 50, includesListeners: true)
        #expect(try read(Document.encode(state, with: options)) == state)
    }

    @Test(arguments: [
        (StationConnection.State.failing, "ONE (no such host)"),
        (.stopped, "ONE (no such host)"), (.stale, "ONE"), (.connecting, "ONE"), (.live, "ONE"),
    ])
    func `a line says why its station cannot be read`(
        connection: StationConnection.State, expected: String
    ) {
        let state = NowPlaying.make {
            $0.connection.state = connection
            $0.connection.reason = .init(code: "noSuchHost", text: "no such host")
        }
        #expect(state.watchedLine == expected)
    }

    @Test func `a state of which nothing is known is read too`() throws {
        let options = DocumentOptions(view: .nowPlaying)
        #expect(try read(Document.encode(.make(), with: options)) == .make())
    }

    @Test(arguments: [
        "{}", "[]", #"{"station":{"id":"one","name":"ONE"}}"#,
        #"{"station":{"id":1,"name":"ONE"},"connection":{"state":"live","since":1}}"#,
        #"{"station":{"id":"one","name":"ONE"},"connection":{"state":"happy","since":1}}"#,
    ])
    func `what is no state is none`(text: String) throws {
        #expect(try read(Array(text.utf8)) == nil)
    }

    @Test func `a part that makes no sense is absent`() throws {
        let text = #"""
            {"station":{"id":"one","name":"ONE"},"connection":{"state":"live","since":1700000000},
            "online":"yes","track":{"title":7},"playback":{"state":"playing","rate":"fast"},
            "live":{},"programme":[],"next":7,"history":[{"title":7},{"title":"Ferry"}]}
            """#
        var expected = NowPlaying.make()
        expected.history = [PlayedTrack(title: "Ferry")]
        #expect(try read(Array(text.utf8)) == expected)
    }
}

import Expectations
import Foundation
import HubClient
import JSON
import NowPlaying
import TestSupport
import Testing
import Views

/// The encoded views, read by the client library.
struct ClientDocumentTests {
    /// A document as the client library writes it again.
    private func readAgain<Document: Codable>(
        _ bytes: [UInt8], as type: Document.Type
    ) throws -> JSONTree? {
        let document = try JSONDecoder().decode(type, from: Data(bytes))
        return JSONTree(Array(try JSONEncoder().encode(document)))
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `nothing of a car's document or a lock screen is lost`(seed: UInt64) throws {
        var random = RandomScene(seed: seed)
        for _ in 0..<5 {
            random.live()
            let car = Document.encode(Sample.carPlay(random.scene, at: random.now))
            try expect(readAgain(car, as: CarDocument.self), is: JSONTree(car))
            let card = Document.encode(Sample.lockScreen(random.scene))
            try expect(readAgain(card, as: LockCard.self), is: JSONTree(card))
        }
    }

    @Test func `a station's state comes back as it was`() throws {
        try expect(read(Self.full), is: Self.full)
    }

    /// A state with every part.
    private static var full: NowPlaying {
        var state = NowPlaying(
            station: Station(id: "one", name: "ONE"),
            connection: StationConnection(
                state: .stale, reason: .init(code: "closed", text: "closed"), since: Sample.now))
        state.station.url = "https://one.example"
        state.station.description = "Water music"
        state.station.logo = Station.Logo(light: "https://one.example/logo.png")
        state.station.streams = [StationStream(id: "s", name: "South", url: "https://s.example")]
        state.online = true
        state.track = track
        state.playback = Sample.playback(for: 20, of: 200)
        state.live = LiveStreamer(streamer: "DJ Ebb")
        state.live?.isDefault = false
        state.live?.startedAt = Sample.now
        state.programme = Programme(title: "Tides")
        state.programme?.kicker = "Weekly"
        state.programme?.endsAt = Sample.now
        state.next = UpcomingTrack(title: "Lock")
        state.next?.details.album = "Low Water"
        state.next?.duration = .milliseconds(61_500)
        var played = PlayedTrack(title: "Ferry")
        played.details.kind = .talk
        played.startedAt = Sample.now
        state.history = [Box(played)]
        state.listeners = Listeners(current: 7, unique: 6, total: 9)
        return state
    }

    @Test func `the state that a view writes by hand is that of the table of members`() throws {
        var state = Self.full
        expect(JSONTree(written(state)), is: JSONTree(JSONWriter.encode(state)))
        state.playback?.anchor = nil
        state.history = []
        state.listeners = nil
        expect(JSONTree(written(state)), is: JSONTree(JSONWriter.encode(state)))
    }

    @Test func `a state of which nothing is known comes back, too`() throws {
        let state = NowPlaying(
            station: Station(id: "one", name: "ONE"),
            connection: StationConnection(state: .connecting, since: Sample.now))
        try expect(read(state), is: state)
    }

    @Test func `the views that the client library reads are those that clients can ask for`() {
        for view in HubView.typed {
            expect(View(named: view.rawValue)?.isOfSession, is: view.isOfSession)
        }
    }

    private func written(_ state: NowPlaying) -> [UInt8] {
        Document.encode(
            state,
            with: DocumentOptions(view: .nowPlaying, historyCount: 50, includesListeners: true))
    }

    private func read(_ state: NowPlaying) throws -> NowPlaying {
        try JSONDecoder().decode(NowPlaying.self, from: Data(written(state)))
    }

    /// A track with every field of the table.
    private static var track: Track {
        var track = Track(id: "t", title: "Weir")
        track.artist = "Mara Ebb"
        for field in TrackField.all {
            track.details[field] =
                switch field.form {
                case .name, .isrc, .address: .text("https://one.example/\(field.name)")
                case .kind: .kind(.music)
                case .number: .number(1_994)
                case .links:
                    .links([TrackLink(service: "qobuz", address: "https://q.example/1")])
                }
        }
        return track
    }
}

import Expectations
import NowPlaying
import Testing
import Views

struct LineTests {
    private static func state(_ change: (inout NowPlaying) -> Void = { _ in }) -> NowPlaying {
        var state = NowPlaying(
            station: Station(id: "one", name: "One"),
            connection: StationConnection(state: .live, since: Timestamp(milliseconds: 1)))
        change(&state)
        return state
    }

    private static func track(_ title: String, by artist: String? = nil) -> Track {
        var track = Track(id: "1", title: title)
        track.artist = artist
        return track
    }

    @Test func `a line is the artist and the title`() {
        let state = Self.state { $0.track = Self.track("First Light", by: "Aurora") }
        expect(state.line(in: .english), is: "Aurora – First Light")
    }

    @Test func `a line is the title where the artist is unknown`() {
        let state = Self.state { $0.track = Self.track("First Light") }
        expect(state.line(in: .english), is: "First Light")
    }

    @Test func `a line is the programme where nothing plays`() {
        let state = Self.state { $0.programme = Programme(title: "Dawn") }
        expect(state.line(in: .english), is: "Dawn")
    }

    @Test func `a line is the name of the station where nothing is known`() {
        expect(Self.state().line(in: .english), is: "One")
    }

    @Test(arguments: [(Locale.english, "One (offline)"), (.german, "One (nicht auf Sendung)")])
    func `a line says that its station is off the air`(locale: Locale, expected: String) {
        expect(Self.state { $0.online = false }.line(in: locale), is: expected)
    }

    @Test func `a line says nothing of a station that is on the air`() {
        expect(Self.state { $0.online = true }.line(in: .english), is: "One")
    }

    @Test(
        arguments: [
            ("de", Locale.german), ("de-AT", .german), ("DE_ch", .german), ("en-GB", .english),
            ("fr", .english), ("", .english), ("-", .english),
        ])
    func `a language is the nearest that the hub has words in`(tag: String, expected: Locale) {
        expect(Locale(tag: tag), is: expected)
    }
}

import Expectations
import Feeds
import NowPlaying
import Testing

@testable import Hub
@testable import Stations

/// The tracks of a player, which its listener pauses, seeks in and stops, become its timeline.
struct PlayerPlaysTests {
    private var air = Airwaves()

    @Test mutating func `a seek moves the position and not the time at which a track was played`() {
        air.hear(.player("A", at: 0, of: 300), at: 0)
        air.hear(.player("A", at: 120, of: 300), at: 3)
        air.hear(.player("B", at: 0, of: 200), at: 8)
        expect(air.drawn, is: ["B 8–208", "A 0–8"])
        air.hear(.player("B", at: 150, of: 200), at: 100)
        air.hear(.player("B", at: 5, of: 200), at: 105)
        air.hear(.player("C", at: 0, of: 200), at: 120)
        expect(air.drawn, is: ["C 120–320", "B 8–120", "A 0–8"])
    }

    @Test mutating func `a track that a player stops ends then`() {
        air.hear(.player("A", at: 0, of: 300), at: 0)
        air.hear(.player("A", at: 0, of: 300, .stopped), at: 3)
        expect(air.drawn, is: ["A 0–3"])
        expect(air.timeline.current, is: nil)
    }

    @Test mutating func `what a player that is stopped names is not played`() {
        air.hear(.player("A", at: 0, of: 300, .stopped), at: 0)
        air.hear(.player("B", at: 0, of: 300, .stopped), at: 60)
        expect(air.drawn, is: [])
        air.hear(.player("B", at: 0, of: 300), at: 90)
        expect(air.drawn, is: ["B 90–390"])
    }

    @Test mutating func `what is paused before it begins is played from when it goes on`() {
        air.hear(.player("A", at: 20, of: 300, .paused), at: 0)
        expect(air.drawn, is: [])
        air.hear(.player("A", at: 20, of: 300), at: 500)
        expect(air.drawn, is: ["A 500–800"])
        air.hear(.player("B", at: 0, of: 300, .paused), at: 510)
        expect(air.drawn, is: ["A 500–510"])
    }

    @Test mutating func `a pause moves no start and makes no other play`() {
        air.hear(.player("A", at: 0, of: 300), at: 0)
        air.hear(.player("A", at: 10, of: 300, .paused), at: 10)
        air.hear(.player("A", at: 10, of: 300), at: 900)
        expect(air.drawn, is: ["A 0–300"])
    }

    @Test mutating func `a track that is repeated is another play, after a seek too`() {
        air.hear(.player("A", at: 0, of: 300), at: 0)
        air.hear(.player("A", at: 200, of: 300), at: 100)
        air.hear(.player("A", at: 0, of: 300), at: 200)
        expect(air.drawn, is: ["A 200–500", "A 0–200"])
    }

    @Test mutating func `a track that a player returns to is played again, however soon`() {
        air.hear(.player("A", at: 0, of: 300), at: 0)
        air.hear(.player("B", at: 0, of: 300), at: 5)
        air.hear(.player("A", at: 0, of: 300), at: 12)
        expect(air.drawn, is: ["A 12–312", "B 5–12", "A 0–5"])
    }

    @Test mutating func `what a player does not name for a moment goes on`() {
        air.hear(.player("A", at: 0, of: 300), at: 0)
        air.hear(.text(nil), at: 62)
        air.hear(.player("A", at: 63, of: 300), at: 63)
        expect(air.drawn, is: ["A 0–300"])
    }

    @Test mutating func `what a player resumes in its middle is played from then on`() {
        air.hear(.player("A", at: 0, of: 300), at: 0)
        air.hear(.player("Podcast", at: 2_700, of: 5_400), at: 60)
        expect(air.drawn, is: ["Podcast 60–5460", "A 0–60"])
    }

    @Test mutating func `what a player is heard to play already began by its position`() {
        air.hear(.player("A", at: 90, of: 300), at: 100)
        expect(air.drawn, is: ["A 10–310"])
    }

    @Test mutating func `a seek before a restart does not make one play two`() {
        air.hear(.player("A", at: 0, of: 300), at: 0)
        air.hear(.player("A", at: 120, of: 300), at: 10)
        let ids = air.ids
        air.restart(at: 60)
        air.hear(.player("A", at: 172, of: 300), at: 62)
        expect(air.ids, is: ids)
        expect(air.drawn, is: ["A 0–300"])
    }

    @Test mutating func `a station's own name is not a track`() {
        var station = StationConfiguration.make("one")
        station.name = "Radio Seewind"
        air = Airwaves(station)
        var named = Report.text("Seewind FM")
        named.station.name = "Seewind FM"
        air.hear(.text("Radio Seewind"), at: 0)
        air.hear(named, at: 10)
        expect(air.drawn, is: [])
        air.hear(.text("First Light"), at: 60)
        air.hear(.text("Radio Seewind"), at: 100)
        expect(air.drawn, is: ["First Light 60–100"])
    }
}

extension Report {
    /// A report of a player, which says where its track stands and not when it began.
    fileprivate static func player(
        _ title: String, at position: Int64, of duration: Int64,
        _ state: Playback.State = .playing
    ) -> Report {
        var report = text(title)
        report.isPlayer = true
        report.state = state
        report.rate = state == .playing ? 1 : 0
        report.track?.identity = .init(key: title)
        report.track?.positions = [.elapsed(.seconds(position))]
        report.track?.duration = .seconds(duration)
        return report
    }
}

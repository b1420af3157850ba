import Expectations
import Feeds
import NowPlaying
import Testing

@testable import Hub
@testable import Stations

/// The state on air at each moment of a timeline, whose metadata runs 10 s ahead of the audio.
struct TimelineTests {
    private var station = Rehearsal(delay: .seconds(10))

    /// Returns the titles on air each second, without repetitions, as `second title`.
    private func drawn(_ seconds: ClosedRange<Int>) -> [String] {
        var drawn: [String] = []
        var before: String?
        for second in seconds {
            let title = station.timeline.onAir(at: .at(Double(second)))?.track?.title ?? "–"
            if title != before { drawn.append("\(second) \(title)") }
            before = title
        }
        return drawn
    }

    private func position(at seconds: Double) -> Double? {
        let playback = station.timeline.onAir(at: .at(seconds))?.playback
        return playback?.position(at: .at(seconds))?.seconds
    }

    // MARK: What is heard when

    @Test mutating func `the first state is heard at once, each later one when it is heard`() {
        station.hear(.track("A"), at: 0)
        station.hear(.track("B"), at: 5)
        station.hear(.track("C"), at: 9)
        expect(drawn(0...30), is: ["0 A", "15 B", "19 C"])
    }

    @Test mutating func `a track begins at its start, however late it is told of`() {
        station.hear(.track("A", key: "1", at: .startedAt(.at(-60))), at: 0)
        station.hear(.track("B", key: "2", at: .startedAt(.at(20))), at: 24)
        expect(drawn(0...40), is: ["0 A", "30 B"])
        expect(position(at: 31), is: 1)
    }

    @Test mutating func `a track whose start lies ahead is what comes next until then`() {
        station = Rehearsal()
        station.hear(.track("A", key: "1", at: .startedAt(.at(-60))), at: 0)
        station.hear(.track("B", key: "2", at: .startedAt(.at(12))), at: 5)
        expect(drawn(0...20), is: ["0 A", "12 B"])
        let next = station.timeline.onAir(at: .at(11))?.next
        expect(next?.title, is: "B")
        expect(next?.startsAt, is: .at(12))
        expect(station.timeline.boundary(after: .at(11)), is: .at(12))
        expect(station.timeline.onAir(at: .at(12))?.next, is: nil)
    }

    @Test(arguments: [(29.0, true), (31.0, false)])
    mutating func `a start further ahead than 30 s is not believed`(ahead: Double, isBelieved: Bool)
    {
        station = Rehearsal()
        station.hear(.track("A"), at: 0)
        station.hear(.track("B", key: "2", at: .startedAt(.at(10 + ahead))), at: 10)
        let title = station.timeline.onAir(at: .at(10))?.track?.title
        expect(title, is: isBelieved ? "A" : "B")
    }

    @Test mutating func `a start ahead by no known clock is shown on arrival`() {
        station = Rehearsal(knowsServer: false)
        station.hear(.track("A"), at: 0)
        station.hear(.track("B", key: "2", at: .startedAt(.at(15))), at: 10)
        expect(station.timeline.onAir(at: .at(10))?.track?.title, is: "B")
    }

    @Test mutating func `what was announced and does not come was never on air`() {
        station = Rehearsal()
        station.hear(.track("A", key: "1", at: .startedAt(.at(-60))), at: 0)
        station.hear(.track("B", key: "2", at: .startedAt(.at(20))), at: 5)
        station.hear(.track("C", key: "3", at: .startedAt(.at(20))), at: 8)
        expect(drawn(0...30), is: ["0 A", "20 C"])
        expect(station.timeline.elements(until: .at(60)).map(\.track.title), is: ["C", "A"])
    }

    @Test mutating func `what begins anew after an interruption waits for its start, too`() {
        station = Rehearsal()
        station.hear(.track("A", key: "1", at: .startedAt(.at(0))), at: 0)
        var silence = Report()
        silence.online = false
        station.hear(silence, at: 12)
        station.hear(.track("A", key: "2", at: .startedAt(.at(20))), at: 16)
        expect(drawn(0...30), is: ["0 A", "12 –", "20 A"])
    }

    @Test mutating func `a known title is corrected in place until it is heard`() {
        station.hear(.track("A", key: "1"), at: 0)
        station.hear(.track("B", key: "2"), at: 5)
        station.hear(.track("B, at last", key: "2"), at: 14)
        expect(drawn(0...30), is: ["0 A", "15 B, at last"])
    }

    @Test(arguments: [
        (3.0, ["0 A", "30 Deep Water"]), (4.0, ["0 A", "30 Deep", "34 Deep Water"]),
    ])
    mutating func `a text that is completed within 3 s was a slip`(
        after: Double, expected: [String]
    ) {
        station.hear(.track("A"), at: 0)
        station.hear(.track("Deep"), at: 20)
        station.hear(.track("Deep Water"), at: 20 + after)
        expect(drawn(0...40), is: expected)
    }

    @Test(arguments: [
        (TextTrack("Deep", "Fjord"), TextTrack("Deep", "Fjord & Fjell"), true),
        (TextTrack("Deep", "Fjord"), TextTrack("Deep (Live)", "Fjord"), true),
        (TextTrack("Deep", "Fjord"), TextTrack("Fjord", "Deep"), true),
        (TextTrack("Fjord - Deep", nil), TextTrack("Deep", "Fjord"), true),
        (TextTrack("Deepp Watr", "Fjrd"), TextTrack("Deep Water", "Fjord"), true),
        (TextTrack("Deep", "Fjord"), TextTrack("Night", "Polar"), false),
        (TextTrack("Deep", nil), TextTrack("Night", nil), false),
        (TextTrack("Go", nil), TextTrack("Gone", nil), false),
    ])
    mutating func `another title and artist are another track, however soon`(
        first: TextTrack, second: TextTrack, isSame: Bool
    ) {
        station = Rehearsal()
        station.hear(.track("A"), at: 0)
        let before = station.hear(first.report(at: .elapsed(.seconds(50))), at: 20)
        let after = station.hear(second.report(), at: 22)
        expect(after.track?.title, is: second.title)
        expect(after.track?.id == before.track?.id, is: isSame)
        let elapsed = after.playback?.position(at: .at(22))?.seconds
        expect(elapsed, is: isSame ? 52 : 0)
    }

    @Test mutating func `a title of which nothing was heard is not remembered`() {
        station.hear(.track("A"), at: 0)
        station.hear(.track("B"), at: 20)
        station.hear(.track("C"), at: 20.4)
        expect(drawn(0...40), is: ["0 A", "30 C"])
    }

    @Test mutating func `what a newer report leaves out is gone, whatever a history tells`() {
        station = Rehearsal()
        var report = Report.track("A", key: "1", at: .startedAt(.at(0)))
        report.track?.artworkURL = "https://img.example/a"
        expect(station.hear(report, at: 1).track?.artworkURL, is: "https://img.example/a")
        report.track?.artworkURL = nil
        var played = ReportedTrack(title: "A")
        played.positions = [.startedAt(.at(0))]
        played.artworkURL = "https://img.example/b"
        report.history = [Box(played)]
        expect(station.hear(report, at: 2).track?.artworkURL, is: nil)
        station.hear(.track("B", key: "2", at: .startedAt(.at(60))), at: 60)
        expect(station.timeline.onAir(at: .at(30))?.track?.artworkURL, is: nil)
        var next = Report.track("B", key: "2", at: .startedAt(.at(60)))
        next.history = report.history
        station.hear(next, at: 61)
        expect(station.timeline.onAir(at: .at(30))?.track?.artworkURL, is: "https://img.example/b")
    }

    @Test mutating func `beyond 64 titles that wait the oldest is heard early`() {
        station.hear(.track("first"), at: 0)
        for number in 1...64 {
            station.hear(.track("\(number)", key: "\(number)"), at: 1 + Double(number) / 100)
        }
        expect(station.timeline.onAir(at: .at(2))?.track?.title, is: "first")
        station.hear(.track("65", key: "65"), at: 2)
        expect(station.timeline.onAir(at: .at(2))?.track?.title, is: "1")
        expect(station.timeline.onAir(at: .at(12))?.track?.title, is: "65")
    }

    @Test mutating func `a flood of titles is kept within bounds`() {
        for number in 0..<1_500 {
            station.hear(.track("\(number)", key: "\(number)"), at: Double(number) / 1_000)
        }
        #expect(station.timeline.spans.count <= 64 + 2 * station.timeline.keeping.spans)
        #expect(station.takeNews(at: 60).count <= station.timeline.spans.count)
        expect(station.timeline.onAir(at: .at(20))?.track?.title, is: "1499")
    }

    @Test mutating func `what was announced and never came is not remembered`() {
        station = Rehearsal()
        station.hear(.track("A", key: "1", at: .startedAt(.at(-60))), at: 0)
        station.hear(.track("B", key: "2", at: .startedAt(.at(20))), at: 5)
        station.hear(.track("C", key: "3", at: .startedAt(.at(20))), at: 8)
        expect(station.takeNews(at: 10).map(\.track.title), is: ["A"])
        #expect(station.takeNews(at: 12).isEmpty)
        let over = station.takeNews(at: 30)
        expect(over.map(\.drawn), is: ["A -60–20", "C 20–?"])
        #expect(station.takeNews(at: 40).isEmpty)
    }

    // MARK: Positions

    @Test mutating func `the first position is that of a listener who is behind`() {
        station.hear(.track("A", at: .startedAt(.at(-60))), at: 0)
        expect(position(at: 0), is: 50)
        expect(position(at: 7), is: 57)
    }

    @Test mutating func `a first track that is younger than the delay stands at its beginning`() {
        station.hear(.track("A", at: .startedAt(.at(-4))), at: 0)
        expect([0, 6, 8].map { position(at: $0) }, is: [0, 0, 2])
    }

    @Test mutating func `a track past its length stays until another is known`() {
        station.hear(.track("A", at: .startedAt(.at(-60)), duration: .seconds(60)), at: 0)
        expect(drawn(0...900), is: ["0 A"])
        expect(position(at: 900), is: 60)
    }

    // MARK: Gaps and clocks

    @Test mutating func `what was on air when a station was lost ends when it should have`() {
        station = Rehearsal()
        station.hear(.track("A", at: .startedAt(.at(0)), duration: .seconds(60)), at: 0)
        station.reconnect()
        station.hear(.track("B", at: .startedAt(.at(190))), at: 200)
        expect(drawn(0...210), is: ["0 A", "60 –", "190 B"])
    }

    @Test mutating func `a set clock moves all that was noted by it`() {
        station.hear(.track("A", at: .startedAt(.at(-60))), at: 0)
        station.hear(.track("B", at: .startedAt(.at(5))), at: 5)
        station.stepClock(by: .seconds(100))
        expect(drawn(100...130), is: ["100 A", "115 B"])
        expect(position(at: 120), is: 5)
    }

    @Test func `a set clock moves every time that was turned into the hub's`() {
        let (start, step) = (Timestamp(milliseconds: 1_000), Interval.seconds(60))
        let anchor = Anchor(elapsed: .zero, asOf: start, startedAt: start, quality: .exact)
        var onAir = OnAir(
            play: Play(
                track: Track(id: "A", title: "A"), identity: .text("A"), startedAt: start,
                noticed: start),
            playback: Playback(state: .playing, rate: 1, anchor: anchor))
        onAir.live = LiveStreamer(streamer: "B")
        onAir.live?.startedAt = start
        onAir.next = UpcomingTrack(title: "C")
        onAir.next?.startsAt = start
        let shifted = onAir.shifted(by: step)
        let times = [
            shifted.play?.startedAt, shifted.play?.noticed, shifted.playback?.anchor?.asOf,
            shifted.playback?.anchor?.startedAt, shifted.live?.startedAt, shifted.next?.startsAt,
        ]
        expect(times, is: Array(repeating: start + step, count: times.count))
    }

    @Test mutating func `another delay moves what is on air and what follows`() {
        station.hear(.track("A", at: .startedAt(.at(-60))), at: 0)
        station.hear(.track("B", at: .startedAt(.at(5))), at: 5)
        station.changeDelay(to: .seconds(30), at: 8)
        expect(drawn(8...50), is: ["8 A", "35 B"])
        expect(position(at: 8), is: 38)
        station.changeDelay(to: .zero, at: 9)
        expect(drawn(9...50), is: ["9 B"])
        expect(position(at: 9), is: 4)
    }

    @Test mutating func `a shorter delay puts nothing before what was heard already`() {
        station = Rehearsal(delay: .seconds(30))
        for (title, start) in [("A", -60.0), ("B", 1), ("C", 2), ("D", 5)] {
            station.hear(.track(title, key: title, at: .startedAt(.at(start))), at: max(0, start))
        }
        station.changeDelay(to: .zero, at: 32.5)
        let times = station.timeline.spans.map(\.since)
        expect(times, is: times.sorted())
        expect(Set(times).count, is: times.count)
        expect(drawn(33...40), is: ["33 D"])
    }
}

/// A track that is known by its names alone.
struct TextTrack: Sendable {
    let title: String
    let artist: String?

    init(_ title: String, _ artist: String?) {
        self.title = title
        self.artist = artist
    }

    func report(at position: ReportedTrack.Position? = nil) -> Report {
        var report = Report()
        report.track = ReportedTrack(title: title)
        report.track?.artist = artist
        report.track?.positions = [position].compactMap(\.self)
        return report
    }
}

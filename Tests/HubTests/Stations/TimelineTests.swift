import Feeds
import NowPlaying
import Testing

@testable import Hub

/// Metadata that runs ahead of the audio.
struct TimelineTests {
    private var timeline = Timeline(delay: .seconds(10), limits: Shared(Limits()))

    private static func broadcast(
        _ title: String, key: String? = nil, anchor: Anchor? = nil, rate: Double = 1
    ) -> Broadcast {
        var broadcast = Broadcast()
        broadcast.track = Track(id: title, title: title)
        broadcast.identity = key.map { .feed(.init(key: $0)) } ?? .text(title)
        broadcast.playback = Playback(state: .playing, rate: rate, anchor: anchor)
        return broadcast
    }

    private mutating func heard(at seconds: Double) -> String? {
        timeline.mature(at: .at(seconds))
        return timeline.heard?.track?.title
    }

    @Test func `a set clock moves every time that was turned into the hub's`() {
        let (start, step) = (Timestamp(milliseconds: 1_000), Interval.seconds(60))
        var broadcast = Self.broadcast(
            "A",
            anchor: Anchor(elapsed: .zero, asOf: start, startedAt: start, quality: .exact))
        broadcast.live = LiveStreamer(streamer: "B")
        broadcast.live?.startedAt = start
        broadcast.programme = Programme(title: "C")
        broadcast.programme?.startsAt = start
        broadcast.programme?.endsAt = start
        broadcast.next = UpcomingTrack(title: "D")
        broadcast.next?.startsAt = start
        broadcast.history = [PlayedTrack(title: "E")]
        broadcast.history[0].startedAt = start
        let shifted = broadcast.shifted(by: step)
        let times = [
            shifted.playback?.anchor?.asOf, shifted.playback?.anchor?.startedAt,
            shifted.live?.startedAt, shifted.programme?.startsAt, shifted.programme?.endsAt,
            shifted.next?.startsAt, shifted.history[0].startedAt,
        ]
        #expect(times == Array(repeating: start + step, count: times.count))
    }

    @Test mutating func `the first state is heard at once`() {
        timeline.insert(Self.broadcast("A"), at: .at(0))
        #expect(heard(at: 0) == "A")
        #expect(timeline.deadline == nil)
    }

    @Test mutating func `a later state is heard when the delay has passed`() {
        timeline.insert(Self.broadcast("A"), at: .at(0))
        timeline.insert(Self.broadcast("B"), at: .at(5))
        #expect(timeline.latest?.track?.title == "B")
        #expect(timeline.deadline == .at(15))
        #expect(heard(at: 14.999) == "A")
        #expect(heard(at: 15) == "B")
    }

    @Test mutating func `states are heard one after another as they came`() {
        timeline.insert(Self.broadcast("A"), at: .at(0))
        timeline.insert(Self.broadcast("B", key: "B"), at: .at(4))
        timeline.insert(Self.broadcast("C", key: "C"), at: .at(9))
        #expect([13, 14, 18, 19].map { heard(at: $0) } == ["A", "B", "B", "C"])
    }

    @Test mutating func `what is known of a track that still waits is replaced in place`() {
        timeline.insert(Self.broadcast("A"), at: .at(0))
        timeline.insert(Self.broadcast("B", key: "1"), at: .at(5))
        timeline.insert(Self.broadcast("B, at last", key: "1"), at: .at(14))
        #expect(timeline.deadline == .at(15))
        #expect(heard(at: 15) == "B, at last")
        #expect(timeline.deadline == nil)
    }

    @Test(arguments: [(3.0, ["A", "C"]), (3.001, ["B", "C"])])
    mutating func `a title that is replaced within 3 s was a slip`(
        after: Double, expected: [String]
    ) {
        timeline.insert(Self.broadcast("A"), at: .at(0))
        timeline.insert(Self.broadcast("B"), at: .at(20))
        timeline.insert(Self.broadcast("C"), at: .at(20 + after))
        // Just before the second would mature, and after.
        let titles = [heard(at: 30.0005), heard(at: 40)].compactMap { $0 }
        #expect(titles == (after <= 3 ? ["C", "C"] : expected))
    }

    @Test mutating func `without a delay everything is heard at once`() {
        timeline = Timeline(delay: .zero, limits: Shared(Limits()))
        for title in ["A", "B", "C"] {
            timeline.insert(Self.broadcast(title), at: .at(0))
            #expect(heard(at: 0) == title)
        }
    }

    @Test mutating func `beyond 64 states that wait the oldest is heard early`() {
        timeline.insert(Self.broadcast("first"), at: .at(0))
        for number in 1...64 {
            timeline.insert(Self.broadcast("\(number)", key: "\(number)"), at: .at(1))
        }
        #expect(heard(at: 1) == "first")
        timeline.insert(Self.broadcast("65", key: "65"), at: .at(1))
        #expect(heard(at: 1) == "1")
    }

    // MARK: Positions

    @Test mutating func `the first position is that of somebody who is behind`() {
        timeline.insert(
            Self.broadcast("A", anchor: .make(60, asOf: 0, startedAt: -60, .exact)), at: .at(0))
        #expect(
            timeline.heard?.playback?.anchor == .make(50, asOf: 0, startedAt: -50, .exact))
    }

    @Test mutating func `a first track that is younger than the delay stands at its beginning`() {
        timeline.insert(
            Self.broadcast("A", anchor: .make(4, asOf: 0, startedAt: -4, .exact)), at: .at(0))
        let heard = timeline.heard?.playback
        #expect(heard?.position(at: .at(0)) == .zero)
        #expect(heard?.position(at: .at(6)) == .zero)
        #expect(heard?.position(at: .at(8)) == .seconds(2))
    }

    @Test mutating func `a track that matures begins when it is heard`() {
        timeline.insert(Self.broadcast("A"), at: .at(0))
        timeline.insert(
            Self.broadcast("B", anchor: .make(0, asOf: 20, startedAt: 20, .arrival)), at: .at(20))
        timeline.mature(at: .at(30))
        #expect(
            timeline.heard?.playback?.anchor == .make(0, asOf: 30, startedAt: 30, .arrival))
    }

    @Test mutating func `an anchor that goes on is heard as it was`() {
        let anchor = Anchor.make(60, asOf: 0, startedAt: -60, .exact)
        timeline.insert(Self.broadcast("A", key: "1", anchor: anchor), at: .at(0))
        let first = timeline.heard?.playback?.anchor
        timeline.insert(Self.broadcast("A, at last", key: "1", anchor: anchor), at: .at(20))
        timeline.mature(at: .at(30))
        #expect(timeline.heard?.track?.title == "A, at last")
        #expect(timeline.heard?.playback?.anchor == first)
    }

    @Test mutating func `a set clock moves what is heard and what waits`() {
        let first = Anchor.make(60, asOf: 0, startedAt: -60, .exact)
        let second = Anchor.make(0, asOf: 20, startedAt: 20, .exact)
        timeline.insert(Self.broadcast("A", anchor: first), at: .at(0))
        timeline.insert(Self.broadcast("B", anchor: second), at: .at(20))
        timeline.clockStepped(by: .seconds(100))
        #expect(timeline.heard?.playback?.anchor?.asOf == .at(100))
        #expect(timeline.latest?.playback?.anchor?.asOf == .at(120))
        let now = Moment.at(30)
        timeline.mature(at: Moment(monotonic: now.monotonic, wall: now.wall + .seconds(100)))
        #expect(timeline.heard?.playback?.anchor?.asOf == .at(130))
    }
}

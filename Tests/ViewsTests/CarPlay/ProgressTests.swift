import Expectations
import NowPlaying
import Testing
import Views

struct ProgressTests {
    private static func twentieths(
        _ change: (inout NowPlaying) -> Void, at time: Timestamp = Sample.now
    ) -> Int? {
        let scene = Sample.scene([Sample.station("one", change)])
        return Sample.carPlay(scene, at: time).item("stations/one")?.twentieths
    }

    @Test(
        arguments: [
            (0, nil), (4, nil), (5, 1), (9, 1), (10, 2), (50, 10), (94, 18), (95, 19), (100, 19),
            (500, 19),
        ] as [(Int64, Int?)])
    func `progress is rounded down to a twentieth, nothing at 0, at most 0.95`(
        seconds: Int64, expected: Int?
    ) {
        let playback = Sample.playback(for: seconds, of: 100)
        expect(Self.twentieths { $0.playback = playback }, is: expected)
    }

    @Test func `progress is that of the programme where its times are known`() {
        expect(
            Self.twentieths {
                $0.programme = Sample.programme("Requests", from: -15, to: 45)
                $0.playback = Sample.playback(for: 90, of: 100)
            },
            is: 5)
        expect(
            Self.twentieths {
                $0.programme = Programme(title: "Requests")
                $0.playback = Sample.playback(for: 90, of: 100)
            },
            is: 18)
    }

    @Test func `progress is that of the last whole half minute`() {
        let playback = Sample.playback(for: 10, of: 100)
        for (seconds, expected) in [(0, 2), (29, 2), (30, 8), (59, 8)] as [(Int64, Int)] {
            let time = Sample.now + .seconds(seconds)
            expect(Self.twentieths({ $0.playback = playback }, at: time), is: expected)
        }
        // It began after the last whole half minute.
        let young = Sample.playback(for: -5, of: 100)
        expect(Self.twentieths({ $0.playback = young }, at: Sample.now + .seconds(20)), is: nil)
    }

    @Test func `there is no progress where the duration is unknown`() {
        expect(Self.twentieths { $0.playback = Sample.playback(for: 50) }, is: nil)
    }

    @Test func `progress is held while the session is paused`() {
        let scene = Sample.listening(
            to: Sample.station("one") { $0.playback = Sample.playback(for: 10, of: 100) }
        ) {
            $0.session.state = .paused
            $0.session.since = Sample.now
        }
        let later = Sample.carPlay(scene, at: Sample.now + .seconds(60))
        expect(later.item("stations/one")?.twentieths, is: 2)
    }

    @Test func `nothing changes by time alone before the next step`() {
        let scene = Sample.listening(
            to: Sample.station("one") { $0.playback = Sample.playback(for: 10, of: 100) }
        ) {
            $0.timeline.elements = (0..<10).map {
                Sample.element("e\($0)", "\($0)", ago: $0 * 33)
            }
        }
        var time = Sample.now + .milliseconds(1)
        for _ in 0..<20 {
            let next = CarPlayDocument.nextStep(after: time)
            #expect(next > time)
            #expect(next - time <= .seconds(30))
            let last = next - .milliseconds(1)
            expect(Sample.carPlay(scene, at: time), is: Sample.carPlay(scene, at: last))
            time = next
        }
    }

    @Test func `progress of all rows is in one update`() {
        let stations = ["one", "two", "three"].map { id in
            Sample.station(id) { $0.playback = Sample.playback(for: 10, of: 100) }
        }
        let scene = Sample.scene(stations)
        let change = CarPlayChange.from(
            Sample.carPlay(scene), to: Sample.carPlay(scene, at: Sample.now + .seconds(30)))
        guard case .rows(let rows) = change else {
            Issue.record("\(String(describing: change))")
            return
        }
        expect(
            String(decoding: Document.encode(rows), as: UTF8.self),
            is:
                #"{"stations/one":{"playbackProgress":0.4},"stations/two":{"playbackProgress":0.4},"#
                + #""stations/three":{"playbackProgress":0.4}}"#)
    }
}

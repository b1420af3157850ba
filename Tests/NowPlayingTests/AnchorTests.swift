import Expectations
import NowPlaying
import Testing

struct AnchorTests {
    private let anchor = Anchor(
        elapsed: .seconds(10), asOf: Timestamp(milliseconds: 100_000),
        startedAt: Timestamp(milliseconds: 90_000), quality: .exact)

    @Test(
        arguments: [
            (atMilliseconds: 100_000, rate: 1.0, position: 10_000),
            (atMilliseconds: 105_000, rate: 1.0, position: 15_000),
            (atMilliseconds: 105_000, rate: 2.0, position: 20_000),
            (atMilliseconds: 105_000, rate: 0.0, position: 10_000),
            (atMilliseconds: 95_000, rate: 1.0, position: 5_000),
            (atMilliseconds: 50_000, rate: 1.0, position: 0),
            (atMilliseconds: 900_000, rate: 1.0, position: 60_000),
        ] as [(atMilliseconds: Int64, rate: Double, position: Int64)])
    func `a position moves with time and rate, between nothing and the whole track`(
        time: Int64, rate: Double, position: Int64
    ) {
        let found = anchor.position(
            at: Timestamp(milliseconds: time), rate: rate, duration: .seconds(60))
        expect(found, is: .milliseconds(position))
    }

    @Test func `a position runs on where the duration is unknown`() {
        let found = anchor.position(
            at: Timestamp(milliseconds: 900_000), rate: 1, duration: nil)
        expect(found, is: .milliseconds(810_000))
    }

    @Test func `a track that was announced ahead stays at its beginning until it starts`() {
        let ahead = Anchor(
            elapsed: .zero, asOf: Timestamp(milliseconds: 5_000),
            startedAt: Timestamp(milliseconds: 5_000), quality: .exact)
        let positions = [0, 4_999, 5_000, 6_000].map {
            ahead.position(at: Timestamp(milliseconds: $0), rate: 1, duration: nil)
        }
        expect(positions, is: [.zero, .zero, .zero, .seconds(1)])
    }

    @Test func `a set clock moves the times of an anchor and not its position`() {
        let shifted = anchor.shifted(by: .seconds(3_600))
        expect(shifted.elapsed, is: anchor.elapsed)
        expect(shifted.asOf - anchor.asOf, is: .seconds(3_600))
        expect(shifted.startedAt - anchor.startedAt, is: .seconds(3_600))
    }

    @Test func `playback without an anchor has no position`() {
        let playback = Playback(state: .playing, rate: 1)
        expect(playback.position(at: Timestamp(milliseconds: 1)), is: nil)
    }
}

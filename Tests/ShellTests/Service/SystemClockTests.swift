import Expectations
import Glibc
import NowPlaying
import Testing

@testable import Shell

struct SystemClockTests {
    private func moment(
        monotonic: (Int, Int), wall: (Int, Int)
    ) -> (monotonic: Int64, wall: Int64) {
        let moment = SystemClock.moment(
            monotonic: timespec(tv_sec: monotonic.0, tv_nsec: monotonic.1),
            wall: timespec(tv_sec: wall.0, tv_nsec: wall.1))
        return (moment.monotonic.milliseconds, moment.wall.milliseconds)
    }

    @Test func `both clocks are cut down to milliseconds together`() {
        // The wall clock is ahead by 1,000.0004 s in all three.
        let moments = [
            moment(monotonic: (5, 999_900_000), wall: (1_006, 300_000)),
            moment(monotonic: (6, 500_000), wall: (1_006, 900_000)),
            moment(monotonic: (6, 999_999), wall: (1_006, 1_399_999)),
        ]
        expect(moments.map(\.monotonic), is: [5_999, 6_000, 6_000])
        expect(moments.map { $0.wall - $0.monotonic }, is: [1_000_000, 1_000_000, 1_000_000])
    }

    @Test(arguments: [(499_999, 0), (500_000, 1), (-500_000, 0), (-500_001, -1)])
    func `what the wall clock is ahead is rounded`(nanoseconds: Int, milliseconds: Int64) {
        let wall = nanoseconds < 0 ? (8, 1_000_000_000 + nanoseconds) : (9, nanoseconds)
        let found = moment(monotonic: (9, 0), wall: wall)
        expect(found.wall - found.monotonic, is: milliseconds)
    }

    @Test(arguments: [(9_782_000_000, 9_782_000_000_000), (Int.max, Int64.max), (-9, -9_000)])
    func `a wall clock can show any year`(seconds: Int, milliseconds: Int64) {
        expect(moment(monotonic: (77, 0), wall: (seconds, 0)).wall, is: milliseconds)
    }
}

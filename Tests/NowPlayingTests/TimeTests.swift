import Expectations
import NowPlaying
import Testing

struct TimeTests {
    @Test(
        arguments: [
            (0, 0), (1.5, 1_500), (0.0004, 0), (0.0005, 1), (-2.25, -2_250),
            (1_734_714_247.565, 1_734_714_247_565),
        ] as [(Double, Int64)])
    func `seconds from outside are rounded to a millisecond`(seconds: Double, expected: Int64) {
        expect(Interval(seconds: seconds)?.milliseconds, is: expected)
        expect(Timestamp(seconds: seconds)?.milliseconds, is: expected)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, 1e10, -1e10, 1e300])
    func `seconds that would overflow later are not a time`(seconds: Double) {
        expect(Interval(seconds: seconds), is: nil)
        expect(Timestamp(seconds: seconds), is: nil)
    }

    @Test func `intervals are added, subtracted, scaled and compared`() {
        expect(.seconds(2) + .milliseconds(500), is: Interval(milliseconds: 2_500))
        expect(.seconds(2) - .seconds(3), is: Interval(milliseconds: -1_000))
        expect(.milliseconds(3) * 0.5, is: Interval(milliseconds: 2))
        expect(Interval.milliseconds(-7).magnitude, is: .milliseconds(7))
        #expect(Interval.milliseconds(1) < .seconds(1))
    }

    @Test(arguments: [1e300, -1e300, .infinity, -.infinity, .nan])
    func `a length that is scaled beyond all measure stays one that can be added to`(
        factor: Double
    ) {
        let scaled = Interval.seconds(1) * factor
        #expect(scaled.magnitude <= .milliseconds(10_000_000_000_000))
    }

    @Test func `times at the ends of the scale stay there`() {
        let last = Timestamp(milliseconds: .max)
        let first = Timestamp(milliseconds: .min)
        expect(last + .seconds(1), is: last)
        expect(first - .seconds(1), is: first)
        expect((last - first).milliseconds, is: .max)
        expect((first - last).milliseconds, is: .min)
        expect((first - last).magnitude.milliseconds, is: .max)
        expect(Interval.seconds(.min).milliseconds, is: .min)
        expect(Instant.never + .seconds(1), is: .never)
        expect(Interval.milliseconds(.min) - .milliseconds(.min), is: .zero)
    }

    @Test(arguments: [Int64.min, .max]) func `a date beyond all calendars is one`(time: Int64) {
        let civil = CivilTime(Timestamp(milliseconds: time))
        #expect(civil.iso.contains("T"))
    }

    @Test func `a length is held between its bounds`() {
        expect(Interval.seconds(-1).clamped(from: .zero, to: nil), is: .zero)
        expect(Interval.seconds(9).clamped(from: .zero, to: .seconds(5)), is: .seconds(5))
        expect(Interval.seconds(9).clamped(from: .zero, to: nil), is: .seconds(9))
    }

    @Test func `both clocks of a moment move together`() {
        let moment = Moment(
            monotonic: Instant(milliseconds: 5), wall: Timestamp(milliseconds: 1_000))
        let later = moment + .milliseconds(20)
        expect(later.monotonic, is: Instant(milliseconds: 25))
        expect(later.wall, is: Timestamp(milliseconds: 1_020))
    }
}

import Expectations
import Support
import Testing

struct DurationHistogramTests {
    @Test func `durations are counted by class, and summed up`() {
        var histogram = DurationHistogram()
        for milliseconds in [0, 1, 2, 2, 3_000] as [UInt64] {
            histogram.add(nanoseconds: milliseconds * 1_000_000)
        }
        expect(histogram.count, is: 5)
        expect(histogram.microseconds, is: 3_005_000)
        let counts = Dictionary(
            uniqueKeysWithValues: zip(DurationHistogram.bounds, histogram.cumulativeCounts))
        expect(counts[100], is: 1)
        expect(counts[500], is: 1)
        // A bound belongs to its class.
        expect(counts[1_000], is: 2)
        expect(counts[2_500], is: 4)
        expect(counts[2_500_000], is: 4)
    }
}

import Support
import Testing

struct DurationHistogramTests {
    @Test func `durations are counted by class, and summed up`() {
        var histogram = DurationHistogram()
        for milliseconds in [0, 1, 2, 2, 3_000] as [UInt64] {
            histogram.add(nanoseconds: milliseconds * 1_000_000)
        }
        #expect(histogram.count == 5)
        #expect(histogram.seconds == 3.005)
        let counts = Dictionary(
            uniqueKeysWithValues: zip(DurationHistogram.bounds, histogram.cumulativeCounts))
        #expect(counts[0.0001] == 1)
        #expect(counts[0.0005] == 1)
        // A bound belongs to its class.
        #expect(counts[0.001] == 2)
        #expect(counts[0.0025] == 4)
        #expect(counts[2.5] == 4)
    }
}

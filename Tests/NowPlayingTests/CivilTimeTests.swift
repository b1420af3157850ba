import Expectations
import NowPlaying
import Testing

struct CivilTimeTests {
    @Test(
        arguments: [
            (0, "1970-01-01T00:00:00Z"), (-1, "1969-12-31T23:59:59Z"),
            (951_782_400_000, "2000-02-29T00:00:00Z"),
            (1_735_741_799_999, "2025-01-01T14:29:59Z"),
            (-62_135_596_800_000, "0001-01-01T00:00:00Z"),
        ])
    func `a time is written as ISO 8601 has it`(milliseconds: Int64, text: String) {
        expect(CivilTime(Timestamp(milliseconds: milliseconds)).iso, is: text)
    }

    @Test func `a time is written with milliseconds, and for people`() {
        let time = CivilTime(Timestamp(milliseconds: 1_735_741_799_009))
        expect(time.isoWithMilliseconds, is: "2025-01-01T14:29:59.009Z")
        expect(time.plain, is: "2025-01-01 14:29:59")
    }
}

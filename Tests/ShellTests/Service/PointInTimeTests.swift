import Expectations
import Shell
import NowPlaying
import Testing

struct PointInTimeTests {
    private static let now = Timestamp(milliseconds: 1_700_000_000_000)

    @Test(arguments: [
        ("90m", 5_400), ("5h", 18_000), ("2d", 172_800), ("30", 30),
    ])
    func `a length is so long ago`(text: String, seconds: Int64) {
        expect(PointInTime(text, now: Self.now)?.time, is: Self.now - .seconds(seconds))
    }

    @Test func `a date is its midnight, a day apart from the next`() throws {
        let first = try #require(PointInTime("2026-11-20", now: Self.now)).time
        let second = try #require(PointInTime("2026-11-21", now: Self.now)).time
        expect(second - first, is: .seconds(86_400))
        expect(PointInTime("2026-11-20T18:30", now: Self.now)?.time, is: first + .seconds(66_600))
        expect(
            PointInTime("2026-11-20 18:30:05", now: Self.now)?.time, is: first + .seconds(66_605))
    }

    @Test func `yesterday is the day before today`() throws {
        let today = try #require(PointInTime("today", now: Self.now)).time
        let yesterday = try #require(PointInTime("yesterday", now: Self.now)).time
        #expect(yesterday < today && today <= Self.now)
        #expect((.seconds(82_800) ... .seconds(90_000)).contains(today - yesterday))
    }

    @Test(arguments: [
        "", "soon", "-5h", "0", "2026-02-30", "2026-13-01", "2026-11-20T25:00", "2026-11-20T10",
        "2026-11-20T10:61",
    ])
    func `anything else is none`(text: String) {
        expect(PointInTime(text, now: Self.now), is: nil)
    }
}

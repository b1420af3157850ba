import Expectations
@testable import Hub
import NowPlaying
import Testing

struct RequestAllowanceTests {
    private static let limits: Limits = {
        var limits = Limits()
        limits.requestBurst = 5
        limits.requestRate = 2
        return limits
    }()

    /// Returns the number of requests that are allowed at an instant.
    private static func taken(_ allowance: inout RequestAllowance, at seconds: Double) -> Int {
        var count = 0
        while count < 1_000, allowance.consume(at: Instant(milliseconds: Int64(seconds * 1_000))) {
            count += 1
        }
        return count
    }

    @Test func `a burst is allowed, and then as many as the rate gives`() {
        var allowance = RequestAllowance(limits: Box(Self.limits))
        expect(Self.taken(&allowance, at: 0), is: 5)
        expect(Self.taken(&allowance, at: 0.4), is: 0)
        expect(Self.taken(&allowance, at: 0.5), is: 1)
        expect(Self.taken(&allowance, at: 2), is: 3)
    }

    @Test func `what is saved is at most a burst`() {
        var allowance = RequestAllowance(limits: Box(Self.limits))
        _ = Self.taken(&allowance, at: 0)
        expect(Self.taken(&allowance, at: 1_000), is: 5)
    }
}

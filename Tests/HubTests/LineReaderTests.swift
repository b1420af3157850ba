import NowPlaying
import Testing

@testable import Hub

struct LineReaderTests {
    private static func lines(_ pieces: [String], limit: Int = 10) -> [String] {
        var lines = LineReader(limit: limit)
        return pieces.flatMap { lines.take(Array($0.utf8)) }.map { line in
            switch line {
            case .line(let bytes): String(decoding: bytes, as: UTF8.self)
            case .tooLong: "too long"
            }
        }
    }

    @Test(
        arguments: [
            (["a\n"], ["a"]), (["a\nb\n"], ["a", "b"]), (["a", "b", "\n"], ["ab"]),
            (["a\nb", "c\nd"], ["a", "bc"]), (["\n\r\n \t\n"], []), ([""], []),
            (["a\r\n"], ["a\r"]), (["é", "\n"], ["é"]),
        ])
    func `bytes are cut at line ends, wherever they were cut before`(
        pieces: [String], expected: [String]
    ) {
        #expect(Self.lines(pieces) == expected)
    }

    @Test(
        arguments: [
            (["1234567890\n"], ["1234567890"]), (["1234567890", "\n"], ["1234567890"]),
            (["12345678901\n"], ["too long"]), (["12345678901"], ["too long"]),
            (["12345", "678901"], ["too long"]), (["12345", "678901\n"], ["too long"]),
            (["a\n12345678901\nb\n"], ["a", "too long"]),
            (["12345678901", "\na\n"], ["too long"]),
        ])
    func `a line that is too long is the last`(pieces: [String], expected: [String]) {
        #expect(Self.lines(pieces) == expected)
    }
}

struct RequestAllowanceTests {
    private static let limits: Limits = {
        var limits = Limits()
        limits.requestBurst = 5
        limits.requestRate = 2
        return limits
    }()

    /// How many requests are allowed at an instant.
    private static func taken(_ allowance: inout RequestAllowance, at seconds: Double) -> Int {
        var count = 0
        while count < 1_000, allowance.take(at: .at(seconds)) { count += 1 }
        return count
    }

    @Test func `a burst is allowed, and then as many as the rate gives`() {
        var allowance = RequestAllowance(limits: Shared(Self.limits))
        #expect(Self.taken(&allowance, at: 0) == 5)
        #expect(Self.taken(&allowance, at: 0.4) == 0)
        #expect(Self.taken(&allowance, at: 0.5) == 1)
        #expect(Self.taken(&allowance, at: 2) == 3)
    }

    @Test func `what is saved is at most a burst`() {
        var allowance = RequestAllowance(limits: Shared(Self.limits))
        _ = Self.taken(&allowance, at: 0)
        #expect(Self.taken(&allowance, at: 1_000) == 5)
    }
}

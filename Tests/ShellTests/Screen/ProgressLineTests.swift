import Expectations
import NowPlaying
import Support
import Testing

@testable import Shell

/// The line that tells what a command waits for, in virtual time.
struct ProgressLineTests {
    private func at(_ milliseconds: Int64) -> Instant { Instant(milliseconds: milliseconds) }

    @Test func `what takes less than a second shows nothing`() {
        var line = ProgressLine("Waiting for the hub", at: at(0))
        #expect(line.paint(width: 80, at: at(999)).isEmpty)
        #expect(line.remove(at: at(999)).isEmpty)
    }

    @Test func `it tells for how long, in place of what it told before, and goes`() {
        var line = ProgressLine("Waiting for the hub", at: at(0))
        expect(line.paint(width: 80, at: at(1_000)), is: "\rWaiting for the hub, 1 s\u{1B}[K")
        line.text = "Reading"
        expect(line.paint(width: 80, at: at(2_500)), is: "\rReading, 2 s\u{1B}[K")
        expect(line.remove(at: at(2_600)), is: "\r\u{1B}[K")
        #expect(line.remove(at: at(2_600)).isEmpty)
    }

    @Test func `it comes back a second after something else was written`() {
        var line = ProgressLine("Reading", at: at(0))
        _ = line.paint(width: 80, at: at(2_000))
        _ = line.remove(at: at(2_100))
        #expect(line.paint(width: 80, at: at(3_000)).isEmpty)
        expect(line.paint(width: 80, at: at(3_100)), is: "\rReading, 3 s\u{1B}[K")
    }

    @Test func `it stays on one line, and its text moves no cursor`() {
        var line = ProgressLine("Waiting for \u{1B}[2J夜明けラジオ\n", at: at(0))
        for width in 1...80 {
            let written = line.paint(width: width, at: at(1_000)).dropFirst().dropLast(3)
            #expect(String(written).columns < width)
            #expect(!written.contains("\u{1B}") && !written.contains("\n"))
        }
        expect(line.paint(width: 20, at: at(1_000)), is: "\rWaiting for  …, 1 s\u{1B}[K")
    }
}

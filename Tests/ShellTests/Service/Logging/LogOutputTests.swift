import Expectations
import Foundation
import Logging
import NowPlaying
import Support
import TestSupport
import Testing

@testable import Shell

@Suite(.timeLimit(.minutes(1)))
struct LogOutputTests {
    @Test func `a log that is not read loses lines, and says how many when it is read`() throws {
        let pipe = try SmallPipe()
        let output = LogOutput(to: pipe.writing)
        for number in 0..<100_000 { output.write("line \(number)\n") }
        var read = 0
        var line = pipe.readLine()
        while line == "line \(read)" {
            read += 1
            line = pipe.readLine()
        }
        #expect(line.hasSuffix(" warning log lines were lost hub-count=\(100_000 - read)"))
        #expect(read > 1_000)
        output.write("on we go\n")
        expect(pipe.readLine(), is: "on we go")
    }

    @Test func `what cannot be written is written when it can be`() throws {
        let full = open("/dev/full", O_WRONLY)
        let pipe = try SmallPipe()
        let output = LogOutput(to: full)
        output.write("no space left\n")
        dup2(pipe.writing, full)
        expect(pipe.readLine(), is: "no space left")
        output.finish(by: .after(.seconds(10)))
        close(full)
    }

    @Test func `the end writes what waits, but not for longer than it may`() throws {
        let pipe = try SmallPipe()
        let output = LogOutput(to: pipe.writing)
        output.write("last words\n")
        output.finish(by: .after(.seconds(10)))
        expect(pipe.readLine(), is: "last words")

        let stuck = LogOutput(to: pipe.writing)
        for _ in 0..<1_000 { stuck.write("nothing reads this\n") }
        let started = SuspendingClock.now
        stuck.finish(by: .after(.milliseconds(50)))
        #expect(SuspendingClock.now - started < .seconds(5))
    }

    @Test func `what servers say can neither break a line nor move a cursor`() {
        let pairs: Logger.Metadata = [
            "hub-url": "wss://a.example/", "hub-reason": "a \"b\" \\ \u{9B}31m\u{202E}\n",
        ]
        let line = LogLine(.warning, "link lost", pairs)
            .text(.text, at: Timestamp(milliseconds: 0), offset: .zero)
        let expected =
            #" warning link lost hub-reason="a \"b\" \\ \u009b31m\u202e\n" "#
            + "hub-url=wss://a.example/\n"
        #expect(line.hasSuffix(expected))
    }
}

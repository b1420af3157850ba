import Expectations
import Logging
import NowPlaying
import Testing

@testable import Shell

struct LogFormatTests {
    private static let line = LogLine(
        .warning, "link lost", ["hub-reason": "a \"b\"\n", "hub-link": "3", "other": "x"])

    private func text(_ format: LogFormat) -> String {
        Self.line.text(format, at: Timestamp(milliseconds: 1_250), offset: .seconds(3_600))
    }

    @Test func `a file gets the time in UTC`() {
        expect(
            text(.text),
            is: #"1970-01-01T00:00:01.250Z warning link lost hub-link=3 "#
                + #"hub-reason="a \"b\"\n" other=x"# + "\n")
    }

    @Test func `a terminal gets local time and short keys`() {
        expect(
            text(.terminal),
            is: #"1970-01-01 01:00:01 warning link lost link=3 reason="a \"b\"\n" other=x"#
                + "\n")
    }

    @Test func `the journal gets a priority and no time`() {
        expect(
            text(.journal), is: #"<4>link lost hub-link=3 hub-reason="a \"b\"\n" other=x"# + "\n")
        expect(Logger.Level.allCases.map(\.priority), is: [7, 7, 6, 5, 4, 3, 2])
    }

    @Test func `programs get an object`() {
        expect(
            text(.json),
            is: #"{"time":"1970-01-01T00:00:01.250Z","level":"warning","message":"link lost","#
                + #""hub-link":"3","hub-reason":"a \"b\"\\n","other":"x"}"# + "\n")
    }

    @Test func `the journal is known by its stream, and not by the variable alone`() {
        func suited(_ journal: String?, isTerminal: Bool = false) -> LogFormat {
            LogFormat.suited(toDevice: 8, inode: 4_711, isTerminal: isTerminal, journal: journal)
        }
        expect(suited("8:4711"), is: .journal)
        expect(suited("8:4712"), is: .text)
        expect(suited("8:4712", isTerminal: true), is: .terminal)
        expect(suited(nil), is: .text)
        expect(suited(nil, isTerminal: true), is: .terminal)
    }
}

struct LogThrottleTests {
    private static let max = LogThrottle.linesMax

    private func instant(_ seconds: Int64) -> Instant {
        Instant(milliseconds: 0) + .seconds(seconds)
    }

    @Test func `lines beyond a minute's number are left out, and counted when it is over`() {
        var throttle = LogThrottle()
        for _ in 1..<Self.max { expect(throttle.note("cut", at: instant(0)), is: .write) }
        expect(throttle.note("cut", at: instant(1)), is: .writeLast)
        for _ in 0..<5 { expect(throttle.note("cut", at: instant(59)), is: .leaveOut) }
        #expect(throttle.endWindows(at: instant(59)).isEmpty)
        let over = throttle.endWindows(at: instant(60))
        expect(over.map(\.message), is: ["cut"])
        expect(over.map(\.count), is: [5])
        expect(throttle.note("cut", at: instant(60)), is: .write)
    }

    @Test func `kinds do not count for each other`() {
        var throttle = LogThrottle()
        for _ in 0...Self.max { _ = throttle.note("cut", at: instant(0)) }
        expect(throttle.note("lost", at: instant(0)), is: .write)
    }

    @Test func `a kind of which nothing was left out ends without a word`() {
        var throttle = LogThrottle()
        for _ in 0..<Self.max { _ = throttle.note("cut", at: instant(0)) }
        #expect(throttle.endWindows(at: instant(3_600)).isEmpty)
    }
}

struct ProcessStatisticsTests {
    @Test func `the kernel's line is read behind the name, which may have brackets`() {
        let fields = (3...52).map { "\($0)" }.joined(separator: " ")
        let read = ProcessStatistics(of: "77 (a) b (c)) " + fields)
        expect(read.threads, is: 20)
        expect(read.virtualBytes, is: 23)
        expect(read.residentBytes % 24, is: 0)
        #expect(read.residentBytes > 24)
        #expect(read.processorTime > .zero)
        expect(ProcessStatistics(of: ""), is: ProcessStatistics(of: "1 (x) S 1"))
    }
}

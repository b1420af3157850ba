import Expectations
import Shell
import NowPlaying
import Testing

/// A recording of an afternoon at Harbour Radio: a refused connection, a cached state, repeats,
/// a track announced ahead, a duplicate, garbage, a live show, a restart with a new epoch, the end.
struct ReplayTests {
    private typealias Fixture = RecordingFixture

    @Test func `a recording gives the golden output, twice, byte for byte`() throws {
        let golden = try Fixture.bytes("harbour.golden.jsonl")
        try expect(replay("harbour.jsonl"), is: golden)
        try expect(replay("harbour.jsonl"), is: golden)
    }

    @Test func `a recording needs neither header nor monotonic times`() throws {
        let lines = try Fixture.text("harbour.jsonl").split(separator: "\n").dropFirst()
        let bare = lines.map { line in
            String(line).replacing(#/,"mono":[0-9.]+/#) { _ in "" }
        }
        let output = String(decoding: try replay(lines: bare), as: UTF8.self)
        let golden = try Fixture.text("harbour.golden.jsonl")
        expect(output, is: golden.replacing("\"epoch\":\"golden\"", with: "\"epoch\":\"replay\""))
    }

    @Test func `lines that lost one of their clocks let no decades pass`() throws {
        let lines = try Fixture.text("harbour.jsonl").split(separator: "\n").map(String.init)
        let damaged = lines.enumerated().map { place, line in
            place < 2 || place % 2 == 0
                ? line : line.replacing(#/,"mono":[0-9.]+/#) { _ in "" }
        }
        try expect(replay(lines: damaged), is: Fixture.bytes("harbour.golden.jsonl"))
    }

    @Test func `records of one station keep their interval, and the newest comes last`() throws {
        let output = try replay("harbour.jsonl", minInterval: .seconds(60))
        let golden = try Fixture.text("harbour.golden.jsonl").split(separator: "\n")
        let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
        #expect(lines.count < golden.count)
        expect(lines.last?.contains("\"state\":\"stopped\""), is: true)
    }

    @Test(arguments: [
        ("no json", "not JSON"), ("[]", "a line is a JSON object"),
        ("{\"event\":\"opened\"}", "\"at\" must be the Unix time in seconds"),
        ("{\"at\":1,\"event\":\"opened\"}", "\"feed\" must name a station"),
        ("{\"at\":1,\"feed\":\"harbour\",\"event\":\"sang\"}", "no event sang"),
        ("{\"at\":1,\"feed\":\"harbour\",\"frame\":7}", "\"frame\" must be a string"),
        ("{\"at\":1,\"feed\":\"harbour\",\"frameBase64\":\"%\"}", "is not Base64"),
        ("{\"at\":1,\"version\":2}", "only version 1"),
    ])
    func `a damaged line is told by its number`(line: String, problem: String) throws {
        let good = "{\"feed\":\"harbour\",\"event\":\"opened\",\"at\":1700000000}"
        #expect {
            try replay(lines: [good, line])
        } throws: { error in
            guard let error = error as? RecordingError else { return false }
            return error.line == 2 && error.problem.contains(problem)
        }
    }

    private static let show =
        #"{\"type\":\"station\",\"now_playing\":null,\"current_show\":{\"name\":\"Show\"}}"#
    private static let song =
        #"{\"type\":\"station\",\"now_playing\":{\"type\":\"track\",\"title\":\"Deep\",\"artist\":\"Fjord\"}}"#

    private static func frame(_ text: String, at seconds: Double) -> String {
        #"{"feed":"globalplayer","frame":"\#(text)","at":\#(1_700_000_000 + seconds)}"#
    }

    /// Returns the records of a replay of these frames, and expects the same of a second replay.
    private func told(_ frames: String...) throws -> [String] {
        let opened = #"{"feed":"globalplayer","event":"opened","at":1700000000}"#
        let output = try (0..<2).map { _ in
            try Fixture.replay([opened] + frames, configuration: "Radios/globalplayer.yaml")
        }
        expect(output[0], is: output[1])
        return String(decoding: output[0], as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test func `what a feed reports by its own timer is reported in recorded time`() throws {
        let records = try told(
            Self.frame(Self.song, at: 1), Self.frame(Self.show, at: 60),
            Self.frame(#"{\"type\":\"heartbeat\"}"#, at: 70), Self.frame(Self.song, at: 80))
        expect(records.map { $0.contains(#""track":{"#) }, is: [false, true, false, true])
        #expect(records[2].contains(#""programme":{"title":"Show","#))
    }

    @Test func `what a feed holds back at a recording's end is reported after it`() throws {
        let records = try told(Self.frame(Self.song, at: 1), Self.frame(Self.show, at: 60))
        expect(records.count, is: 3)
        expect(records.last?.contains(#""programme":{"title":"Show","#), is: true)
        expect(records.last?.contains(#""track":{"#), is: false)
    }

    @Test func `a station with a show and no song is live after a replay`() throws {
        let records = try told(Self.frame(Self.show, at: 1))
        expect(
            records.last?.contains(#""connection":{"state":"live","since":1700000002}"#), is: true)
    }

    @Test func `a silent link is never judged in a replay`() throws {
        let records = try told(Self.frame(Self.song, at: 1), Self.frame(Self.song, at: 9_000))
        expect(records.count, is: 2)
    }

    private func replay(
        _ name: String, minInterval: Interval = .zero
    ) throws -> [UInt8] {
        let lines = try Fixture.text(name).split(separator: "\n").map(String.init)
        return try replay(lines: lines, minInterval: minInterval)
    }

    private func replay(
        lines: [String], minInterval: Interval = .zero
    ) throws -> [UInt8] {
        try Fixture.replay(lines, configuration: "harbour.yaml", minInterval: minInterval)
    }
}

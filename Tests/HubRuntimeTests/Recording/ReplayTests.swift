import HubRuntime
import NowPlaying
import Testing

/// A recording of an afternoon at Harbour Radio: a refused connection, a cached state, repeats,
/// a track announced ahead, a duplicate, garbage, a live show, a restart with a new epoch, the end.
struct ReplayTests {
    private typealias Fixture = RecordingFixture

    @Test func `a recording gives the golden output, twice, byte for byte`() throws {
        let golden = try Fixture.bytes("harbour.golden.jsonl")
        #expect(try replay("harbour.jsonl") == golden)
        #expect(try replay("harbour.jsonl") == golden)
    }

    @Test func `a recording needs neither header nor monotonic times`() throws {
        let lines = try Fixture.text("harbour.jsonl").split(separator: "\n").dropFirst()
        let bare = lines.map { line in
            String(line).replacing(#/,"mono":[0-9.]+/#) { _ in "" }
        }
        let output = String(decoding: try replay(lines: bare), as: UTF8.self)
        let golden = try Fixture.text("harbour.golden.jsonl")
        #expect(output == golden.replacing("\"epoch\":\"golden\"", with: "\"epoch\":\"replay\""))
    }

    @Test func `records of one station keep their interval, and the newest comes last`() throws {
        let output = try replay("harbour.jsonl", minInterval: .seconds(60))
        let golden = try Fixture.text("harbour.golden.jsonl").split(separator: "\n")
        let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
        #expect(lines.count < golden.count)
        #expect(lines.last?.contains("\"state\":\"stopped\"") == true)
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

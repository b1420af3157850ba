import Expectations
import Foundation
import Testing

/// `run --record` and `replay`.
@Suite(.timeLimit(.minutes(5)))
struct RecordingTests {
    private let workshop: Workshop

    init() throws {
        workshop = try Workshop()
    }

    /// Records until all four stations have played something.
    private func record() async throws -> String {
        let path = workshop["recording.jsonl"]
        let hub = try await RunningProgram.hub(in: workshop, ["--record", path])
        let watch = try RunningProgram(["watch", "--min-interval", "0"], in: workshop)
        var playing: Set<String> = []
        while playing.count < 4 {
            let record = try object(try #require(try await watch.line()))
            guard let state = record["nowPlaying"] as? [String: Any], state["online"] != nil
            else { continue }
            playing.insert(try #require(record["station"] as? String))
        }
        hub.send(SIGTERM)
        try await expect(hub.exitCode(), is: 0)
        return path
    }

    @Test func `a recording of the embedded stations plays without a config, always the same`()
        async throws
    {
        let path = try await record()
        let first = try await Outcome(["replay", path], in: workshop)
        expect(first.code, is: 0)
        #expect(first.messages.isEmpty)
        let records = try first.output.split(separator: "\n").map { try object(String($0)) }
        expect(Set(records.compactMap { $0["station"] as? String }).count, is: 4)
        try await expect(Outcome(["replay", path], in: workshop).output, is: first.output)
        let script = "'\(RunningProgram.path)' replay - < '\(path)'"
        let piped = try await Outcome(["-c", script], in: workshop, program: "/bin/sh")
        expect(piped.output, is: first.output)
    }

    @Test func `what stands before a damaged line is played, and the line is told`() async throws {
        let whole = try await String(contentsOfFile: record(), encoding: .utf8)
        let count = whole.split(separator: "\n").count
        let path = try workshop.write(whole + "{\"at\":1\n", to: "damaged.jsonl")
        let replay = try await Outcome(["replay", path, "--view", "line"], in: workshop)
        expect(replay.code, is: 74)
        #expect(replay.messages.hasPrefix("\(path):\(count + 1): "))
        #expect(!replay.output.isEmpty)
    }

    @Test func `a recording of other stations asks for its config`() async throws {
        let line = #"{"at":1700000000,"feed":"elsewhere","event":"opened"}"#
        let path = try workshop.write(line + "\n", to: "foreign.jsonl")
        let replay = try await Outcome(["replay", path], in: workshop)
        expect(replay.code, is: 64)
        #expect(replay.output.isEmpty)
        #expect(replay.messages.contains("elsewhere") && replay.messages.contains("--config"))
    }
}

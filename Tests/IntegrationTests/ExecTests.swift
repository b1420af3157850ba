import Expectations
import Foundation
import Testing

/// Feeds that are programs.
@Suite(.timeLimit(.minutes(5)))
struct ExecTests {
    private let workshop: Workshop

    init() throws {
        workshop = try Workshop()
    }

    @Test func `a script's reports are the station's state, and it ends with the hub`() async throws
    {
        let script = try workshop.write(
            """
            echo $$ > "\(workshop["pid"])"
            echo '{"track":{"title":"One","artist":"Ünder"}}'
            echo 'garbage'
            sleep 2
            echo '{"track":{"title":"Two"}}'
            exec sleep 60
            """, to: "poll.sh")
        let config = try workshop.write(
            "stations: [{ id: mine, feed: { type: exec, command: [sh, '\(script)'] } }]",
            to: "config.yaml")
        let hub = try RunningProgram(
            ["run", "--config", config, "--stdout", "line", "--min-interval", "0"], in: workshop)
        var lines: [String] = []
        while lines.last != "Two" {
            let record = try object(try #require(try await hub.line()))
            lines.append(try #require(record["line"] as? String))
        }
        expect(lines, is: ["mine", "Ünder – One", "Two"])
        hub.send(SIGTERM)
        try await expect(hub.exitCode(), is: 0)
        let pid = try String(contentsOfFile: workshop["pid"], encoding: .utf8)
        let process = try #require(pid_t(pid.trimmingCharacters(in: .newlines)))
        let isGone = (0..<100).contains { _ in
            kill(process, 0) != 0 || usleep(20_000) != 0
        }
        #expect(isGone)
    }

    @Test func `a program that cannot be run is told of by name`() async throws {
        let config = try workshop.write(
            "stations: [{ id: mine, feed: { type: exec, command: [/no/such/program] } }]",
            to: "config.yaml")
        let hub = try RunningProgram(
            ["run", "--config", config, "--stdout", "nowPlaying", "--min-interval", "0"],
            in: workshop)
        var reason: [String: Any] = [:]
        while reason.isEmpty {
            let record = try object(try #require(try await hub.line()))
            let state = record["nowPlaying"] as? [String: Any]
            let connection = state?["connection"] as? [String: Any]
            reason = connection?["reason"] as? [String: Any] ?? [:]
        }
        expect(reason["code"] as? String, is: "programNotStarted")
        expect(
            reason["text"] as? String,
            is: "cannot start /no/such/program: No such file or directory")
    }
}

import Expectations
import Foundation
import Testing

/// The hub and its clients on the web.
@Suite(.timeLimit(.minutes(5)))
struct WebTests {
    private let workshop: Workshop

    init() throws {
        workshop = try Workshop()
    }

    @Test func `a hub whose stdout is closed goes on for a client on the web`() async throws {
        let hub = try RunningProgram(
            ["demo", "--socket", workshop.socket, "--log-level", "info"], in: workshop)
        let stream = try await WebConnection(to: hub, asking: "/api/v1/events")
        try stream.waitFor("event: synced")
        try hub.stopReading()
        for _ in 0..<2 {
            let dump = try await Outcome(
                ["dump", "--socket", workshop.socket, "--view", "line"], in: workshop)
            expect(dump.code, is: 0)
        }
        hub.send(SIGINT)
        try await expect(hub.exitCode(), is: 0)
    }

    @Test func `a session that a reload adds is among the rights`() async throws {
        _ = try workshop.write("\(String(repeating: "a", count: 64)) session:*\n", to: "tokens")
        chmod(workshop["tokens"], 0o600)
        func config(_ sessions: String) throws -> String {
            try workshop.write(
                """
                sessions: {\(sessions)}
                stations: [{id: one, feed: {type: exec, command: ["true"]}}]
                web: {listen: "127.0.0.1:0", tokens: "\(workshop["tokens"])"}
                """, to: "stations.yaml")
        }
        let hub = try await RunningProgram.hub(in: workshop, ["--config", config("car: {}")])
        let path = "/api/v1/rights"
        let token = ["Authorization: Bearer " + String(repeating: "a", count: 64)]
        let before = try await WebConnection(to: hub, asking: path, token).waitFor("]}")
        #expect(before.contains(#"["session:car","session:main"]"#))
        _ = try config("car: {}, kitchen: {}")
        hub.send(SIGHUP)
        try await hub.waitForMessage("config reloaded")
        let after = try await WebConnection(to: hub, asking: path, token).waitFor("]}")
        #expect(after.contains(#"["session:car","session:kitchen","session:main"]"#))
    }
}

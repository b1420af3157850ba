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
            #expect(dump.code == 0)
        }
        hub.send(SIGINT)
        #expect(try await hub.exitCode() == 0)
    }
}

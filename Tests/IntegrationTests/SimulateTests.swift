import Expectations
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5)))
struct SimulateTests {
    private let workshop: Workshop

    init() throws {
        workshop = try Workshop()
    }

    @Test(arguments: [[], ["--tls"]])
    func `what it says is a config by which a hub reads it`(arguments: [String]) async throws {
        let farm = try await RunningFarm(in: workshop, ["--stations", "3"] + arguments)
        let check = try await Outcome(["check", farm.config], in: workshop)
        expect(check.output, is: "\(farm.config): OK, 3 stations\n")
        expect(check.code, is: 0)
        let hub = try await farm.hub(in: workshop, ["--stdout", "nowPlaying"])
        var live: Set<String> = []
        while live.count < 3 {
            let line = try #require(try await hub.line())
            guard line.contains(#""state":"live""#) else { continue }
            live.insert(try #require(try object(line)["station"] as? String))
        }
        hub.send(SIGTERM)
        try await expect(hub.exitCode(), is: 0)
        try await farm.stop()
    }

    @Test(arguments: ["drop", "restart", "garbage"])
    func `a fault strikes, and the hub comes back`(fault: String) async throws {
        let farm = try await RunningFarm(
            in: workshop,
            ["--stations", "1", "--rate", "50", "--fault", fault, "--fault-every", "0.4"])
        let hub = try await farm.hub(in: workshop)
        if fault == "garbage" {
            try await hub.waitForMessage("rejected")
        } else {
            try await hub.waitForMessage("link lost")
        }
        let opened = hub.messages.components(separatedBy: "link opened").count
        #expect(opened >= 2)
    }
}

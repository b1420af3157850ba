import Foundation
import Testing

@Suite(.timeLimit(.minutes(1)))
struct SimulateTests {
    private let workshop: Workshop

    init() throws {
        workshop = try Workshop()
    }

    @Test(arguments: [[], ["--tls"]])
    func `what it says is a config by which a hub reads it`(arguments: [String]) throws {
        let farm = try RunningProgram(
            ["simulate", "--listen", "127.0.0.1:0", "--stations", "3"] + arguments, in: workshop)
        try farm.waitForMessage("nachtschicht, ")
        try farm.waitForMessage("}\n")
        let config = try workshop.write(farm.messages, to: "farm.yaml")
        let check = try Outcome(["check", config], in: workshop)
        #expect(check.output == "\(config): OK, 3 stations\n" && check.code == 0)

        let hub = try RunningProgram(
            ["run", "--config", config, "--socket", workshop.socket, "--stdout", "nowPlaying"],
            in: workshop)
        var live: Set<String> = []
        while live.count < 3 {
            let line = try #require(try hub.line())
            guard line.contains(#""state":"live""#) else { continue }
            live.insert(try #require(try object(line)["station"] as? String))
        }
        hub.send(SIGTERM)
        farm.send(SIGINT)
        #expect(try hub.exitCode() == 0 && farm.exitCode() == 0)
    }

    @Test(arguments: ["drop", "restart", "garbage"])
    func `a fault strikes, and the hub comes back`(fault: String) throws {
        let farm = try RunningProgram(
            [
                "simulate", "--listen", "127.0.0.1:0", "--stations", "1", "--rate", "50",
                "--fault", fault, "--fault-every", "0.4",
            ], in: workshop)
        try farm.waitForMessage("}\n")
        let config = try workshop.write(farm.messages, to: "farm.yaml")
        let hub = try RunningProgram(
            ["run", "--config", config, "--socket", workshop.socket, "--log-level", "info"],
            in: workshop)
        if fault == "garbage" {
            try hub.waitForMessage("rejected")
        } else {
            try hub.waitForMessage("link lost")
        }
        let opened = hub.messages.components(separatedBy: "link opened").count
        #expect(opened >= 2)
    }
}

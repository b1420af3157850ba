import Expectations
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5)))
struct WatchTests {
    private static let stations: Set = [
        "kanalrand", "weltempfang", "nachtschicht", "wackelkontakt",
    ]

    private let workshop: Workshop

    init() throws {
        workshop = try Workshop()
    }

    @Test func `watch --once prints each station's state and ends`() async throws {
        let hub = try await RunningProgram.hub(in: workshop)
        let watch = try await Outcome(["watch", "--once"], in: workshop)
        expect(watch.code, is: 0)
        #expect(watch.messages.isEmpty)
        let records = try watch.output.split(separator: "\n").map { try object(String($0)) }
        expect(Set(records.compactMap { $0["station"] as? String }), is: Self.stations)
        expect(records.count, is: 4)
        #expect(records.allSatisfy { $0["nowPlaying"] != nil })
        _ = hub
    }

    @Test func `plain names the station where there are several, and not where there is one`()
        async throws
    {
        let hub = try await RunningProgram.hub(in: workshop)
        let plain = ["watch", "--once", "--format", "plain"]
        let all = try await Outcome(plain, in: workshop).output.split(separator: "\n")
        expect(
            Set(all.compactMap { $0.split(separator: ":").first.map(String.init) }),
            is: Self.stations)
        let one = try await Outcome(plain + ["--station", "kanalrand"], in: workshop)
        expect(one.output.split(separator: "\n").count, is: 1)
        #expect(!one.output.hasPrefix("kanalrand:"))
        _ = hub
    }

    @Test func `watch survives a restart of the hub, and says so once`() async throws {
        let before = try await RunningProgram.hub(in: workshop)
        let watch = try RunningProgram(["watch"], in: workshop)
        let epoch = try #require(await epoch(in: watch.lines(4)))
        before.send(SIGTERM)
        try await expect(before.exitCode(), is: 0)
        try await watch.waitForMessage("trying again")

        let after = try await RunningProgram.hub(in: workshop)
        var anew: Set<String> = []
        while anew != Self.stations {
            let record = try object(try #require(try await watch.line()))
            if record["epoch"] as? String != epoch {
                anew.insert(try #require(record["station"] as? String))
            }
        }
        try await watch.waitForMessage("connected")
        watch.send(SIGINT)
        try await expect(watch.exitCode(), is: 0)
        expect(watch.messages.split(separator: "\n").count, is: 2)
        _ = after
    }

    @Test func `watch waits for a hub that is not there yet`() async throws {
        let watch = try RunningProgram(["watch", "--view", "line"], in: workshop)
        try await watch.waitForMessage("no hub listens at \(workshop.socket)")
        let hub = try await RunningProgram.hub(in: workshop)
        try expect(object(try #require(try await watch.line()))["view"] as? String, is: "line")
        watch.send(SIGTERM)
        try await expect(watch.exitCode(), is: 0)
        _ = hub
    }

    @Test func `after a station's first record, --patch prints what changed`() async throws {
        // The hub begins while its station is away, so that there is a change to wait for.
        let farm = try await RunningFarm(in: workshop, ["--stations", "1"])
        try await farm.stop()
        let hub = try await farm.hub(in: workshop)
        let watch = try RunningProgram(["watch", "--patch", "--min-interval", "0"], in: workshop)
        let first = try object(try #require(try await watch.line()))
        #expect(first["nowPlaying"] != nil)
        #expect(first["patch"] == nil)
        try await farm.start(in: workshop)
        let second = try object(try #require(try await watch.line()))
        #expect(second["patch"] != nil)
        #expect(second["nowPlaying"] == nil)
        expect(second["base"] as? Int, is: first["revision"] as? Int)
        _ = hub
    }

    @Test func `a reader that sleeps loses nothing, and delays no end`() async throws {
        let farm = try await RunningFarm(in: workshop, ["--stations", "400"])
        let hub = try await farm.hub(in: workshop)
        try await hub.waitForMessage("hub-station=station_0399")
        let sleeper = try RunningProgram(["watch"], in: workshop)
        let other = try RunningProgram(["watch"], in: workshop)
        // More than the pipe and the program hold is on its way by the time that the other ends.
        _ = try await other.lines(1)
        other.send(SIGTERM)
        try await expect(other.exitCode(), is: 0)
        var stations: Set<String> = []
        while stations.count < 400 {
            let record = try object(try #require(try await sleeper.line()))
            stations.insert(try #require(record["station"] as? String))
        }
        _ = hub
    }

    @Test func `a reader that goes away ends it at once`() async throws {
        let hub = try await RunningProgram.hub(in: workshop)
        let rare = ["watch", "--min-interval", "3600"]
        let watch = try RunningProgram(rare, in: workshop)
        _ = try await watch.lines(4)
        try watch.stopReading()
        try await expect(watch.exitCode(), is: 0)
        #expect(watch.messages.isEmpty)
        _ = hub
    }

    @Test func `head gets its line, and the pipe ends well`() async throws {
        let hub = try await RunningProgram.hub(in: workshop)
        let script = "'\(RunningProgram.path)' watch | head -1; echo ${PIPESTATUS[0]}"
        let shell = try await Outcome(["-c", script], in: workshop, program: "/bin/bash")
        let lines = shell.output.split(separator: "\n")
        expect(lines.count, is: 2)
        expect(lines.last, is: "0")
        #expect(shell.messages.isEmpty)
        _ = hub
    }

    @Test func `a station that there is not is a mistake, and no reason to wait`() async throws {
        let hub = try await RunningProgram.hub(in: workshop)
        let watch = try await Outcome(["watch", "--station", "nowhere"], in: workshop)
        expect(watch.code, is: 64)
        #expect(watch.messages.hasPrefix("nphub: there is no station `nowhere`; known here: `"))
        _ = hub
    }

    @Test func `what listens there and is not a hub is told apart`() async throws {
        let script = """
            import socket, sys
            s = socket.socket(socket.AF_UNIX); s.bind(sys.argv[1]); s.listen()
            print("ready", flush=True)
            c, _ = s.accept(); c.sendall(b"220 mail.example ESMTP\\r\\n"); c.recv(1000); c.recv(1)
            """
        let server = try RunningProgram(
            ["-c", script, workshop.socket], in: workshop, program: "/usr/bin/python3")
        _ = try await server.lines(1)
        let watch = try await Outcome(["watch", "--once"], in: workshop)
        expect(watch.code, is: 69)
        #expect(watch.messages.contains("is not a hub of this version"))
    }

    private func epoch(in lines: [String]) async throws -> String? {
        let epochs = try Set(lines.map { try object($0)["epoch"] as? String })
        return epochs.count == 1 ? epochs.first ?? nil : nil
    }
}

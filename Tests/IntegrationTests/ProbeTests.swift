import Expectations
import Foundation
import Testing

/// `nphub probe` and `nphub feeds`.
@Suite(.timeLimit(.minutes(5)))
struct ProbeTests {
    private let workshop: Workshop

    init() throws {
        workshop = try Workshop()
    }

    private func check(_ config: String) async throws -> Int32 {
        let path = try workshop.write(config, to: "probed.yaml")
        return try await Outcome(["check", path], in: workshop).code
    }

    @Test func `a station's page is enough for a config that is right`() async throws {
        let farm = try await RunningFarm(in: workshop, ["--stations", "1"])
        let probe = try await Outcome(
            ["probe", "http://127.0.0.1:\(farm.port)/public/kanalrand"], in: workshop)
        expect(probe.code, is: 0)
        #expect(probe.output.hasPrefix("# azuracast, told by its address. It says:\n"))
        #expect(probe.output.contains(#"shortcode: "kanalrand""#))
        try await expect(check(probe.output), is: 0)
    }

    @Test func `what is not known of a feed is asked for`() async throws {
        let address = "wss://127.0.0.1:1/api/live/nowplaying/websocket"
        let probe = try await Outcome(["probe", address], in: workshop)
        expect(probe.code, is: 64)
        #expect(probe.messages.contains("--set shortcode=…"))
    }

    @Test func `the path of a feed's servers tells it on another host too`() async throws {
        let farm = try await RunningFarm(
            in: workshop, ["--feed", "streamabc"])
        let config = try String(contentsOfFile: farm.config, encoding: .utf8)
        let address = try #require(config.firstMatch(of: /url: "(.*?)"/)).1
        let probe = try await Outcome(["probe", String(address)], in: workshop)
        expect(probe.code, is: 0, "\(probe.messages)")
        #expect(probe.output.hasPrefix("# streamabc, told by its path. It says:\n"))
        #expect(probe.output.contains("      url: \"\(address)\"\n"))
        try await expect(check(probe.output), is: 0)
    }

    @Test func `what cannot be told is said, with the reason`() async throws {
        let refused = try await Outcome(["probe", "ws://127.0.0.1:1/live"], in: workshop)
        expect(refused.code, is: 69)
        #expect(refused.messages.contains("connection refused"))
        let page = try await Outcome(["probe", "https://r.example"], in: workshop)
        expect(page.code, is: 69)
    }

    @Test func `the feeds are listed, or one of them`() async throws {
        let all = try await Outcome(["feeds"], in: workshop)
        expect(all.code, is: 0)
        #expect(all.output.contains("\nqmusic (unverified)\n"))
        let one = try await Outcome(["feeds", "azuracast"], in: workshop)
        #expect(one.output.hasPrefix("azuracast\n  AzuraCast, by its now-playing WebSocket\n"))
        try await expect(Outcome(["feeds", "x"], in: workshop).code, is: 64)
    }
}

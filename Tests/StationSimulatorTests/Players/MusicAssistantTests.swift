import JSON
import NowPlaying
import Testing

@testable import StationSimulator

struct MusicAssistantTests {
    private func command(_ name: String, _ arguments: String = "{}") -> String {
        #"{"message_id":"\#(name)","command":"\#(name)","args":\#(arguments)}"#
    }

    private func letIn(_ stations: [SimulatedStation]) -> VirtualFarm {
        var farm = VirtualFarm(stations: stations, feed: .musicAssistant)
        farm.connect(.car, to: .steady)
        farm.send(command("auth", #"{"token":"simulated"}"#), from: .car)
        return farm
    }

    @Test func `the server speaks first, and lets in who has the token`() throws {
        var farm = VirtualFarm(feed: .musicAssistant)
        farm.connect(.car, to: .steady)
        try withJSON(try #require(farm.takeMessages(of: .car).first)) {
            #expect($0["schema_version"]?.int == 28)
            #expect($0["server_id"]?.isString == true)
        }
        farm.send(command("player_queues/all"), from: .car)
        farm.send(command("auth", #"{"token":"wrong"}"#), from: .car)
        farm.send("nonsense", from: .car)
        farm.run(for: .seconds(5))
        let refusals = farm.takeMessages(of: .car)
        #expect(refusals.count == 3 && refusals.allSatisfy { $0.contains("error_code") })
        farm.send(command("auth", #"{"token":"simulated"}"#), from: .car)
        #expect(farm.takeMessages(of: .car).first?.contains(#""authenticated":true"#) == true)
    }

    @Test func `a list comes in parts, and positions are as of a time of their own`() throws {
        var farm = letIn([.steady, .live, .shaky])
        farm.run(for: .milliseconds(1_500))
        _ = farm.takeSights(of: .car)
        farm.send(command("player_queues/all"), from: .car)
        let parts = farm.takeMessages(of: .car)
        let arePartial = try parts.map { try withJSON($0) { $0["partial"]?.bool } }
        #expect(arePartial == [true, true, false])
        var player = SimulatedPlayer(station: .steady, variesRate: true, at: farm.now.wall)
        let state = player.state(at: farm.now.wall)
        try withJSON(try #require(parts.first)) {
            let queue = try #require($0.value(at: "/result/0"))
            let asOf = try #require(queue["elapsed_time_last_updated"]?.double)
            #expect(asOf <= farm.now.wall.seconds)
            let position =
                try #require(queue["elapsed_time"]?.double)
                + (farm.now.wall.seconds - asOf) * state.speed
            #expect(abs(position - state.position.seconds) < 0.01)
        }
    }

    @Test func `time is told every second as a bare number, all else whole, rates included`() throws
    {
        var farm = letIn([.steady])
        farm.run(for: .seconds(120))
        var rates: Set<Double> = []
        var states: Set<String> = []
        var times = 0
        for message in farm.takeMessages(of: .car) {
            try withJSON(message) {
                switch $0["event"]?.string {
                case "queue_time_updated":
                    times += 1
                    #expect($0["data"]?.double != nil)
                case "queue_updated":
                    let data = try #require($0["data"])
                    rates.insert(try #require(data["playback_speed"]?.double))
                    states.insert(try #require(data["state"]?.string))
                default: break
                }
            }
        }
        #expect(times > 60)
        #expect(rates == [1, 1.5])
        #expect(states == ["playing", "paused"])
    }
}

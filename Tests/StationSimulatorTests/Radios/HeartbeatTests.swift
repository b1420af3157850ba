import NowPlaying
import Testing

@testable import StationSimulator

/// Who must say what how often, protocol by protocol, and what becomes of who does not.
struct HeartbeatTests {
    private func connected(_ feed: SimulatedFeed) -> VirtualFarm {
        var station = SimulatedStation.steady
        station.trackLength = .seconds(10_000)...Interval.seconds(20_000)
        var farm = VirtualFarm(stations: [station], feed: feed)
        PoliteListener(feed, of: station).open(in: &farm)
        return farm
    }

    @Test func `Radiolise pings the WebSocket every 30 s`() {
        var farm = connected(.radiolise)
        _ = farm.takeSights(of: .car)
        farm.run(for: .milliseconds(29_999))
        #expect(farm.pings[.car] == nil)
        farm.run(for: .seconds(60))
        #expect(farm.pings[.car] == 2)
        #expect(farm.takeSights(of: .car).isEmpty)
    }

    @Test(arguments: [
        (SimulatedFeed.qmusic, "h", 25), (.globalPlayer, #"{"type":"heartbeat"}"#, 30),
    ])
    func `heartbeats that want no answer come in their period`(
        feed: SimulatedFeed, heartbeat: String, period: Int64
    ) {
        var farm = connected(feed)
        _ = farm.takeSights(of: .car)
        for _ in 0..<3 {
            farm.run(for: .seconds(period) - .milliseconds(1))
            #expect(farm.takeSights(of: .car).isEmpty)
            farm.run(for: .milliseconds(1))
            #expect(farm.takeSights(of: .car) == [.message(heartbeat)])
        }
    }

    @Test func `Engine.IO pings every 25 s and drops who does not answer within 20 s`() {
        var farm = connected(.plaza)
        _ = farm.takeSights(of: .car)
        for _ in 0..<3 {
            farm.run(for: .seconds(25))
            #expect(farm.takeSights(of: .car) == [.message("2")])
            farm.send("3", from: .car)
        }
        farm.run(for: .seconds(25))
        #expect(farm.takeSights(of: .car) == [.message("2")])
        farm.run(for: .milliseconds(19_999))
        #expect(farm.takeSights(of: .car).isEmpty)
        farm.run(for: .milliseconds(1))
        #expect(farm.takeSights(of: .car) == [.cut])
    }

    @Test func `Gensokyo drops who does not answer its ping, or with another id`() throws {
        for answer in [nil, #"{"message":"pong","id":1}"#, #"{"message":"pong"}"#] {
            var farm = connected(.gensokyo)
            _ = farm.takeSights(of: .car)
            farm.run(for: .seconds(20))
            #expect(farm.takeSights(of: .car) == [.message(#"{"message":"ping"}"#)])
            if let answer { farm.send(answer, from: .car) }
            farm.run(for: .seconds(20))
            #expect(farm.takeSights(of: .car) == [.cut])
        }
    }

    @Test func `LISTEN.moe drops who does not beat`() {
        var farm = connected(.listenMoe)
        farm.send(#"{"op":9}"#, from: .car)
        #expect(farm.takeMessages(of: .car).last == #"{"op":10}"#)
        farm.run(for: .milliseconds(44_999))
        #expect(farm.takeSights(of: .car).isEmpty)
        farm.run(for: .milliseconds(1))
        #expect(farm.takeSights(of: .car) == [.cut])
    }

    @Test(arguments: ["nonsense", #"{"op":7}"#, "[]", #"{"d":1}"#])
    func `LISTEN.moe drops who says what it does not know`(message: String) {
        var farm = connected(.listenMoe)
        _ = farm.takeSights(of: .car)
        farm.send(message, from: .car)
        #expect(farm.takeSights(of: .car) == [.cut])
    }

    @Test func `LISTEN.moe drops who beats too fast`() {
        var farm = connected(.listenMoe)
        farm.send(#"{"op":9}"#, from: .car)
        farm.run(for: .seconds(35))
        farm.send(#"{"op":9}"#, from: .car)
        farm.run(for: .seconds(17))
        _ = farm.takeSights(of: .car)
        farm.send(#"{"op":9}"#, from: .car)
        #expect(farm.takeSights(of: .car) == [.cut])
    }

    @Test func `in haste all periods are shorter, and told so`() {
        var farm = VirtualFarm(feed: .listenMoe, haste: 10)
        farm.connect(.car, to: .steady)
        #expect(farm.takeMessages(of: .car).first?.contains(#""heartbeat":3500}"#) == true)
        for _ in 0..<3 {
            farm.send(#"{"op":9}"#, from: .car)
            farm.run(for: .milliseconds(4_499))
        }
        #expect(!farm.takeSights(of: .car).contains(.cut))
        farm.run(for: .milliseconds(1))
        #expect(farm.takeSights(of: .car).last == .cut)
    }

    @Test func `Rainwave pings with its time every 30 s, and only who is let in`() {
        var farm = connected(.rainwave)
        _ = farm.takeSights(of: .car)
        farm.connect(.kitchen, to: .steady)
        farm.run(for: .seconds(30))
        #expect(farm.takeSights(of: .car) == [.message(#"{"ping":{"timestamp":1800000030}}"#)])
        #expect(farm.takeSights(of: .kitchen).isEmpty)
        farm.run(for: .seconds(30))
        #expect(farm.takeSights(of: .car) == [.message(#"{"ping":{"timestamp":1800000060}}"#)])
    }
}

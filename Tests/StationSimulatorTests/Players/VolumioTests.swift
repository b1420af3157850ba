import JSON
import NowPlaying
import Testing

@testable import StationSimulator

struct VolumioTests {
    private func states(_ messages: [String]) -> [String] {
        messages.compactMap {
            $0.hasPrefix(#"42["pushState","#) ? String($0.dropFirst(15).dropLast()) : nil
        }
    }

    private func listening(_ station: SimulatedStation = .steady) -> VirtualFarm {
        var farm = VirtualFarm(stations: [station], feed: .volumio)
        farm.connect(.car, to: station)
        return farm
    }

    @Test func `the state is pushed when asked for, and whenever something happens`() throws {
        var farm = listening()
        #expect(farm.takeMessages(of: .car).map { $0.prefix(2) } == ["0{", "40"])
        farm.send(#"42["getState",""]"#, from: .car)
        let first = try #require(states(farm.takeMessages(of: .car)).first)
        try withJSON(first) {
            #expect($0["random"]?.isNull == true)
            #expect($0["albumart"]?.string?.hasPrefix("/albumart?") == true)
            #expect($0["service"]?.string == "mpd")
        }
        var seen: Set<String> = []
        for _ in 0..<20 {
            farm.run(for: .seconds(10))
            farm.send("2", from: .car)
            for state in states(farm.takeMessages(of: .car)) {
                seen.insert(try withJSON(state) { try #require($0["status"]?.string) })
            }
        }
        #expect(seen == ["play", "pause"])
    }

    @Test func `positions are milliseconds, lengths are seconds`() throws {
        var farm = listening()
        var player = SimulatedPlayer(station: .steady, variesRate: false, at: farm.now.wall)
        farm.run(for: .seconds(3))
        _ = farm.takeSights(of: .car)
        farm.send(#"42["getState",""]"#, from: .car)
        let expected = player.state(at: farm.now.wall)
        let duration = Int(try #require(expected.duration).seconds.rounded())
        try withJSON(try #require(states(farm.takeMessages(of: .car)).first)) {
            #expect($0["seek"]?.int == Int(expected.position.milliseconds))
            #expect($0["duration"]?.int == duration)
            #expect($0["title"]?.string == expected.item?.track.title)
            #expect($0["artist"]?.string == expected.item?.track.artist)
        }
    }

    @Test func `a radio has its title in a line and no length; a stopped one has no title`() throws
    {
        var titles = 0
        var stops = 0
        for station in [SimulatedStation.live, .shaky] {
            var farm = listening(station)
            for _ in 0..<40 {
                farm.run(for: .seconds(10))
                farm.send("2", from: .car)
                for state in states(farm.takeMessages(of: .car)) {
                    try withJSON(state) {
                        guard $0["trackType"]?.string == "webradio" else { return }
                        if $0["status"]?.string == "stop" {
                            stops += 1
                            #expect($0["title"] == nil && $0["artist"] == nil)
                            #expect($0["duration"] == nil)
                        } else {
                            titles += 1
                            #expect($0["title"]?.string?.contains(" - ") == true)
                            #expect($0["artist"]?.isNull == true && $0["duration"]?.int == 0)
                        }
                    }
                }
            }
        }
        #expect(titles > 0 && stops > 0)
    }

    @Test func `who does not ping is dropped after 85 s, who does stays`() {
        var farm = listening()
        farm.connect(.kitchen, to: .steady)
        for _ in 0..<8 {
            farm.run(for: .seconds(25))
            farm.send("2", from: .kitchen)
        }
        #expect(farm.takeSights(of: .car).contains(.cut))
        let kitchen = farm.takeSights(of: .kitchen)
        #expect(kitchen.filter { $0 == .message("3") }.count == 8)
        #expect(!kitchen.contains(.cut))
    }

    @Test func `an end says so first`() {
        var farm = listening()
        _ = farm.takeSights(of: .car)
        farm.inject(.restart)
        #expect(farm.takeSights(of: .car) == [.message("41"), .closed(1001)])
    }
}

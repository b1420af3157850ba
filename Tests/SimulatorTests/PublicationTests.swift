import Expectations
import JSON
import NowPlaying
import Testing

@testable import Simulator

struct PublicationTests {
    /// The fields of a publication that a test looks at.
    private struct Seen {
        var offset: Int
        var number: Int
        var time: Int
        var triggers: [String]
        var isLive: Bool
        var isOnline: Bool
    }

    private func publications(
        of station: SimulatedStation, rate: Double?, for length: Interval
    ) throws -> [Seen] {
        var farm = VirtualFarm(stations: [station], rate: rate)
        farm.subscribe(.car, to: "station:\(station.shortcode)")
        farm.run(for: length)
        return try farm.takePublications(of: .car).map { text in
            try withJSON(text) { frame in
                expect(frame["channel"]?.readable, is: "station:\(station.shortcode)")
                let data = try #require(frame.value(at: "/pub/data"))
                return Seen(
                    offset: try #require(frame.value(at: "/pub/offset")?.int),
                    number: try #require(data.value(at: "/np/now_playing/sh_id")?.int),
                    time: try #require(data["current_time"]?.int),
                    triggers: try #require(data["triggers"]).elements.compactMap(\.readable),
                    isLive: data.value(at: "/np/live/is_live")?.bool == true,
                    isOnline: data.value(at: "/np/is_online")?.bool == true)
            }
        }
    }

    @Test func `offsets grow by one`() throws {
        let offsets = try publications(of: .steady, rate: nil, for: .seconds(300)).map(\.offset)
        expect(offsets.first, is: 2)
        #expect(zip(offsets, offsets.dropFirst()).allSatisfy { $1 == $0 + 1 })
    }

    @Test func `a station with long tracks publishes about every 13 s all the same`() throws {
        var station = SimulatedStation.steady
        station.trackLength = .seconds(100_000)...Interval.seconds(200_000)
        let times = try publications(of: station, rate: nil, for: .seconds(1_300)).map(\.time)
        #expect(95...105 ~= times.count)
        let gaps = zip(times, times.dropFirst()).map { $1 - $0 }
        #expect(gaps.allSatisfy { 10...16 ~= $0 })
        #expect(Set(gaps).count > 2)
    }

    @Test func `a rate is kept`() throws {
        var station = SimulatedStation.steady
        station.trackLength = .seconds(100_000)...Interval.seconds(200_000)
        try expect(publications(of: station, rate: 0.5, for: .seconds(100)).count, is: 50)
        try expect(publications(of: station, rate: 20, for: .seconds(10)).count, is: 200)
    }

    @Test(arguments: [SimulatedStation.steady, .live, .shaky])
    func `each change is published within 600 ms`(station: SimulatedStation) throws {
        var farm = VirtualFarm(stations: [station])
        farm.subscribe(.car, to: "station:\(station.shortcode)")
        let playout = Playout(station: station)
        for _ in 0..<40 {
            let change = playout.broadcast(at: farm.now.wall).until
            farm.run(for: change - farm.now.wall)
            _ = farm.takeSights(of: .car)
            farm.run(for: .milliseconds(600))
            let number = playout.broadcast(at: farm.now.wall).current?.number ?? 0
            let newest = try #require(farm.takePublications(of: .car).last)
            try withJSON(newest) {
                expect($0.value(at: "/pub/data/np/now_playing/sh_id")?.int, is: Int(number))
            }
        }
    }

    @Test(arguments: [SimulatedStation.steady, .live, .shaky])
    func `triggers name what changed since the publication before`(
        station: SimulatedStation
    ) throws {
        let seen = try publications(of: station, rate: 1, for: .seconds(400))
        for (before, after) in zip(seen, seen.dropFirst()) {
            let triggers = Set(after.triggers)
            expect(triggers.contains("song_changed"), is: before.number != after.number)
            let isLiveChange = before.number != after.number && after.isLive
            expect(triggers.contains("song_changed_live"), is: isLiveChange)
            expect(triggers.contains("live_connect"), is: !before.isLive && after.isLive)
            expect(triggers.contains("live_disconnect"), is: before.isLive && !after.isLive)
            expect(triggers.contains("station_online"), is: !before.isOnline && after.isOnline)
            expect(triggers.contains("station_offline"), is: before.isOnline && !after.isOnline)
        }
        #expect(seen.contains { $0.triggers.isEmpty })
        #expect(
            seen.contains { !$0.triggers.isDisjoint(with: ["listener_gained", "listener_lost"]) })
    }

    @Test func `several stations share a connection, several clients a station`() {
        var farm = VirtualFarm(stations: [.steady, .live, .shaky], rate: 1)
        farm.subscribe(.car, to: "station:steady", "station:shaky")
        farm.subscribe(.kitchen, to: "station:steady")
        farm.run(for: .seconds(5))
        let inCar = farm.takePublications(of: .car)
        let inKitchen = farm.takePublications(of: .kitchen)
        #expect(inCar.contains { $0.contains("station:shaky") })
        #expect(!inCar.contains { $0.contains("station:live") })
        expect(inKitchen, is: inCar.filter { $0.contains("station:steady") })
        #expect(!inKitchen.isEmpty)
    }

    @Test func `the same farm at the same time says the same, byte by byte`() {
        func run() -> [VirtualFarm.Sight] {
            var farm = VirtualFarm(stations: SimulatedStation.embedded(seed: 2))
            farm.subscribe(
                .car, to: "station:kanalrand", "station:weltempfang", "station:nachtschicht",
                "station:wackelkontakt", settings: #"{"recover":true}"#)
            farm.run(for: .seconds(200))
            return farm.takeSights(of: .car)
        }
        let sights = run()
        #expect(sights.count > 60)
        expect(run(), is: sights)
    }
}

extension [String] {
    fileprivate func isDisjoint(with others: [String]) -> Bool {
        Set(self).isDisjoint(with: others)
    }
}

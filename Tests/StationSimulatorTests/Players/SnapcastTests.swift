import JSON
import NowPlaying
import Testing

@testable import StationSimulator

struct SnapcastTests {
    @Test func `the status has every stream, positions and lengths in seconds`() throws {
        var farm = VirtualFarm(stations: [.steady, .live], feed: .snapcast)
        farm.connect(.car, to: .live)
        farm.send(#"{"jsonrpc":"2.0","id":1,"method":"Server.GetStatus"}"#, from: .car)
        var player = SimulatedPlayer(station: .steady, variesRate: false, at: farm.now.wall)
        let state = player.state(at: farm.now.wall)
        try withJSON(try #require(farm.takeMessages(of: .car).first)) {
            let streams = try #require($0.value(at: "/result/server/streams"))
            #expect(streams.elements.compactMap { $0["id"]?.string } == ["steady", "live"])
            let properties = try #require(streams.value(at: "/0/properties"))
            #expect(properties["position"]?.double == state.position.seconds)
            #expect(
                properties.value(at: "/metadata/duration")?.double == state.duration?.seconds)
            #expect(properties.value(at: "/metadata/artist")?.isArray == true)
            #expect(
                properties.value(at: "/metadata/artUrl")?.string?.hasPrefix("/__image_cache?")
                    == true)
        }
        #expect(farm.settings(of: .live).map(\.value) == ["live"])
    }

    @Test func `changes are told of all streams, properties whole, status apart`() throws {
        var farm = VirtualFarm(stations: [.steady, .shaky], feed: .snapcast)
        farm.connect(.car, to: .steady)
        farm.run(for: .seconds(300))
        var methods: Set<String> = []
        var statuses: Set<String> = []
        for message in farm.takeMessages(of: .car) {
            try withJSON(message) {
                methods.insert(try #require($0["method"]?.string))
                guard let properties = $0.value(at: "/params/properties") else { return }
                let status = try #require(properties["playbackStatus"]?.string)
                statuses.insert("\($0.value(at: "/params/id")?.string ?? "") \(status)")
                #expect((properties["metadata"] != nil) == (status != "stopped"))
            }
        }
        #expect(methods == ["Stream.OnProperties", "Stream.OnUpdate"])
        #expect(statuses.isSuperset(of: ["steady playing", "steady paused", "shaky stopped"]))
    }
}

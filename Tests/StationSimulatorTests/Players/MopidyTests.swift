import JSON
import NowPlaying
import Testing

@testable import StationSimulator

struct MopidyTests {
    private func ask(_ method: String, _ parameters: String = "null") -> String {
        #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(parameters)}"#
    }

    private func events(_ messages: [String]) throws -> [String] {
        try messages.compactMap { try withJSON($0) { $0["event"]?.string } }
    }

    @Test func `what plays is asked for piece by piece, lengths in milliseconds`() throws {
        var farm = VirtualFarm(feed: .mopidy)
        farm.connect(.car, to: .steady)
        #expect(farm.takeSights(of: .car).isEmpty)
        var player = SimulatedPlayer(station: .steady, variesRate: false, at: farm.now.wall)
        let state = player.state(at: farm.now.wall)
        farm.send(ask("core.playback.get_current_tl_track"), from: .car)
        farm.send(ask("core.playback.get_time_position"), from: .car)
        farm.send(ask("core.playback.get_state"), from: .car)
        farm.send(ask("core.playback.get_stream_title"), from: .car)
        let answers = farm.takeMessages(of: .car)
        try withJSON(answers[0]) {
            #expect($0.value(at: "/result/track/name")?.string == state.item?.track.title)
            #expect(
                $0.value(at: "/result/track/length")?.int
                    == state.duration.map { Int($0.milliseconds) })
        }
        try withJSON(answers[1]) {
            #expect($0["result"]?.int == Int(state.position.milliseconds))
        }
        #expect(answers[2].contains(#""result":"playing""#) || answers[2].contains("paused"))
        #expect(answers[3].contains(#""result":null"#))
    }

    @Test func `pictures are on the server itself, and only for what has some`() {
        var farm = VirtualFarm(feed: .mopidy)
        farm.connect(.car, to: .steady)
        let uris = #"{"uris":["local:track:a","https://radio.example/x"]}"#
        farm.send(ask("core.library.get_images", uris), from: .car)
        farm.send(ask("core.library.get_images", "{}"), from: .car)
        let answers = farm.takeMessages(of: .car)
        #expect(answers.first?.contains(#""https://radio.example/x":[]"#) == true)
        #expect(answers.first?.contains(#""uri":"/local/"#) == true)
        #expect(answers.last?.contains("-32602") == true)
    }

    @Test func `events tell what happens, with tl_track, and nothing else comes`() throws {
        var seen: Set<String> = []
        for station in [SimulatedStation.steady, .live, .shaky] {
            var farm = VirtualFarm(stations: [station], feed: .mopidy)
            farm.connect(.car, to: station)
            farm.run(for: .seconds(600))
            let messages = farm.takeMessages(of: .car)
            seen.formUnion(try events(messages))
            for message in messages where message.contains("track_playback") {
                try withJSON(message) {
                    #expect($0.value(at: "/tl_track/track/uri")?.isString == true)
                    #expect($0["track"] == nil)
                }
            }
        }
        #expect(
            seen == [
                "track_playback_started", "track_playback_ended", "track_playback_paused",
                "track_playback_resumed", "playback_state_changed", "seeked",
                "stream_title_changed",
            ])
    }
}

import JSON
import NowPlaying
import Testing

@testable import StationSimulator

struct KodiTests {
    private func ask(_ method: String, _ properties: String, player: Int = 0) -> String {
        #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":{"playerid":\#(player),"properties":[\#(properties)]}}"#
    }

    @Test func `what plays has to be asked, times are in parts`() throws {
        var farm = VirtualFarm(feed: .kodi)
        farm.connect(.car, to: .steady)
        var player = SimulatedPlayer(station: .steady, variesRate: false, at: farm.now.wall)
        let state = player.state(at: farm.now.wall)
        farm.send(ask("Player.GetItem", #""title","artist","thumbnail""#), from: .car)
        farm.send(ask("Player.GetProperties", #""time","totaltime","speed""#), from: .car)
        farm.send(
            #"{"jsonrpc":"2.0","id":3,"method":"Player.GetActivePlayers"}"#, from: .car)
        let answers = farm.takeMessages(of: .car)
        try withJSON(answers[0]) {
            let item = try #require($0.value(at: "/result/item"))
            #expect(item["title"]?.string == state.item?.track.title)
            #expect(item.value(at: "/artist/0")?.string == state.item?.track.artist)
            #expect(item["album"] == nil)
            #expect(item["thumbnail"]?.string?.hasPrefix("image://") == true)
        }
        try withJSON(answers[1]) {
            let time = try #require($0.value(at: "/result/time"))
            let seconds = try #require(time["seconds"]?.int)
            let milliseconds = try #require(time["milliseconds"]?.int)
            let minutes = try #require(time["minutes"]?.int)
            #expect(
                minutes * 60_000 + seconds * 1_000 + milliseconds
                    == Int(state.position.milliseconds))
        }
        #expect(answers[2].contains(#""playerid":0"#))
    }

    @Test func `a player that is not in use has nothing to tell`() {
        var farm = VirtualFarm(feed: .kodi)
        farm.connect(.car, to: .steady)
        farm.send(ask("Player.GetItem", "", player: 1), from: .car)
        #expect(farm.takeMessages(of: .car).first?.contains("-32100") == true)
    }

    @Test func `notifications name what happened and nothing of what plays`() throws {
        var seen: Set<String> = []
        for station in [SimulatedStation.steady, .shaky] {
            var farm = VirtualFarm(stations: [station], feed: .kodi)
            farm.connect(.car, to: station)
            farm.run(for: .seconds(400))
            for message in farm.takeMessages(of: .car) {
                try withJSON(message) {
                    seen.insert(try #require($0["method"]?.string))
                    #expect($0.value(at: "/params/data/item/title") == nil)
                }
            }
        }
        #expect(
            seen == [
                "Player.OnPlay", "Player.OnAVStart", "Player.OnPause", "Player.OnResume",
                "Player.OnSeek", "Player.OnStop",
            ])
    }
}

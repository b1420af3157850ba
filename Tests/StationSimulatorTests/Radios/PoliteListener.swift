import JSON
import NowPlaying

@testable import StationSimulator

/// A client that says what a feed's protocol wants to hear, for one station.
struct PoliteListener {
    let feed: SimulatedFeed
    let station: SimulatedStation
    let client: ClientID
    private var id: String?
    private var secondsLived = 0

    /// Every protocol of radios that is a conversation for each client.
    static let feeds: [SimulatedFeed] = [
        .radiolise, .streamABC, .globalPlayer, .qmusic, .listenMoe, .plaza, .gensokyo, .rainwave,
        .phoenix, .pusher,
    ]

    init(_ feed: SimulatedFeed, of station: SimulatedStation = .steady, as client: ClientID = .car)
    {
        self.feed = feed
        self.station = station
        self.client = client
    }

    /// Connects and asks for the station.
    func open(in farm: inout VirtualFarm) {
        farm.connect(client, to: station)
        for message in openings { farm.send(message, from: client) }
    }

    private var openings: [String] {
        switch feed {
        case .azuraCast: [#"{"subs":{"station:\#(station.shortcode)":{"recover":true}}}"#]
        case .radiolise: [#"{"action":"subscribe","data":{"url":"\#(station.streamURL)"}}"#]
        case .streamABC, .listenMoe, .centrifugo, .volumio, .mopidy, .snapcast, .musicAssistant,
            .homeAssistant, .kodi:
            []
        case .globalPlayer:
            [#"{"actions":[{"type":"subscribe","service":"\#(station.shortcode)"}]}"#]
        case .qmusic: [Self.join(station.shortcode)]
        case .plaza: ["40"]
        case .gensokyo: [#"{"message":"grInitialConnection"}"#]
        case .phoenix: [#"["1","1","radio:\#(station.shortcode)","phx_join",{}]"#]
        case .pusher:
            [
                #"""
                {"event":"pusher:subscribe","data":{"channel":"radio-\#(station.shortcode)"}}
                """#
            ]
        case .rainwave:
            [
                #"{"action":"auth","user_id":1,"key":"\#(RainwaveSession.key)"}"#,
                #"{"action":"check_sched_current_id","sched_id":1}"#,
            ]
        }
    }

    /// A wish to hear of a station's plays, as it is on the wire.
    static func join(_ station: String, backlog: Int = 1) -> String {
        #"["{\"action\":\"join\",\"id\":0,\"sub\":{\"station\":\"\#(station)\",\"entity\":\"plays\",\"action\":\"play\"},\"backlog\":\#(backlog)}"]"#
    }

    /// Lives on for so many seconds, answering what wants an answer and beating where one must.
    ///
    /// - Returns: all that was seen, each with the time at which it was at the latest.
    mutating func live(
        for seconds: Int, in farm: inout VirtualFarm
    ) -> [(time: Timestamp, sight: VirtualFarm.Sight)] {
        var seen: [(Timestamp, VirtualFarm.Sight)] = []
        for _ in 0..<seconds {
            for sight in farm.takeSights(of: client) {
                seen.append((farm.now.wall, sight))
                if case .message(let text) = sight { answer(text, in: &farm) }
            }
            beat(in: &farm)
            secondsLived += 1
            farm.run(for: .seconds(1))
        }
        return seen + farm.takeSights(of: client).map { (farm.now.wall, $0) }
    }

    private mutating func answer(_ text: String, in farm: inout VirtualFarm) {
        switch feed {
        case .plaza where text == "2": farm.send("3", from: client)
        case .gensokyo where text.contains("welcome"):
            id = try? withJSON(text) { $0["id"]?.lenientString }
        case .gensokyo where text.contains("ping"):
            farm.send(#"{"message":"pong","id":\#(id ?? "0")}"#, from: client)
        case .rainwave where text.contains("ping"):
            farm.send(#"{"action":"pong"}"#, from: client)
        default: break
        }
    }

    private func beat(in farm: inout VirtualFarm) {
        switch feed {
        case .listenMoe where secondsLived % 35 == 0: farm.send(#"{"op":9}"#, from: client)
        case .phoenix where secondsLived % 30 == 29:
            farm.send(#"[null,"2","phoenix","heartbeat",{}]"#, from: client)
        case .pusher where secondsLived % 120 == 119:
            farm.send(#"{"event":"pusher:ping","data":{}}"#, from: client)
        case .globalPlayer where secondsLived % 30 == 29: farm.send("heartbeat", from: client)
        default: break
        }
    }
}

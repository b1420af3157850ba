import NowPlaying
import Testing

@testable import StationSimulator

struct PlayerFaultTests {
    private static let feeds: [SimulatedFeed] = [
        .centrifugo, .volumio, .mopidy, .snapcast, .musicAssistant, .homeAssistant, .kodi,
    ]

    /// A farm with a client that hears of the station, and nothing unread.
    private func makeFarm(_ feed: SimulatedFeed) -> VirtualFarm {
        var farm = VirtualFarm(feed: feed)
        listen(.car, to: &farm, feed)
        farm.run(for: .milliseconds(10))
        _ = farm.takeSights(of: .car)
        return farm
    }

    private func listen(_ client: ClientID, to farm: inout VirtualFarm, _ feed: SimulatedFeed) {
        farm.connect(client, to: .steady)
        let words: [String] =
            switch feed {
            case .volumio: [#"42["getState",""]"#]
            case .centrifugo:
                [
                    #"{"id":1,"connect":{}}"#,
                    #"{"id":2,"subscribe":{"channel":"nowplaying:steady","recover":true}}"#,
                ]
            case .musicAssistant:
                [#"{"message_id":"1","command":"auth","args":{"token":"simulated"}}"#]
            case .homeAssistant:
                [
                    #"{"type":"auth","access_token":"simulated"}"#,
                    #"{"id":1,"type":"subscribe_entities"}"#,
                ]
            default: []
            }
        for word in words { farm.send(word, from: client) }
    }

    @Test(arguments: feeds)
    func `a drop cuts, and who comes back hears again`(feed: SimulatedFeed) {
        var farm = makeFarm(feed)
        farm.inject(.drop, into: "steady")
        #expect(farm.takeSights(of: .car) == [.cut])
        listen(.kitchen, to: &farm, feed)
        farm.run(for: .seconds(24))
        #expect(!farm.takeMessages(of: .kitchen).isEmpty)
    }

    @Test(arguments: feeds)
    func `in silence nothing comes until it is healed`(feed: SimulatedFeed) {
        var farm = makeFarm(feed)
        farm.inject(.silence)
        farm.run(for: .seconds(20))
        #expect(farm.takeMessages(of: .car).isEmpty)
        farm.heal()
        farm.run(for: .seconds(20))
        #expect(!farm.takeMessages(of: .car).isEmpty)
    }

    @Test(arguments: feeds)
    func `garbage comes in place of what would`(feed: SimulatedFeed) {
        var farm = makeFarm(feed)
        farm.inject(.garbage, into: "steady")
        farm.run(for: .seconds(24))
        let messages = farm.takeMessages(of: .car)
        #expect(messages.count > 1)
        let words = ["title", "event", "params", "pushState"]
        #expect(!messages.contains { message in words.contains { message.contains("\"\($0)\"") } })
    }

    @Test(arguments: feeds)
    func `a disconnect comes with the code that was chosen, a restart with its own`(
        feed: SimulatedFeed
    ) {
        var farm = makeFarm(feed)
        farm.inject(.disconnect(code: 4_001, reason: "because"), into: "steady")
        #expect(farm.takeSights(of: .car).last == .closed(4_001))
        farm = makeFarm(feed)
        farm.inject(.restart)
        let code: UInt16 = feed == .centrifugo ? 3_001 : 1_001
        #expect(farm.takeSights(of: .car).last == .closed(code))
    }

    @Test(arguments: feeds)
    func `a station that nobody knows is not told of`(feed: SimulatedFeed) {
        var farm = makeFarm(feed)
        farm.inject(.unknownStation, into: "steady")
        listen(.kitchen, to: &farm, feed)
        farm.run(for: .seconds(24))
        let title = Playout(station: .steady).broadcast(at: farm.now.wall).current?.track.title
        #expect(!farm.takeMessages(of: .kitchen).contains { $0.contains(title ?? "") })
        farm.heal("steady")
        farm.run(for: .seconds(24))
        #expect(!farm.takeMessages(of: .kitchen).isEmpty)
    }

    @Test(arguments: feeds)
    func `another path leads nowhere, and garbage from a client hurts nobody`(
        feed: SimulatedFeed
    ) {
        var farm = makeFarm(feed)
        farm.connect(.kitchen, path: "/nowhere/at/all")
        #expect(farm.takeSights(of: .kitchen) == [.cut])
        for text in ["", "nonsense", "[[[[", "{\"id\":1e99}", "42[", "null", "{\"id\":{}}"] {
            let client = ClientID(number: 9)
            farm.connect(client, to: .steady)
            farm.send(text, from: client)
        }
        farm.run(for: .seconds(24))
        #expect(!farm.takeMessages(of: .car).isEmpty)
    }

    @Test(arguments: feeds)
    func `the same farm at the same time says the same, byte by byte`(feed: SimulatedFeed) {
        func run() -> [VirtualFarm.Sight] {
            var farm = makeFarm(feed)
            farm.run(for: .seconds(60))
            return farm.takeSights(of: .car)
        }
        #expect(run() == run())
    }
}

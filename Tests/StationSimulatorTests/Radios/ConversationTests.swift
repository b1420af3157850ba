import NowPlaying
import Testing

@testable import StationSimulator

/// What holds for every protocol in which each client has a conversation of its own.
struct ConversationTests {
    /// What the station plays in the seconds after the start, and from when.
    private func items(
        of station: SimulatedStation, for seconds: Int64
    ) -> [(item: Broadcast.Item, since: Timestamp)] {
        let playout = Playout(station: station)
        var time = VirtualFarm.start.wall
        let end = time + .seconds(seconds)
        var items: [(Broadcast.Item, Timestamp)] = []
        while time < end {
            let broadcast = playout.broadcast(at: time)
            if let item = broadcast.current { items.append((item, max(time, broadcast.since))) }
            time = broadcast.until
        }
        return items
    }

    private func isMessage(_ sight: VirtualFarm.Sight, with text: String) -> Bool {
        if case .message(let message) = sight { message.contains(text) } else { false }
    }

    @Test(arguments: PoliteListener.feeds)
    func `every title is told within two seconds, for as long as the client is polite`(
        feed: SimulatedFeed
    ) {
        var farm = VirtualFarm(feed: feed)
        var listener = PoliteListener(feed)
        listener.open(in: &farm)
        let seen = listener.live(for: 300, in: &farm)
        #expect(!seen.contains { $0.sight == .cut })
        let items = items(of: .steady, for: 298)
        #expect(items.count > 15)
        for (item, since) in items {
            let isTold = seen.contains {
                isMessage($0.sight, with: item.track.title) && $0.time >= since
                    && $0.time - since <= .seconds(2)
            }
            #expect(isTold, "\(item.track.title)")
        }
    }

    @Test(arguments: PoliteListener.feeds)
    func `who comes during a track is told what plays`(feed: SimulatedFeed) {
        var farm = VirtualFarm(feed: feed)
        farm.run(for: .seconds(1_234))
        var listener = PoliteListener(feed)
        listener.open(in: &farm)
        let title = Playout(station: .steady).broadcast(at: farm.now.wall).current?.track.title
        let seen = farm.takeSights(of: .car)
        #expect(seen.contains { isMessage($0, with: title ?? "nothing") })
        #expect(!listener.live(for: 60, in: &farm).isEmpty)
    }

    @Test(arguments: PoliteListener.feeds)
    func `another path is cut off`(feed: SimulatedFeed) {
        var farm = VirtualFarm(feed: feed)
        farm.connect(.car, path: "/nowhere")
        #expect(farm.takeSights(of: .car) == [.cut])
    }

    @Test(arguments: PoliteListener.feeds)
    func `stations are kept apart`(feed: SimulatedFeed) {
        var farm = VirtualFarm(stations: [.steady, .live, .shaky], feed: feed)
        for (place, station) in [SimulatedStation.shaky, .live, .steady].enumerated() {
            var listener = PoliteListener(
                feed, of: station, as: ClientID(number: UInt64(place) + 1))
            let title = Playout(station: station).broadcast(at: farm.now.wall).current?.track.title
            listener.open(in: &farm)
            let seen = listener.live(for: 1, in: &farm)
            #expect(seen.contains { isMessage($0.sight, with: title ?? "nothing") })
        }
    }

    @Test(arguments: PoliteListener.feeds)
    func `the same again is no other message`(feed: SimulatedFeed) {
        func messages() -> [String] {
            var farm = VirtualFarm(stations: [.live], feed: feed)
            var listener = PoliteListener(feed, of: .live)
            listener.open(in: &farm)
            return listener.live(for: 100, in: &farm).map { "\($0)" }
        }
        #expect(messages() == messages())
    }
}

/// Faults strike conversations as they do AzuraCast's.
struct ConversationFaultTests {
    private func makeFarm(
        _ feed: SimulatedFeed
    ) -> (farm: VirtualFarm, listener: PoliteListener) {
        var farm = VirtualFarm(stations: [.steady, .live], feed: feed)
        var listener = PoliteListener(feed)
        listener.open(in: &farm)
        _ = listener.live(for: 2, in: &farm)
        return (farm, listener)
    }

    @Test(arguments: PoliteListener.feeds)
    func `a drop cuts the station's connections`(feed: SimulatedFeed) {
        var (farm, _) = makeFarm(feed)
        farm.inject(.drop, into: "live")
        #expect(farm.takeSights(of: .car).isEmpty)
        farm.inject(.drop, into: "steady")
        #expect(farm.takeSights(of: .car) == [.cut])
    }

    @Test(arguments: PoliteListener.feeds)
    func `in silence nothing comes, and who is silent itself drops nobody`(feed: SimulatedFeed) {
        var (farm, listener) = makeFarm(feed)
        farm.inject(.silence)
        #expect(listener.live(for: 120, in: &farm).isEmpty)
        farm.heal()
        #expect(!listener.live(for: 30, in: &farm).isEmpty)
    }

    @Test(arguments: PoliteListener.feeds)
    func `garbage comes in place of every message`(feed: SimulatedFeed) {
        var (farm, listener) = makeFarm(feed)
        farm.inject(.garbage, into: "steady")
        let seen = listener.live(for: 15, in: &farm)
        #expect(!seen.isEmpty)
        #expect(!seen.contains { "\($0.sight)".contains("The ") })
        let names = ["songid", "sched_current", "setTitle", "position", "lastPlayed", "artist"]
        for name in names { #expect(!seen.contains { "\($0.sight)".contains(name) }, "\(name)") }
    }

    @Test(arguments: PoliteListener.feeds)
    func `a restart closes connections, and who comes back is told what plays`(
        feed: SimulatedFeed
    ) {
        var (farm, listener) = makeFarm(feed)
        farm.inject(.restart)
        let last = farm.takeSights(of: .car).last
        #expect(last == .closed(feed == .qmusic || feed == .plaza ? 1_000 : 1_001))
        listener = PoliteListener(feed)
        listener.open(in: &farm)
        #expect(!listener.live(for: 20, in: &farm).isEmpty)
    }

    @Test(arguments: PoliteListener.feeds)
    func `a station that nobody knows any more is silent until it is healed`(
        feed: SimulatedFeed
    ) {
        var (farm, _) = makeFarm(feed)
        farm.inject(.unknownStation, into: "steady")
        var listener = PoliteListener(feed, as: .kitchen)
        let titles = (0..<60).compactMap {
            Playout(station: .steady).broadcast(at: farm.now.wall + .seconds($0)).current?.track
                .title
        }
        listener.open(in: &farm)
        let seen = listener.live(for: 60, in: &farm)
        for title in titles { #expect(!seen.contains { "\($0.sight)".contains(title) }) }
        farm.heal()
        #expect(!listener.live(for: 30, in: &farm).isEmpty)
    }

    @Test func `a disconnect says its code in the protocol's own way`() {
        let expected: [SimulatedFeed: [VirtualFarm.Sight]] = [
            .radiolise: [.closed(4_321)],
            .qmusic: [.message(#"c[4321,"enough"]"#), .closed(1_000)],
            .plaza: [.message("41"), .closed(1_000)],
        ]
        for (feed, sights) in expected {
            var (farm, _) = makeFarm(feed)
            farm.inject(.disconnect(code: 4_321, reason: "enough"))
            #expect(farm.takeSights(of: .car) == sights)
        }
    }
}

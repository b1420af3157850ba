import Expectations
import JSON
import NowPlaying
import Testing

@testable import Simulator

struct FaultTests {
    /// A farm with a client on each of two stations, and nothing unread.
    private func makeFarm() -> VirtualFarm {
        var farm = VirtualFarm(stations: [.steady, .live], rate: 1)
        farm.subscribe(.car, to: "station:steady", settings: #"{"recover":true}"#)
        farm.subscribe(.kitchen, to: "station:live", settings: #"{"recover":true}"#)
        farm.run(for: .milliseconds(10))
        _ = farm.takeSights(of: .car)
        _ = farm.takeSights(of: .kitchen)
        return farm
    }

    @Test func `a drop cuts also who has not subscribed yet`() {
        var farm = makeFarm()
        let silent = ConnectionID(number: 9)
        farm.connect(silent)
        farm.inject(.drop)
        for client in [ConnectionID.car, .kitchen, silent] {
            expect(farm.takeSights(of: client), is: [.cut])
        }
    }

    @Test func `in silence nothing comes, not even an answer or a ping, until it is healed`() {
        var farm = makeFarm()
        farm.inject(.silence)
        farm.run(for: .seconds(60))
        #expect(farm.takeSights(of: .car).isEmpty)
        farm.subscribe(ConnectionID(number: 3), to: "station:steady")
        #expect(farm.takeSights(of: ConnectionID(number: 3)).isEmpty)
        farm.heal()
        farm.run(for: .seconds(3))
        #expect(farm.takePublications(of: .car).count >= 3)
    }

    @Test func `garbage comes in place of every message, at once and from then on`() throws {
        var farm = makeFarm()
        farm.inject(.garbage)
        expect(farm.takeMessages(of: .car).count, is: 1)
        farm.run(for: .seconds(60))
        let messages = farm.takeMessages(of: .car)
        #expect(messages.count >= 60)
        #expect(Set(messages).count > 5)
        for message in messages {
            let isReal = try? withJSON(message) {
                $0.value(at: "/pub/data/np/now_playing/song") != nil || $0["connect"] != nil
            }
            #expect(isReal != true)
        }
    }

    @Test func `a restart says so, and comes back with offset 1 in a new epoch`() throws {
        func position(_ farm: inout VirtualFarm, _ client: ConnectionID) throws -> (String, Int) {
            farm.subscribe(client, to: "station:steady", settings: #"{"recover":true}"#)
            farm.run(for: .seconds(2))
            let messages = farm.takeMessages(of: client)
            let epoch = try withJSON(try #require(messages.first)) {
                try #require($0.value(at: "/connect/subs/station:steady/epoch")?.readable)
            }
            let offset = try withJSON(try #require(messages.dropFirst().first)) {
                try #require($0.value(at: "/pub/offset")?.int)
            }
            return (epoch, offset)
        }
        var farm = makeFarm()
        farm.run(for: .seconds(10))
        let before = try position(&farm, ConnectionID(number: 3))
        _ = farm.takeSights(of: .car)
        farm.inject(.restart)
        let push = #"{"disconnect":{"code":3001,"reason":"shutdown"}}"#
        expect(farm.takeSights(of: .car), is: [.message(push), .closed(3001)])
        let after = try position(&farm, ConnectionID(number: 4))
        #expect(before.1 > 5)
        expect(after.1, is: 1)
        #expect(before.0 != after.0)
    }

    @Test func `two restarts within a second make two epochs`() throws {
        var epochs: Set<String> = []
        var farm = makeFarm()
        for number in 3...5 {
            let client = ConnectionID(number: UInt64(number))
            farm.inject(.restart)
            farm.subscribe(client, to: "station:steady")
            try withJSON(try #require(farm.takeMessages(of: client).first)) {
                let epoch = $0.value(at: "/connect/subs/station:steady/epoch")?.readable
                epochs.insert(try #require(epoch))
            }
        }
        expect(epochs.count, is: 3)
    }
}

import Expectations
import NowPlaying
import Testing

@testable import Cluster

/// A store that answers and does not store what is written.
struct RejectionTests {
    private func trial(_ effects: [ClusterEffect]) -> Int? {
        effects.compactMap { effect in
            if case .store(_, .open(let trial)) = effect { trial } else { nil }
        }.last
    }

    @Test func `an owner whose states are not taken goes on alone, and says why`() throws {
        var lone = LoneMember.owning()
        lone.reduce("1")
        let write = try #require(lone.takeWrites().first)
        lone.tell(.written(write.id, .rejected(reason: "it is full")))
        expect(lone.takeEffects(), is: [.note(.writesRejected(reason: "it is full"))])
        expect(lone.member.problem, is: "it is full")
        expect(lone.member.counters.rejectedWrites, is: 1)
        lone.wait(.milliseconds(1_990))
        // Heartbeats are stored, which is not enough.
        let before = lone.takeEffects()
        #expect(!before.contains { $0.isGoAlone })
        lone.wait(.milliseconds(20))
        let effects = lone.takeEffects()
        #expect(effects.contains { $0.isGoAlone })
        #expect(effects.contains { $0.isWrite(of: .member("a")) })
        #expect(!effects.contains(.replicas(.released(["s"]))))
        expect(lone.member.problem, is: "it is full")
    }

    @Test func `a rejected write waits before it is tried again, and is said once`() throws {
        var lone = LoneMember.owning()
        lone.reduce("1")
        for attempt in 1...2 {
            let write = try #require(lone.takeWrites().first)
            lone.tell(.written(write.id, .rejected(reason: "it is full")))
            lone.reduce("\(attempt + 1)")
            let effects = lone.takeEffects()
            expect(effects.count, is: attempt == 1 ? 1 : 0)
            if attempt == 1 { lone.wait(.milliseconds(1_000)) }
        }
    }

    @Test func `a store that takes the state after all is trusted`() throws {
        var lone = LoneMember.owning()
        lone.reduce("1")
        let write = try #require(lone.takeWrites().first)
        lone.tell(.written(write.id, .rejected(reason: "it is full")))
        lone.wait(.seconds(1))
        lone.confirm(at: 32)
        expect(lone.member.problem, is: nil)
        lone.wait(.seconds(10))
        #expect(!lone.takeEffects().contains { $0.isGoAlone })
    }

    @Test(arguments: [["u": ["t"]], ["v": ["s"]], [:]])
    func `what another config leaves to others is no write that is not taken`(
        config: [UpstreamID: [String]]
    ) throws {
        var lone = LoneMember.owning()
        lone.reduce("1")
        let write = try #require(lone.takeWrites().first)
        lone.tell(.written(write.id, .rejected(reason: "it is full")))
        lone.handle(.configured(config))
        lone.wait(.seconds(10))
        #expect(!lone.takeEffects().contains { $0.isGoAlone })
    }

    @Test func `it comes back when the store takes as much as it did not take`() throws {
        var lone = LoneMember.owning()
        lone.reduce("a long state")
        let write = try #require(lone.takeWrites().first)
        lone.tell(.written(write.id, .rejected(reason: "it is full")))
        lone.wait(.milliseconds(2_010))
        _ = lone.takeEffects()
        var waits: [Int64] = []
        for _ in 0..<8 {
            let begun = lone.now
            let length = "a long state".utf8.count
            while trial(lone.takeEffects()) != length { lone.wait(.milliseconds(100)) }
            waits.append((lone.now - begun).milliseconds)
            lone.tell(.closed(reason: "it is full"))
        }
        expect(waits.first.map { $0 <= 1_200 }, is: true)
        expect(waits.last.map { (7_400...15_200).contains($0) }, is: true)
        lone.rejoin([LoneMember.owner(nil, at: 33)])
        lone.wait(.seconds(16))
        #expect(lone.takeEffects().contains { $0.isEnterEpoch } || lone.member.problem != nil)
    }

    @Test func `nothing is joined before a heartbeat is stored`() {
        var lone = LoneMember()
        lone.tell(.changed(StoreEntry(key: .epoch, value: Array("e".utf8), revision: 1)))
        lone.tell(.filled)
        #expect(!lone.takeEffectsKeepingBeats().contains { $0.isEnterEpoch })
        lone.beat()
        #expect(lone.takeEffects().contains { $0.isEnterEpoch })
    }

    @Test func `nothing is served before the store tells the heartbeat that it has stored`() throws
    {
        var lone = LoneMember()
        lone.tell(.changed(StoreEntry(key: .epoch, value: Array("e".utf8), revision: 1)))
        lone.tell(.filled)
        let beats = lone.takeEffects().compactMap { effect -> WriteID? in
            if case .store(_, .write(let id, .member, _, _)) = effect { id } else { nil }
        }
        try lone.tell(.written(#require(beats.first), .stored(9)))
        for (revision, isServed) in [(8, false), (9, true)] as [(UInt64, Bool)] {
            lone.tell(.changed(lone.ownBeat(at: revision)))
            expect(lone.takeEffects().contains { $0.isEnterEpoch }, is: isServed)
        }
    }

    @Test func `a store that tells its state each time and takes nothing is given no more time`() {
        var lone = LoneMember.joined()
        let epoch = StoreEntry(key: .epoch, value: Array("e".utf8), revision: 1)
        for _ in 1...2 {
            lone.tell(.closed(reason: "connection lost"))
            lone.wait(.milliseconds(900))
            lone.tell(.opened(StoreHead(epoch: epoch, own: lone.lastBeat, last: 40)))
            lone.tell(.changed(LoneMember.state("x", term: 5, at: 30)))
        }
        #expect(!lone.takeEffects().contains { $0.isGoAlone })
        lone.wait(.milliseconds(210))
        #expect(lone.takeEffects().contains { $0.isGoAlone })
    }

    @Test func `a store that tells all and takes nothing is given up by patience`() {
        var lone = LoneMember.joined()
        lone.tell(.closed(reason: "connection lost"))
        var alone: Instant?
        let lost = lone.now
        for _ in 0..<10 where alone == nil {
            lone.wait(.seconds(1))
            lone.tell(.changed(StoreEntry(key: .epoch, value: Array("e".utf8), revision: 1)))
            lone.tell(.filled)
            let effects = lone.takeEffects()
            for case .store(_, .write(let id, .member, _, _)) in effects {
                lone.tell(.written(id, .rejected(reason: "no quorum")))
            }
            if effects.contains(where: \.isGoAlone) { alone = lone.now }
        }
        expect(alone.map { ($0 - lost) <= .seconds(3) }, is: true)
    }
}

extension ClusterEffect {
    var isEnterEpoch: Bool { if case .replicas(.entered) = self { true } else { false } }
}

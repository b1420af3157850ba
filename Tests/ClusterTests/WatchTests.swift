import Expectations
import NowPlaying
import Testing

@testable import Cluster

/// The conditions under which a member gives up its connection to the store.
struct WatchTests {
    @Test func `a server that tells other states than are stored is left, and warned of once`() {
        var lone = LoneMember.joined()
        for isFirst in [true, false] {
            _ = lone.takeEffects()
            lone.beat(at: 50, told: lone.ownBeat(at: 51))
            let effects = lone.takeEffects()
            #expect(effects.contains(.note(.store(.split))) == isFirst)
            #expect(effects.contains { if case .store(_, .close) = $0 { true } else { false } })
            lone.wait(.seconds(1))
            lone.reopen([], last: 60)
        }
    }

    @Test func `a heartbeat that is told as it was stored, or is a namesake's, is no such sign`() {
        var lone = LoneMember.joined()
        _ = lone.takeEffects()
        lone.beat(at: 50, told: lone.ownBeat(at: 50))
        let twin = MemberIdentity(name: lone.identity.name, incarnation: "twin")
        let beat = Heartbeat(member: twin, owns: true)
        let key = StoreKey.member(twin.name)
        lone.beat(
            at: 51, told: StoreEntry(key: key, value: Array(beat.text.utf8), revision: 52))
        #expect(!lone.takeEffects().contains(.note(.store(.split))))
    }

    @Test func `a store that tells its state is there, however long that takes`() {
        var lone = LoneMember()
        for revision in 1...10 {
            lone.wait(.seconds(1))
            let text = "state \(revision)"
            lone.tell(.changed(LoneMember.state(text, term: 1, at: UInt64(revision))))
        }
        #expect(!lone.takeEffects().contains { $0.isGoAlone })
        lone.wait(.seconds(2))
        #expect(lone.takeEffects().contains { $0.isGoAlone })
    }

    @Test func `a watch that is lost behind the initial state is made anew, whatever else comes`() {
        var lone = LoneMember()
        lone.tell(.filled)
        // Another member was first, and the watch does not tell of its epoch.
        for case .store(_, .write(let id, .epoch, _, _)) in lone.takeEffects() {
            lone.tell(.written(id, .refused))
        }
        for _ in 0..<25 {
            lone.wait(.seconds(1))
            lone.tell(.plays([:], upTo: 1))
        }
        #expect(
            lone.takeEffects().contains { effect in
                if case .store(_, .close) = effect { true } else { false }
            })
    }

    @Test func `an answer may wait behind much else that the store says`() {
        var lone = LoneMember.joined()
        for revision in 21...28 {
            lone.now = lone.now + .milliseconds(500)
            lone.tell(.changed(LoneMember.state("x", term: 1, at: UInt64(revision))))
        }
        expect(lone.member.counters.losses, is: 0)
        lone.now = lone.now + .seconds(2)
        lone.handle(.woke)
        expect(lone.member.counters.losses, is: 1)
    }
}

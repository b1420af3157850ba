import Expectations
import NowPlaying
import Testing

@testable import Cluster

/// A connection that is made again: what the store has kept is not told again.
struct ContinuationTests {
    private func served(_ effects: [ClusterEffect]) -> [String] {
        effects.compactMap { effect in
            guard case .replicas(.told(_, let payload, _)) = effect else { return nil }
            return String(decoding: payload, as: UTF8.self)
        }
    }

    @Test func `a member that comes back asks for what it has missed`() {
        var lone = LoneMember.owning()
        _ = lone.takeEffects()
        lone.rejoin([])
        let effects = lone.takeEffects()
        #expect(effects.contains(.store(lone.session, .follow(behind: 31))))
        #expect(!effects.contains { $0.isEnterEpoch || $0 == .replicas(.rewrite(["s"])) })
    }

    @Test func `an owner writes what its links have made meanwhile, and asks no other`() {
        var lone = LoneMember.owning()
        lone.tell(.closed(reason: "connection lost"))
        lone.reduce("1")
        lone.reduce("2")
        lone.wait(.seconds(1))
        lone.reopen([])
        let writes = lone.takeWrites()
        expect(writes.map(\.expecting), is: [31])
        expect(writes.map(\.state.payload), is: [Array("2".utf8)])
    }

    @Test func `a write that was not answered is made again, unless it is outdated`() throws {
        for newer in [nil, "2"] {
            var lone = LoneMember.owning()
            lone.reduce("1")
            expect(lone.takeWrites().count, is: 1)
            lone.tell(.closed(reason: "connection lost"))
            if let newer { lone.reduce(newer) }
            lone.wait(.seconds(1))
            lone.reopen([])
            expect(lone.takeWrites().map(\.state.payload), is: [Array((newer ?? "1").utf8)])
        }
    }

    @Test func `after a while alone, what is unchanged in the store is confirmed`() {
        var lone = LoneMember(["u": ["s"], "v": ["t"]])
        let other = lone.preferred ?? lone.other
        lone.tell(.changed(StoreEntry(key: .epoch, value: Array("e".utf8), revision: 1)))
        lone.hear(other.name, Heartbeat(member: other, owns: true))
        lone.tell(.changed(LoneMember.owner(other, at: 5)))
        lone.tell(.changed(LoneMember.state("x", term: 5, at: 6)))
        lone.fill(last: 20)
        lone.tell(.closed(reason: "connection lost"))
        lone.wait(.seconds(5))
        #expect(lone.takeEffects().contains { $0.isGoAlone })
        lone.reopen([])
        let effects = lone.takeEffects()
        #expect(effects.contains { $0.isEnterEpoch })
        #expect(effects.contains(.replicas(.reread(station: "s"))))
        #expect(!effects.contains(.store(lone.session, .follow(behind: nil))))
    }

    @Test func `after a while alone, what links have made is written anew`() {
        var lone = LoneMember.owning()
        lone.tell(.closed(reason: "connection lost"))
        lone.wait(.seconds(5))
        _ = lone.takeEffects()
        lone.reopen([])
        let effects = lone.takeEffects()
        #expect(effects.contains(.replicas(.rewrite(["s"]))))
        #expect(!effects.contains(.replicas(.reread(station: "s"))))
        lone.reduce("9")
        lone.confirm(at: 41)
        expect(served(lone.takeEffects()), is: ["9"])
    }

    @Test func `a store that has less than was served begins an epoch`() {
        var lone = LoneMember.joined([LoneMember.state("new", term: 5, at: 19)])
        _ = lone.takeEffects()
        lone.rejoin([LoneMember.state("old", term: 5, at: 12)], last: 12)
        let effects = lone.takeEffects()
        #expect(served(effects).isEmpty)
        #expect(effects.contains { $0.isWrite(of: .epoch) })
    }

    @Test func `a store that was written to since it was restored lacks the own heartbeat`() {
        var lone = LoneMember.joined()
        lone.tell(.changed(lone.ownBeat(at: 30)))
        lone.tell(.closed(reason: "connection lost"))
        lone.wait(.seconds(1))
        let epoch = StoreEntry(key: .epoch, value: Array("e".utf8), revision: 1)
        lone.tell(.opened(StoreHead(epoch: epoch, own: lone.ownBeat(at: 12), last: 90)))
        #expect(lone.takeEffects().contains { $0.isWrite(of: .epoch) })
    }

    @Test func `the own heartbeat of another epoch says nothing of this one`() {
        var lone = LoneMember.joined()
        lone.tell(.changed(lone.ownBeat(at: 30)))
        lone.rejoin([], epoch: "f", last: 10)
        lone.tell(.closed(reason: "connection lost"))
        lone.wait(.seconds(1))
        _ = lone.takeEffects()
        let epoch = StoreEntry(key: .epoch, value: Array("f".utf8), revision: 1)
        lone.tell(.opened(StoreHead(epoch: epoch, own: lone.ownBeat(at: 12), last: 12)))
        #expect(lone.takeEffects().contains(.store(lone.session, .follow(behind: 10))))
    }

    @Test func `a store without the own heartbeat is another, unless it was erased after an hour`()
    {
        let epoch = StoreEntry(key: .epoch, value: Array("e".utf8), revision: 1)
        for (away, isAnother) in [(Interval.seconds(1), true), (.seconds(3_601), false)] {
            var lone = LoneMember.joined()
            lone.tell(.changed(lone.ownBeat(at: 30)))
            lone.tell(.closed(reason: "connection lost"))
            lone.wait(away)
            lone.tell(.opened(StoreHead(epoch: epoch, own: nil, last: 90)))
            #expect(lone.takeEffects().contains { $0.isWrite(of: .epoch) } == isAnother)
        }
    }

    @Test func `a store that has lost a station amid its stream is another`() {
        let epoch = StoreEntry(key: .epoch, value: Array("e".utf8), revision: 1)
        for (stations, isAnother) in [(["s", "t"], false), (["t"], true)] as [(Set, Bool)] {
            var lone = LoneMember.owning()
            lone.tell(.closed(reason: "connection lost"))
            lone.wait(.seconds(1))
            lone.tell(
                .opened(
                    StoreHead(epoch: epoch, own: lone.lastBeat, last: 40, stations: stations)))
            #expect(lone.takeEffects().contains { $0.isWrite(of: .epoch) } == isAnother)
        }
    }

    @Test func `a member that begins goes on with no epoch that all had left`() {
        let epoch = StoreEntry(key: .epoch, value: Array("e".utf8), revision: 1)
        for (silence, isLeft) in [(Interval.seconds(6), false), (.milliseconds(6_001), true)] {
            var lone = LoneMember()
            lone.tell(.opened(StoreHead(epoch: epoch, own: nil, last: 90, silence: silence)))
            lone.tell(.changed(epoch))
            lone.tell(.filled)
            let effects = lone.takeEffects()
            #expect(effects.contains { $0.isWrite(of: .epoch) } == isLeft)
            #expect(!effects.contains(.note(.store(.wentBack))))
        }
    }

    @Test func `a store of several servers that has less is looked at again at another`() {
        var lone = LoneMember.joined(
            [LoneMember.state("new", term: 5, at: 19)], timing: ClusterTiming(replicas: 3))
        lone.rejoin([], last: 12)
        let effects = lone.takeEffects()
        #expect(!effects.contains { $0.isWrite(of: .epoch) })
        #expect(effects.contains(.note(.store(.doubted))))
        lone.wait(.seconds(4))
        #expect(lone.takeEffects().contains(.store(lone.session, .open(trying: 0))))
        lone.reopen([], last: 21)
        #expect(lone.takeEffects().contains(.store(lone.session, .follow(behind: 20))))
        #expect(!lone.member.lives.isSecondLook)
    }

    @Test func `the store is dialled often until its clients are to be cut`() {
        var lone = LoneMember.joined(timing: ClusterTiming(replicas: 3))
        var sessions: Set<StoreSession> = []
        for _ in 0..<115 {
            if sessions.insert(lone.session).inserted { lone.tell(.closed(reason: "no route")) }
            lone.wait(.milliseconds(100))
        }
        #expect(lone.member.serving != .alone)
        #expect(sessions.count > 20)
    }

    @Test func `a store of several servers that has no epoch any more is looked at again, too`() {
        var lone = LoneMember.joined(timing: ClusterTiming(replicas: 3))
        let empty = StoreEvent.opened(StoreHead(epoch: nil, own: nil, last: 0, replicas: 3))
        for isDoubted in [true, false] {
            if isDoubted { lone.tell(.closed(reason: "connection lost")) }
            lone.wait(.seconds(4))
            _ = lone.takeEffects()
            lone.tell(empty)
            let effects = lone.takeEffects()
            #expect(effects.contains(.note(.store(.doubted))) == isDoubted)
            #expect(
                effects.contains(.store(lone.session, .follow(behind: nil))) == !isDoubted)
        }
    }

    @Test func `one loss of the store after the other keeps no member alive`() {
        var lone = LoneMember.joined()
        lone.hear("b", Heartbeat(member: lone.other, owns: true))
        for wait in [Interval.seconds(3), .seconds(5)] {
            lone.rejoin([])
            expect(lone.status.members.map(\.state), is: ["alive", "alive"])
            lone.wait(wait)
        }
        expect(lone.status.members.map(\.state), is: ["alive", "dead"])
    }

    @Test func `an owner that finds a term of its own in another epoch begins one more`() {
        var lone = LoneMember.owning()
        _ = lone.takeEffects()
        lone.rejoin([LoneMember.owner(lone.identity, at: 12)], epoch: "f")
        let effects = lone.takeEffects()
        #expect(effects.contains { $0.isWrite(of: .owner("u")) })
        #expect(!effects.contains(.replicas(.rewrite(["s"]))))
    }

    @Test func `an owner that finds that another had its upstream meanwhile leaves its links`() {
        var lone = LoneMember.owning()
        _ = lone.takeEffects()
        lone.rejoin([LoneMember.owner(nil, at: 33), LoneMember.state("later", term: 32, at: 34)])
        let effects = lone.takeEffects()
        #expect(effects.contains(.replicas(.released(["s"]))))
        #expect(
            effects.contains { if case .replicas(.told("s", _, 34)) = $0 { true } else { false } })
    }

    @Test func `links that were made alone are left before what another has written is served`()
        throws
    {
        var lone = LoneMember.joined([LoneMember.owner(LoneMember().other, at: 5)])
        lone.hear("b", Heartbeat(member: lone.other, owns: true))
        lone.tell(.closed(reason: "connection lost"))
        lone.wait(.seconds(5))
        #expect(lone.takeEffects().contains(.replicas(.acquired(["s"]))))
        lone.reopen([LoneMember.state("later", term: 5, at: 34)])
        let effects = lone.takeEffects()
        let told = effects.firstIndex {
            if case .replicas(.told("s", _, 34)) = $0 { true } else { false }
        }
        let released = effects.firstIndex(of: .replicas(.released(["s"])))
        #expect(try #require(released) < #require(told))
    }

    @Test func `a successor repeats no first write where a former owner has written since`() throws
    {
        var lone = LoneMember.claiming([LoneMember.state("old", term: 5, at: 8)])
        lone.reduce("old")
        #expect(!lone.takeWrites().isEmpty)
        lone.rejoin([LoneMember.state("newer", term: 5, at: 36)])
        let effects = lone.takeEffects()
        #expect(effects.contains(.replicas(.rewrite(["s"]))))
        #expect(!effects.contains { $0.isWrite(of: .station("s")) })
        lone.reduce("newer")
        let write = try #require(lone.takeWrites().last)
        expect(write.expecting, is: 36)
        expect(write.state.payload, is: Array("newer".utf8))
    }

    @Test func `an epoch that was left is not gone on with`() {
        var lone = LoneMember.joined()
        lone.rejoin([], epoch: "f", last: 40)
        _ = lone.takeEffects()
        lone.rejoin([], epoch: "e", last: 90)
        #expect(lone.takeEffects().contains { $0.isWrite(of: .epoch) })
    }

    @Test func `a store that answers and stores nothing is given no more time`() {
        var lone = LoneMember.joined()
        lone.tell(.closed(reason: "connection lost"))
        lone.wait(.seconds(1))
        let epoch = StoreEntry(key: .epoch, value: Array("e".utf8), revision: 1)
        lone.tell(.opened(StoreHead(epoch: epoch, own: lone.lastBeat, last: 40)))
        lone.tell(.closed(reason: "no quorum"))
        lone.wait(.milliseconds(1_010))
        #expect(lone.takeEffects().contains { $0.isGoAlone })
    }

    @Test func `a member that is alone waits longer each time, by chance, until it is back`() {
        var lone = LoneMember.joined()
        lone.tell(.closed(reason: "no route"))
        lone.wait(.seconds(3))
        var waits: [Int64] = []
        for _ in 0..<8 {
            lone.tell(.closed(reason: "no route"))
            let (begun, session) = (lone.now, lone.session)
            while lone.session == session { lone.wait(.milliseconds(100)) }
            waits.append((lone.now - begun).milliseconds)
        }
        #expect(waits.first.map { $0 <= 1_100 } == true)
        #expect(waits.last.map { (7_400...15_100).contains($0) } == true)
        lone.reopen([])
        expect(lone.member.redials, is: 0)
    }

    @Test func `a watch that is far behind and tells on is not made anew`() {
        var lone = LoneMember.joined()
        for second in 1...20 {
            lone.now = lone.now + .seconds(1)
            lone.tell(.changed(LoneMember.state("x", term: 1, at: UInt64(20 + second))))
            for case .store(_, .write(let id, .member, _, _)) in lone.takeEffects() {
                lone.tell(.written(id, .stored(UInt64(100 + second))))
            }
        }
        expect(lone.member.counters.silentWatches, is: 0)
        lone.now = lone.now + .seconds(1)
        lone.handle(.woke)
        for case .store(_, .write(let id, .member, _, _)) in lone.takeEffects() {
            lone.tell(.written(id, .stored(130)))
        }
        lone.now = lone.now + .seconds(5)
        lone.handle(.woke)
        expect(lone.member.counters.silentWatches, is: 1)
    }

    @Test func `a heartbeat among what was missed counts`() {
        for isHeard in [true, false] {
            var lone = LoneMember.joined()
            let beat = Heartbeat(member: lone.other, owns: true)
            lone.hear("b", beat)
            lone.wait(.seconds(5))
            // The watch is made anew, and not because the store was lost.
            let other = StoreEntry(key: .epoch, value: Array("f".utf8), revision: 60)
            lone.tell(.changed(other))
            let missed = StoreEntry(
                key: .member("b"), value: Array(beat.text.utf8), revision: 50)
            lone.reopen(isHeard ? [missed] : [], last: 70)
            lone.wait(.seconds(4))
            let names = lone.status.members.filter { $0.state == "alive" }.map(\.name)
            expect(names, is: isHeard ? ["a", "b"] : ["a"])
        }
    }

    @Test func `what is left of a member that is gone is erased after an hour`() {
        var lone = LoneMember.joined()
        lone.hear("b", Heartbeat(member: lone.other, owns: true))
        lone.wait(.seconds(3_000))
        let erasure = ClusterEffect.store(lone.session, .erase(.member("b"), revision: 2))
        #expect(!lone.takeEffects().contains(erasure))
        lone.wait(.seconds(700))
        #expect(lone.takeEffects().contains(erasure))
    }
}

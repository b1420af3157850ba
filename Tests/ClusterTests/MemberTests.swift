import Expectations
import NowPlaying
import Testing

@testable import Cluster

/// One member at a time: what it writes, what it serves, and when it lets go.
struct MemberTests {
    private func served(_ effects: [ClusterEffect]) -> [String] {
        effects.compactMap { effect in
            guard case .replicas(.told(_, let payload, _)) = effect else { return nil }
            return String(decoding: payload, as: UTF8.self)
        }
    }

    @Test func `a lower term behind a higher one is not served, and begins an epoch`() {
        var lone = LoneMember.joined([
            LoneMember.owner(MemberIdentity(name: "b", incarnation: "1"), at: 5)
        ])
        lone.tell(.changed(LoneMember.state("new", term: 5, at: 21)))
        lone.tell(.changed(LoneMember.state("restored", term: 4, at: 22)))
        let effects = lone.takeEffects()
        expect(served(effects), is: ["new"])
        expect(lone.member.counters.ignoredStates, is: 1)
        #expect(effects.contains { $0.isWrite(of: .epoch) })
    }

    @Test func `what a former owner writes before its successor does is served`() {
        var lone = LoneMember.joined([
            LoneMember.owner(MemberIdentity(name: "b", incarnation: "1"), at: 5)
        ])
        lone.tell(.changed(LoneMember.state("old", term: 5, at: 21)))
        lone.tell(.changed(LoneMember.owner(MemberIdentity(name: "c", incarnation: "1"), at: 22)))
        lone.tell(.changed(LoneMember.state("last", term: 5, at: 23)))
        expect(served(lone.takeEffects()), is: ["old", "last"])
    }

    @Test func `a successor goes on from what the former owner wrote last`() throws {
        var lone = LoneMember.claiming([LoneMember.state("old", term: 5, at: 18)])
        #expect(lone.takeEffects().contains(.replicas(.rewrite(["s"]))))
        lone.reduce("old")
        let write = try #require(lone.takeWrites().first)
        expect(write.expecting, is: 18)
        lone.tell(.written(write.id, .refused))
        let last = LoneMember.state("last", term: 5, at: 31)
        lone.tell(.read(.station("s"), last))
        expect(lone.takeEffects(), is: [.store(lone.session, .read(.station("s")))])
        // A result that follows from the older state does not count.
        lone.reduce("old, but stale")
        #expect(lone.takeWrites().isEmpty)
        lone.tell(.changed(last))
        let effects = lone.takeEffects()
        expect(served(effects), is: ["last"])
        expect(effects.last, is: .replicas(.rewrite(["s"])))
        lone.reduce("last")
        lone.confirm(at: 32)
        #expect(lone.takeEffects().contains(.replicas(.acquired(["s"]))))
    }

    @Test func `a server is read once the first write of each of its stations is stored`() throws {
        var lone = LoneMember(["u": ["s", "t"]])
        lone.tell(.changed(StoreEntry(key: .epoch, value: Array("e".utf8), revision: 1)))
        lone.fill(last: 20)
        lone.wait(.milliseconds(2_600))
        lone.tell(.changed(LoneMember.owner(lone.identity, at: 30)))
        for (station, revision) in [("s", 31), ("t", 32)] as [(String, UInt64)] {
            _ = lone.takeEffects()
            lone.handle(.reduced(station: station, payload: []))
            let write = try #require(lone.takeWrites().first)
            lone.tell(.written(write.id, .stored(revision)))
            let isRead = lone.takeEffects().contains(.replicas(.acquired(["s", "t"])))
            expect(isRead, is: station == "t")
        }
    }

    @Test func `a successor that has seen it already goes on at once`() throws {
        var lone = LoneMember.claiming([LoneMember.state("old", term: 5, at: 18)])
        lone.reduce("old")
        let write = try #require(lone.takeWrites().first)
        let last = LoneMember.state("last", term: 5, at: 31)
        lone.tell(.changed(last))
        lone.tell(.written(write.id, .refused))
        lone.tell(.read(.station("s"), last))
        expect(lone.takeEffects().last, is: .replicas(.rewrite(["s"])))
    }

    @Test func `an owner that lets go begins again only when the watch has told both`() throws {
        var lone = LoneMember.owning()
        lone.reduce("1")
        let write = try #require(lone.takeWrites().first)
        lone.tell(.written(write.id, .stored(32)))
        // A member with a higher hash comes; the watch of the states tells nothing more.
        let other = try #require(lone.preferred)
        lone.hear(other.name, Heartbeat(member: other, owns: true))
        #expect(lone.takeEffects().contains(.replicas(.released(["s"]))))
        lone.hear(other.name, nil)
        #expect(!lone.takeEffects().contains(.replicas(.rewrite(["s"]))))
        lone.tell(.changed(LoneMember.owner(lone.identity, at: 40)))
        #expect(!lone.takeEffects().contains(.replicas(.rewrite(["s"]))))
        lone.tell(.changed(lone.ownState("1", at: 32)))
        let effects = lone.takeEffects()
        expect(served(effects), is: ["1"])
        expect(effects.last, is: .replicas(.rewrite(["s"])))
    }

    @Test func `what the store has is served as soon as the own link is closed`() {
        var lone = LoneMember.owning()
        _ = lone.takeEffects()
        let state = LoneMember.state("b's", term: 34, at: 36)
        // Alone, it goes on with its links.
        lone.tell(.closed(reason: "connection lost"))
        lone.wait(.seconds(4))
        lone.reopen([LoneMember.owner(nil, at: 35), state])
        #expect(served(lone.takeEffects()).isEmpty)
        lone.tell(.changed(LoneMember.owner(lone.other, at: 42)))
        let effects = lone.takeEffects()
        #expect(effects.contains(.replicas(.released(["s"]))))
        #expect(effects.contains(.store(lone.session, .read(.station("s")))))
        lone.tell(.read(.station("s"), state))
        expect(served(lone.takeEffects()), is: ["b's"])
    }

    @Test func `an upstream is claimed when all were heard, and dialled when it is fenced`() {
        var lone = LoneMember.joined()
        lone.beat()
        lone.wait(.milliseconds(2_400))
        #expect(!lone.takeEffects().contains { $0.isOwnerWrite })
        lone.wait(.milliseconds(200))
        let effects = lone.takeEffects()
        #expect(effects.contains { $0.isOwnerWrite })
        #expect(!effects.contains(.replicas(.acquired(["s"]))))
        lone.tell(.changed(LoneMember.owner(lone.identity, at: 30)))
        expect(lone.takeEffects(), is: [.replicas(.rewrite(["s"]))])
        lone.reduce("as it is served")
        lone.confirm(at: 31)
        #expect(lone.takeEffects().contains(.replicas(.acquired(["s"]))))
    }

    @Test func `one write is under way, and the newest state follows it`() throws {
        var lone = LoneMember.owning()
        _ = lone.takeEffects()
        for text in ["1", "2", "3"] {
            lone.handle(.reduced(station: "s", payload: Array(text.utf8)))
        }
        let first = try #require(lone.takeWrites().first)
        expect(first.state.payload, is: Array("1".utf8))
        expect(first.state.term, is: 30)
        expect(first.expecting, is: 31)
        lone.tell(.written(first.id, .stored(32)))
        let second = try #require(lone.takeWrites().first)
        expect(second.state.payload, is: Array("3".utf8))
        expect(second.expecting, is: 32)
    }

    @Test func `an owner's key that the store has lost without a word is claimed anew`() {
        var lone = LoneMember.joined([
            LoneMember.owner(MemberIdentity(name: "c", incarnation: "1"), at: 12)
        ])
        lone.beat()
        var expected: [UInt64?] = []
        for _ in 0..<80 {
            lone.wait(.milliseconds(100))
            for case .store(_, .write(let id, .owner, _, let expecting)) in lone.takeEffects() {
                expected.append(expecting)
                lone.tell(.written(id, expecting == 0 ? .stored(30) : .refused))
                if lone.effects.contains(.store(lone.session, .read(.owner("u")))) {
                    lone.tell(.read(.owner("u"), nil))
                }
            }
        }
        expect(expected, is: [12, 0])
    }

    @Test func `an owner that is refused for a higher term hangs up`() throws {
        var lone = LoneMember.owning()
        _ = lone.takeEffects()
        lone.handle(.reduced(station: "s", payload: Array("1".utf8)))
        let write = try #require(lone.takeWrites().first)
        lone.tell(.written(write.id, .refused))
        #expect(lone.takeEffects().contains(.store(lone.session, .read(.station("s")))))
        lone.tell(.read(.station("s"), LoneMember.state("other", term: 40, at: 41)))
        #expect(lone.takeEffects().contains(.replicas(.released(["s"]))))
        expect(lone.member.counters.refusedWrites, is: 1)
        lone.handle(.reduced(station: "s", payload: Array("2".utf8)))
        #expect(lone.takeWrites().isEmpty)
    }

    @Test func `an owner that is told a state of a higher term hangs up, and writes nothing`() {
        var lone = LoneMember.owning()
        _ = lone.takeEffects()
        lone.tell(.changed(LoneMember.state("later", term: 40, at: 41)))
        let effects = lone.takeEffects()
        #expect(effects.contains(.replicas(.released(["s"]))))
        #expect(effects.contains { if case .replicas(.told) = $0 { true } else { false } })
        lone.reduce("1")
        #expect(lone.takeWrites().isEmpty)
        lone.tell(.changed(LoneMember.owner(nil, at: 42)))
        lone.wait(.seconds(3))
        #expect(lone.takeEffects().contains { $0.isWrite(of: .owner("u")) })
    }

    @Test func `a write whose answer was lost is known again when it is read back`() throws {
        var lone = LoneMember.owning()
        _ = lone.takeEffects()
        lone.handle(.reduced(station: "s", payload: Array("1".utf8)))
        let write = try #require(lone.takeWrites().first)
        lone.handle(.reduced(station: "s", payload: Array("2".utf8)))
        lone.tell(.written(write.id, .unknown))
        let stored = LoneMember.state("1", term: 30, at: 33, writeID: write.state.writeID)
        lone.tell(.read(.station("s"), stored))
        let next = try #require(lone.takeWrites().first)
        expect(next.state.payload, is: Array("2".utf8))
        expect(next.expecting, is: 33)
    }

    @Test func `the old owner hangs up before it tells that it has`() throws {
        var lone = LoneMember()
        let upstreams = Dictionary(uniqueKeysWithValues: (0..<20).map { ("u\($0)", ["s\($0)"]) })
        lone = LoneMember(upstreams)
        lone.tell(.changed(StoreEntry(key: .epoch, value: Array("e".utf8), revision: 1)))
        func own(from revision: Int) {
            for (place, id) in upstreams.keys.sorted().enumerated() {
                lone.tell(
                    .changed(
                        StoreEntry(
                            key: .owner(id), value: Array(lone.identity.text.utf8),
                            revision: UInt64(place + revision))))
            }
        }
        own(from: 2)
        lone.fill(last: 40)
        lone.beat()
        own(from: 41)
        _ = lone.takeEffects()
        lone.hear("b", Heartbeat(member: lone.other, owns: true))
        let effects = lone.takeEffects()
        let released = effects.compactMap { effect -> String? in
            if case .replicas(.released(let stations)) = effect { stations.first } else { nil }
        }
        // Rendezvous hashing: about half of them.
        #expect((5...15).contains(released.count))
        for station in released {
            let upstream = "u\(station.dropFirst())"
            let hangUp = try #require(effects.firstIndex(of: .replicas(.released([station]))))
            let told = try #require(effects.firstIndex { $0.isWrite(of: .owner(upstream)) })
            #expect(hangUp < told)
        }
    }

    @Test func `an upstream that the preferred member does not claim is read by the next`() {
        let upstreams = Dictionary(uniqueKeysWithValues: (0..<20).map { ("u\($0)", ["s\($0)"]) })
        var lone = LoneMember(upstreams)
        lone.tell(.changed(StoreEntry(key: .epoch, value: Array("e".utf8), revision: 1)))
        lone.fill(last: 40)
        lone.hear("b", Heartbeat(member: lone.other, owns: true))
        lone.beat()
        var claims: Set<UpstreamID> = []
        func wait(_ time: Interval) {
            lone.wait(time)
            for case .store(_, .write(_, .owner(let id), _, _)) in lone.takeEffects() {
                claims.insert(id)
            }
            lone.hear("b", Heartbeat(member: lone.other, owns: true))
        }
        wait(.milliseconds(5_900))
        // Rendezvous hashing: about half of them.
        let own = claims
        #expect((5...15).contains(own.count))
        for (place, id) in own.sorted().enumerated() {
            lone.tell(
                .changed(
                    StoreEntry(
                        key: .owner(id), value: Array(lone.identity.text.utf8),
                        revision: UInt64(place + 41))))
        }
        wait(.milliseconds(200))
        expect(claims, is: Set(upstreams.keys))
        // The other member has its share from then on only where it claims it.
        let effects = lone.takeEffects()
        #expect(!effects.contains { if case .replicas(.released) = $0 { true } else { false } })
    }

    /// Several servers that keep the store have the time to elect a leader, but none that a member
    /// has not seen yet.
    @Test(arguments: [(1, true, 2), (3, true, 12), (3, false, 2)])
    func `without the store for a while a member goes on alone`(
        replicas: Int, hasJoined: Bool, seconds: Int64
    ) {
        let timing = ClusterTiming(replicas: replicas)
        var lone = hasJoined ? LoneMember.joined(timing: timing) : LoneMember(timing: timing)
        lone.tell(.closed(reason: "no route"))
        lone.now = lone.now + .seconds(seconds) - .milliseconds(10)
        lone.handle(.woke)
        #expect(!lone.takeEffects().contains { $0.isGoAlone })
        lone.now = lone.now + .milliseconds(20)
        lone.handle(.woke)
        let effects = lone.takeEffects()
        #expect(effects.contains { $0.isGoAlone })
        #expect(effects.contains(.replicas(.acquired(["s"]))))
    }

    @Test func `a config that names the same stations changes nothing`() {
        var lone = LoneMember.owning()
        _ = lone.takeEffects()
        lone.handle(.configured(["u": ["s"]]))
        #expect(lone.takeEffects().isEmpty)
    }

    @Test func `what is not in the config any more is left to others`() {
        var lone = LoneMember.owning()
        lone.handle(.configured(["v": ["t"]]))
        let effects = lone.takeEffects()
        #expect(effects.contains(.replicas(.released(["s"]))))
        expect(lone.member.counters.losses, is: 0)
        let released = effects.contains { effect in
            guard case .store(_, .write(_, .owner("u"), [], expecting: 30)) = effect else {
                return false
            }
            return true
        }
        #expect(released)
    }

    @Test func `an answer to a write of an earlier term does not open the next one's links`() throws
    {
        var lone = LoneMember.owning()
        lone.reduce("1")
        let write = try #require(lone.takeWrites().first)
        let other = try #require(lone.preferred)
        lone.hear(other.name, Heartbeat(member: other, owns: true))
        lone.tell(.changed(LoneMember.owner(nil, at: 33)))
        lone.hear(other.name, nil)
        lone.tell(.changed(LoneMember.owner(lone.identity, at: 40)))
        _ = lone.takeEffects()
        lone.tell(.written(write.id, .stored(32)))
        #expect(!lone.takeEffects().contains(.replicas(.acquired(["s"]))))
    }

    @Test func `a state that the store does not take is told once, and not written again`() throws {
        var lone = LoneMember.owning()
        for text in ["1", "2"] {
            lone.reduce(text)
            let write = try #require(lone.takeWrites().first)
            lone.tell(.written(write.id, .tooLarge))
            let effects = lone.takeEffects()
            expect(effects, is: text == "1" ? [.note(.stateTooLarge(station: "s"))] : [])
        }
        lone.reduce("3")
        expect(lone.takeWrites().count, is: 1)
    }

    @Test func `what others have taken meanwhile is told in one line`() {
        var lone = LoneMember(["u": ["s"], "v": ["t"]])
        lone.tell(.closed(reason: "no route"))
        lone.wait(.seconds(2))
        _ = lone.takeEffects()
        lone.tell(.changed(StoreEntry(key: .epoch, value: Array("e".utf8), revision: 1)))
        for (id, revision) in [("u", 7), ("v", 8)] {
            let owner = StoreEntry(
                key: .owner(id), value: Array(lone.other.text.utf8), revision: UInt64(revision))
            lone.tell(.changed(owner))
        }
        lone.fill(last: 20)
        let notes = lone.takeEffects().filter {
            if case .note(.deposed) = $0 { true } else { false }
        }
        expect(notes, is: [.note(.deposed(upstreams: 2, by: "b"))])
    }

    @Test func `a member that has ended stays so`() {
        var lone = LoneMember.owning()
        lone.handle(.stopping)
        _ = lone.takeEffects()
        lone.tell(.closed(reason: "closed"))
        lone.wait(.seconds(10))
        #expect(lone.takeEffects().isEmpty)
    }

    @Test func `of two members with one name, one stands down`() {
        var lone = LoneMember.owning()
        _ = lone.takeEffects()
        let twin = MemberIdentity(name: "a", incarnation: "2")
        lone.hear("a", Heartbeat(member: twin, owns: true))
        #expect(lone.takeEffects().contains(.replicas(.released(["s"]))))
        lone.handle(.stopping)
        #expect(!lone.takeEffects().contains { $0.isWrite(of: .member("a")) })
    }
}

extension ClusterEffect {
    func isWrite(of key: StoreKey) -> Bool {
        if case .store(_, .write(_, key, _, _)) = self { true } else { false }
    }

    fileprivate var isOwnerWrite: Bool { isWrite(of: .owner("u")) }
}

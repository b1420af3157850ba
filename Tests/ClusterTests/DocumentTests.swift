import Expectations
import NowPlaying
import Testing

@testable import Cluster

/// Documents at one member: how they are changed, told and erased.
struct DocumentTests {
    private static let document = SharedDocument.session("kitchen")
    private static let key = StoreKey.document(document)

    private func entry(_ text: String, at revision: UInt64) -> StoreEntry {
        StoreEntry(key: Self.key, value: Array(text.utf8), revision: revision)
    }

    private func told(_ effects: [ClusterEffect]) -> [String?] {
        effects.compactMap { effect in
            guard case .documents(.changed(Self.document, let content, _)) = effect else {
                return nil
            }
            return .some(content.map { String(decoding: $0, as: UTF8.self) })
        }
    }

    private func outcomes(_ effects: [ClusterEffect]) -> [DocumentOutcome] {
        effects.compactMap { effect in
            guard case .documents(.answered(_, let outcome)) = effect else { return nil }
            return outcome
        }
    }

    /// Proposes a change; gives the number of its write.
    private func propose(_ lone: inout LoneMember, expecting revision: UInt64) throws -> WriteID {
        _ = lone.takeEffects()
        let expected = Revision(clamping: revision)
        lone.handle(.proposed(1, Self.document, Array("x".utf8), expecting: expected))
        let writes = lone.takeEffects().compactMap { effect -> WriteID? in
            guard case .store(_, .write(let id, Self.key, _, revision)) = effect else {
                return nil
            }
            return id
        }
        return try #require(writes.first)
    }

    @Test func `documents are told with the initial state, and then that these were all`() throws {
        let lone = LoneMember.joined([entry("playing", at: 5)])
        var effects = lone.effects
        let document = try #require(
            effects.firstIndex { if case .documents(.changed) = $0 { true } else { false } })
        let end = try #require(
            effects.firstIndex { if case .documents(.filled) = $0 { true } else { false } })
        #expect(document < end)
        effects.removeAll()
    }

    @Test func `a store that has lost its data is told apart from one that was away`() {
        func away(_ effects: [ClusterEffect]) -> [Interval?] {
            effects.compactMap {
                if case .replicas(.filled(let away)) = $0 { .some(away) } else { nil }
            }
        }
        var lone = LoneMember.joined()
        _ = lone.takeEffects()
        lone.rejoin([])
        expect(away(lone.takeEffects()), is: [.seconds(1)])
        lone.rejoin([], epoch: "other")
        expect(away(lone.takeEffects()), is: [nil])
    }

    @Test func `a change is stored where no other member was first`() throws {
        var lone = LoneMember.joined([entry("playing", at: 5)])
        let write = try propose(&lone, expecting: 5)
        lone.tell(.written(write, .stored(30)))
        expect(outcomes(lone.takeEffects()), is: [.stored(30)])
    }

    @Test func `a refused change is told as refused, and the document is looked at`() throws {
        var lone = LoneMember.joined([entry("playing", at: 5)])
        let write = try propose(&lone, expecting: 5)
        lone.tell(.written(write, .refused))
        let effects = lone.takeEffects()
        expect(outcomes(effects), is: [.refused])
        #expect(effects.contains(.store(lone.session, .read(Self.key))))
        // It was erased, which no watch tells.
        lone.tell(.read(Self.key, nil))
        expect(told(lone.takeEffects()), is: [nil])
    }

    @Test func `what the watch tells before a document was read is the newer`() throws {
        for answer in [nil, entry("paused", at: 6)] {
            var lone = LoneMember.joined([entry("playing", at: 5)])
            let write = try propose(&lone, expecting: 5)
            lone.tell(.written(write, .refused))
            _ = lone.takeEffects()
            lone.tell(.changed(entry("stopped", at: 30)))
            lone.tell(.read(Self.key, answer))
            let effects = lone.takeEffects()
            expect(told(effects), is: ["stopped"])
            #expect(!effects.contains { $0.isWrite(of: .epoch) })
        }
    }

    @Test func `a document that is older than what was told means another epoch`() throws {
        var lone = LoneMember.joined([entry("playing", at: 5)])
        let write = try propose(&lone, expecting: 4)
        lone.tell(.written(write, .refused))
        lone.tell(.read(Self.key, entry("paused", at: 4)))
        #expect(lone.takeEffects().contains { $0.isWrite(of: .epoch) })
    }

    @Test func `a change whose connection is lost may have been written`() throws {
        var lone = LoneMember.joined()
        _ = try propose(&lone, expecting: 0)
        lone.tell(.closed(reason: "gone"))
        expect(outcomes(lone.takeEffects()), is: [.unknown])
        lone.handle(.proposed(2, Self.document, [1], expecting: 0))
        expect(outcomes(lone.takeEffects()), is: [.unsent])
    }

    @Test func `what is left of a deleted document is erased after a minute`() {
        var lone = LoneMember.joined([entry("playing", at: 5)])
        _ = lone.takeEffects()
        lone.tell(.changed(entry("", at: 30)))
        expect(told(lone.takeEffects()), is: [nil])
        lone.wait(.seconds(55))
        #expect(!lone.takeEffects().contains(.store(lone.session, .erase(Self.key, revision: 30))))
        lone.wait(.seconds(10))
        let effects = lone.takeEffects()
        #expect(effects.contains(.store(lone.session, .erase(Self.key, revision: 30))))
        #expect(effects.contains(.documents(.erased(Self.document))))
    }

    @Test func `a restored store that is as far as before lacks the newest document`() {
        for (revision, isAnother) in [(12, true), (15, false)] as [(UInt64, Bool)] {
            var lone = LoneMember.joined([entry("playing", at: 12)])
            lone.tell(.changed(entry("paused", at: 15)))
            lone.tell(.closed(reason: "connection lost"))
            lone.wait(.seconds(3))
            lone.reopen([])
            #expect(lone.takeEffects().contains(.store(lone.session, .read(Self.key))))
            lone.tell(.read(Self.key, entry("playing", at: revision)))
            #expect(lone.takeEffects().contains { $0.isWrite(of: .epoch) } == isAnother)
        }
    }

    @Test func `a hub that was alone is told again what is unchanged in the store`() {
        var lone = LoneMember.joined([entry("playing", at: 5)])
        lone.tell(.closed(reason: "connection lost"))
        lone.wait(.seconds(5))
        #expect(lone.takeEffects().contains { $0.isGoAlone })
        lone.reopen([])
        expect(told(lone.takeEffects()), is: ["playing"])
    }

    @Test func `who is there is told when that changes, and not else`() {
        var lone = LoneMember.joined()
        let first = lone.takeEffects()
        let (a, b) = (lone.identity.text, lone.other.text)
        #expect(first.contains(.documents(.members(own: a, [a]))))
        lone.hear("b", Heartbeat(member: lone.other, owns: true))
        #expect(lone.takeEffects().contains(.documents(.members(own: a, [a, b]))))
        lone.hear("b", Heartbeat(member: lone.other, owns: true))
        let effects = lone.takeEffects()
        #expect(!effects.contains { if case .documents(.members) = $0 { true } else { false } })
    }
}

/// Plays pass a member: no member owns what a station has played.
struct PlayTests {
    @Test func `a play is kept while the store is there`() {
        var lone = LoneMember()
        lone.handle(.played(station: "s", id: "x", [1]))
        #expect(!lone.effects.contains(.store(lone.session, .keep(station: "s", id: "x", [1]))))
        lone = LoneMember.joined()
        lone.handle(.played(station: "s", id: "x", [1]))
        #expect(lone.effects.contains(.store(lone.session, .keep(station: "s", id: "x", [1]))))
    }

    @Test func `plays that are kept are told, and then those that follow`() {
        var lone = LoneMember()
        lone.tell(.plays(["s": [[1], [2]]], upTo: 7))
        #expect(lone.effects.contains(.replicas(.played(station: "s", [[1], [2]]))))
        expect(lone.effects.last, is: .store(lone.session, .nextPlays(since: 7)))
    }

    @Test func `a place is told of plays once they are`() throws {
        var lone = LoneMember()
        lone.tell(.plays(["s": [[1]], "t": [[2]]], upTo: 7))
        let told = try #require(lone.effects.firstIndex(of: .playsTold(upTo: 7)))
        let last = lone.effects.lastIndex(of: .replicas(.played(station: "t", [[2]])))
        #expect(try #require(last) < told)
    }

    @Test func `a connection tells the plays since those that the one before has told`() {
        var lone = LoneMember.joined()
        lone.tell(.plays(["s": [[1]]], upTo: 7))
        _ = lone.takeEffects()
        lone.rejoin([])
        #expect(lone.takeEffects().contains(.store(lone.session, .nextPlays(since: 7))))
    }
}

import Expectations
import NowPlaying
import Testing

@testable import Cluster

/// A station that is read from two upstreams, as while configs are changed one after the other.
struct ContentionTests {
    private var lone = LoneMember.owning()

    init() {
        lone.hear("b", Heartbeat(member: lone.other, owns: false))
        lone.tell(.changed(Self.owner(lone.other, at: 34)))
        _ = lone.takeEffects()
    }

    /// The key of the other upstream's owner.
    private static func owner(_ member: MemberIdentity?, at revision: UInt64) -> StoreEntry {
        StoreEntry(key: .owner("v"), value: Array((member?.text ?? "").utf8), revision: revision)
    }

    /// The station's state, as the owner of another upstream writes it.
    private static func rival(_ text: String, term: UInt64, at revision: UInt64) -> StoreEntry {
        let value = StationValue(
            term: term, upstream: "v", writeID: "b-1", payload: Array(text.utf8))
        return StoreEntry(key: .station("s"), value: value.bytes, revision: revision)
    }

    private mutating func tellsAgain() -> Bool {
        lone.takeEffects().contains {
            if case .replicas(.rewrite(["s"])) = $0 { true } else { false }
        }
    }

    private mutating func served() -> [String] {
        lone.takeEffects().compactMap { effect in
            guard case .replicas(.told(_, let payload, _)) = effect else { return nil }
            return String(decoding: payload, as: UTF8.self)
        }
    }

    @Test mutating func `the owner in the earlier term leaves it to the other, and serves that`() {
        lone.tell(.changed(Self.rival("theirs", term: 34, at: 35)))
        expect(served(), is: ["theirs"])
        lone.reduce("own")
        #expect(lone.takeWrites().isEmpty)
    }

    @Test mutating func `the owner in the later term writes its own state again`() {
        lone.tell(.changed(Self.rival("theirs", term: 3, at: 35)))
        #expect(tellsAgain())
        lone.reduce("own")
        expect(lone.takeWrites().map(\.expecting), is: [35])
    }

    @Test mutating func `of two writes at once that in the later term wins`() throws {
        for (term, isWritten) in [(3, true), (34, false)] as [(UInt64, Bool)] {
            var lone = lone
            lone.reduce("own")
            let write = try #require(lone.takeWrites().first)
            lone.tell(.written(write.id, .refused))
            lone.tell(.read(.station("s"), Self.rival("theirs", term: term, at: 35)))
            expect(lone.takeWrites().map(\.expecting), is: isWritten ? [35] : [])
        }
    }

    @Test mutating func `it is taken back when the other upstream is given up`() {
        lone.tell(.changed(Self.rival("theirs", term: 34, at: 35)))
        lone.tell(.changed(Self.owner(nil, at: 36)))
        #expect(tellsAgain())
        lone.reduce("own")
        expect(lone.takeWrites().map(\.expecting), is: [35])
    }

    @Test mutating func `it is taken back when the other upstream is owned in another term`() {
        lone.tell(.changed(Self.rival("theirs", term: 34, at: 35)))
        lone.tell(.changed(Self.owner(lone.other, at: 36)))
        #expect(tellsAgain())
        // A state left behind from that term is no reason to give the station up again.
        lone.tell(.changed(Self.rival("theirs", term: 34, at: 37)))
        lone.reduce("own")
        expect(lone.takeWrites().map(\.expecting), is: [37])
    }

    @Test mutating func `it is taken back when the other owner is gone, or in another life`() {
        for life in [nil, "2"] {
            var test = self
            test.lone.tell(.changed(Self.rival("theirs", term: 34, at: 35)))
            let next = life.map { MemberIdentity(name: "b", incarnation: $0) }
            test.lone.hear("b", next.map { Heartbeat(member: $0, owns: false) })
            let isTold = test.tellsAgain()
            #expect(isTold)
        }
    }
}

import Expectations
import NowPlaying
import Testing

@testable import Cluster

/// A member whose config is changed while it reads stations.
struct ReloadTests {
    private var lone = LoneMember.owning()

    /// The member has another config.
    private mutating func reload(_ upstreams: [UpstreamID: [String]]) {
        _ = lone.takeEffects()
        lone.handle(.configured(upstreams))
    }

    /// Returns the values that are written into the key of an upstream's owner.
    private mutating func owners(of upstream: UpstreamID) -> [String] {
        lone.takeEffects().compactMap { effect in
            guard case .store(_, .write(_, .owner(upstream), let value, _)) = effect else {
                return nil
            }
            return String(decoding: value, as: UTF8.self)
        }
    }

    @Test mutating func `a station that comes to an upstream is served as another has left it`() {
        let value = StationValue(term: 5, upstream: "v", writeID: "b-1", payload: [1])
        let entry = StoreEntry(key: .station("t"), value: value.bytes, revision: 29)
        reload(["u": ["s", "t"]])
        var effects = lone.takeEffects()
        // Nothing else is asked for, and no watch is made anew.
        expect(
            effects.filter { if case .store = $0 { true } else { false } },
            is: [.store(lone.session, .read(.station("t")))])
        lone.tell(.read(.station("t"), entry))
        effects = lone.takeEffects()
        #expect(effects.contains(.replicas(.told(station: "t", [1], revision: 29))))
        #expect(effects.contains(.replicas(.rewrite(["t"]))))
    }

    @Test mutating func `the answer to an earlier question is not served`() {
        reload(["v": ["s"]])
        for (state, revision) in [("old", 29), ("new", 31)] as [(String, UInt64)] {
            let entry = LoneMember.state(state, term: 5, at: revision)
            lone.tell(.read(.station("s"), entry))
            let told = ReplicaNews.told(
                station: "s", Array(state.utf8), revision: Revision(revision))
            let isServed = lone.takeEffects().contains(.replicas(told))
            #expect(isServed == (revision == 31))
        }
    }

    @Test mutating func `of many new stations all is asked for at once`() {
        reload(["u": ["s"], "v": (0...1_000).map { "t\($0)" }])
        let key = StoreEntry(key: .epoch, value: Array("e".utf8), revision: 1)
        lone.tell(.opened(StoreHead(epoch: key, own: lone.lastBeat, last: 40)))
        let effects = lone.takeEffects()
        #expect(effects.contains(.store(lone.session, .follow(behind: nil))))
        #expect(!effects.contains { if case .store(_, .read) = $0 { true } else { false } })
    }

    @Test func `a document that was erased meanwhile is dropped where all is asked for`() {
        var lone = LoneMember.joined([
            StoreEntry(key: .document(.preferences), value: [1], revision: 10)
        ])
        lone.handle(.configured(["u": ["s"], "v": (0...1_000).map { "t\($0)" }]))
        _ = lone.takeEffects()
        lone.reopen([])
        #expect(lone.takeEffects().contains(.documents(.changed(.preferences, nil, revision: 0))))
    }

    @Test mutating func `a station that is new to the store is written as it is`() {
        reload(["u": ["s", "t"]])
        #expect(!lone.takeEffects().contains(.replicas(.rewrite(["t"]))))
        lone.tell(.read(.station("t"), nil))
        #expect(lone.takeEffects().contains(.replicas(.rewrite(["t"]))))
    }

    @Test mutating func `a station that the store has lost is written as one that is new to it`() {
        lone.tell(.closed(reason: "connection lost"))
        reload(["v": ["s"]])
        lone.wait(.seconds(1))
        lone.reopen([])
        lone.tell(.read(.station("s"), nil))
        lone.wait(.milliseconds(2_600))
        let owner = Array(lone.identity.text.utf8)
        lone.tell(.changed(StoreEntry(key: .owner("v"), value: owner, revision: 42)))
        #expect(lone.takeEffects().contains(.replicas(.rewrite(["s"]))))
    }

    @Test mutating func `a station that comes to a link is yielded to what the watch has passed`() {
        let v = { (text: String, revision: UInt64) in
            StoreEntry(key: .owner("v"), value: Array(text.utf8), revision: revision)
        }
        let value = StationValue(term: 34, upstream: "v", writeID: "b-1", payload: [])
        let state = StoreEntry(key: .station("t"), value: value.bytes, revision: 35)
        lone.hear(lone.other.name, Heartbeat(member: lone.other, owns: false))
        lone.tell(.changed(v(lone.other.text, 34)))
        lone.tell(.changed(state))
        lone.tell(.closed(reason: "connection lost"))
        lone.wait(.seconds(3))
        // Alone, its link reads the station at once.
        reload(["u": ["s", "t"]])
        lone.reopen([])
        lone.handle(.reduced(station: "t", payload: [1]))
        for write in lone.takeEffects() {
            guard case .store(_, .write(let id, .station("t"), _, _)) = write else { continue }
            lone.tell(.written(id, .refused))
            lone.tell(.read(.station("t"), state))
        }
        _ = lone.takeEffects()
        lone.tell(.changed(v("", 41)))
        #expect(lone.takeEffects().contains(.replicas(.rewrite(["t"]))))
    }

    @Test mutating func `what is told once more follows from all that the same event serves`() {
        func state(at revision: UInt64) -> StoreEntry {
            let value = StationValue(term: 5, upstream: "v", writeID: "b-1", payload: [])
            return StoreEntry(key: .station("t"), value: value.bytes, revision: revision)
        }
        reload(["u": ["s", "t"]])
        lone.tell(.read(.station("t"), state(at: 29)))
        _ = lone.takeEffects()
        let released = StoreEntry(key: .owner("v"), value: [], revision: 38)
        lone.rejoin([released, state(at: 39)])
        let effects = lone.takeEffects()
        let serve = effects.firstIndex(of: .replicas(.told(station: "t", [], revision: 39)))
        let rewrite = effects.firstIndex(of: .replicas(.rewrite(["t"])))
        #expect(serve.map { serve in rewrite.map { $0 > serve } } == true)
    }

    @Test mutating func `an upstream that loses a station is owned in another term`() {
        reload(["u": ["t"]])
        expect(owners(of: "u"), is: [lone.identity.text])
        lone.tell(.read(.station("t"), nil))
        lone.tell(.changed(LoneMember.owner(lone.identity, at: 42)))
        #expect(lone.takeEffects().contains(.replicas(.rewrite(["t"]))))
        #expect(owners(of: "u").isEmpty)
    }

    @Test mutating func `an upstream that gains a station is owned in the same term`() {
        reload(["u": ["s", "t"]])
        #expect(owners(of: "u").isEmpty)
    }

    @Test mutating func `an upstream is given up again when that was not answered`() throws {
        reload(["v": ["t"]])
        let write = lone.takeEffects().compactMap { effect -> WriteID? in
            guard case .store(_, .write(let id, .owner("u"), [], _)) = effect else { return nil }
            return id
        }
        lone.tell(.written(try #require(write.first), .unknown))
        expect(owners(of: "u"), is: [""])
    }
}

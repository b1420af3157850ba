import Expectations
import NowPlaying
import Testing

@testable import Cluster

/// A member whose config is changed while it reads stations.
struct ReloadTests {
    private var lone = LoneMember.owning()

    /// The member has another config, and is told anew what the store has.
    private mutating func reload(
        _ upstreams: [UpstreamID: [String]], _ entries: [StoreEntry] = []
    ) {
        lone.handle(.configured(upstreams))
        _ = lone.takeEffects()
        let epoch = StoreEntry(key: .epoch, value: Array("e".utf8), revision: 1)
        for entry in [epoch, LoneMember.owner(lone.identity, at: 30)] + entries {
            lone.tell(.changed(entry))
        }
        lone.fill(last: 40)
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
        let entry = StoreEntry(key: .station("t"), value: value.bytes, revision: 33)
        reload(["u": ["s", "t"]], [lone.ownState("0", at: 31), entry])
        let effects = lone.takeEffects()
        #expect(effects.contains(.serve(station: "t", payload: [1], revision: 33)))
        #expect(effects.contains(.rewrite(["t"])))
    }

    @Test mutating func `an upstream that loses a station is owned in another term`() {
        reload(["u": ["t"]])
        expect(owners(of: "u"), is: [lone.identity.text])
        lone.tell(.changed(LoneMember.owner(lone.identity, at: 42)))
        #expect(lone.takeEffects().contains(.rewrite(["t"])))
        #expect(owners(of: "u").isEmpty)
    }

    @Test mutating func `an upstream that gains a station is owned in the same term`() {
        reload(["u": ["s", "t"]], [lone.ownState("0", at: 31)])
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

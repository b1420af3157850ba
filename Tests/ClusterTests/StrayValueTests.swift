import Expectations
import NowPlaying
import Testing

@testable import Cluster

/// Not only members can write to the bucket: what no member writes harms none.
struct StrayValueTests {
    @Test(arguments: [nil, "", "two words", "\u{0}"])
    func `an epoch that is none is written over`(text: String?) {
        var lone = LoneMember()
        let value = text.map { Array($0.utf8) }
        lone.tell(.changed(StoreEntry(key: .epoch, value: value, revision: 7)))
        lone.fill(last: 20)
        let revisions = lone.takeEffects().compactMap { effect -> UInt64? in
            guard case .store(_, .write(_, .epoch, _, let revision)) = effect else { return nil }
            return revision
        }
        expect(revisions, is: [7])
    }

    @Test(arguments: ["session.=61", "session.=+5", "session.=6A", "station.a=2E"])
    func `a key that a member would write otherwise is none`(text: String) {
        expect(StoreKey(text), is: nil)
    }

    @Test func `a key that is none was told too, and is not asked for again`() {
        var lone = LoneMember.joined()
        lone.tell(.passed(revision: 21))
        _ = lone.takeEffects()
        lone.rejoin([])
        #expect(lone.takeEffects().contains(.store(lone.session, .follow(behind: 21))))
    }

    @Test func `a heartbeat under another's name is none`() {
        var lone = LoneMember.owning()
        _ = lone.takeEffects()
        let twin = Heartbeat(member: MemberIdentity(name: "a", incarnation: "zz"), owns: true)
        lone.hear("x", twin)
        lone.hear("y", nil)
        #expect(lone.takeEffects().isEmpty)
    }
}

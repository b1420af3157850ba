import Expectations
import NowPlaying
import Testing

@testable import Cluster

/// The initial state that the store tells, and the deadline for it.
struct InitialStateTests {
    @Test func `a store that is slow to tell its state is not given up while it goes on`() {
        var lone = LoneMember()
        lone.tell(.changed(StoreEntry(key: .epoch, value: Array("e".utf8), revision: 1)))
        for revision in 2...4 {
            lone.wait(.seconds(15))
            lone.tell(.changed(LoneMember.state("\(revision)", term: 5, at: UInt64(revision))))
        }
        expect(lone.session, is: 1)
        lone.wait(.seconds(21))
        #expect(lone.session > 1)
    }

    @Test func `a state that changed while a member was away is served as one that skips versions`()
    {
        var lone = LoneMember.joined([LoneMember.state("1", term: 5, at: 10)])
        _ = lone.takeEffects()
        lone.rejoin([LoneMember.state("1", term: 5, at: 30)])
        let served = lone.takeEffects().filter { effect in
            switch effect {
            case .replicas(.withheld), .replicas(.told): true
            default: false
            }
        }
        expect(
            served,
            is: [
                .replicas(.withheld(station: "s")),
                .replicas(.told(station: "s", Array("1".utf8), revision: 30)),
            ])
    }

    @Test func `a store with another number of replicas is told of once`() {
        var lone = LoneMember(timing: ClusterTiming(replicas: 3))
        for count in [3, 1, 1] {
            lone.tell(.opened(StoreHead(epoch: nil, own: nil, last: 0, replicas: count)))
        }
        let notices = lone.takeEffects().filter { if case .note = $0 { true } else { false } }
        expect(notices, is: [.note(.otherReplicas(1, expected: 3))])
    }
}

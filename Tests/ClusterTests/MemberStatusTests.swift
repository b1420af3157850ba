import Expectations
import NowPlaying
import Testing

@testable import Cluster

/// A member's report of its cluster, for people.
struct MemberStatusTests {
    private let b = MemberIdentity(name: "b", incarnation: "1")

    private func state(of name: String, in lone: LoneMember) -> String? {
        lone.status.members.first { $0.name == name }?.state
    }

    @Test func `a member that died is named for an hour, with when it was heard last`() {
        var lone = LoneMember.joined()
        lone.beat()
        lone.hear("b", Heartbeat(member: b, owns: true))
        let heardAt = lone.now
        lone.wait(.seconds(5))
        expect(state(of: "b", in: lone), is: "alive")
        lone.wait(.seconds(5))
        let other = lone.status.members.last
        expect(other?.name, is: "b")
        expect(other?.state, is: "dead")
        expect(other?.heardAt, is: lone.wall(at: heardAt))
        #expect(lone.status.heardAt.map { $0 > lone.wall(at: heardAt) } == true)
        lone.wait(.seconds(3_600))
        expect(lone.status.members.map(\.name), is: ["a"])
    }

    @Test func `a heartbeat at the end of its time proves a member's death at once`() {
        var lone = LoneMember.joined()
        lone.beat()
        lone.wait(.seconds(1))
        lone.hear("b", Heartbeat(member: b, owns: true))
        lone.wait(.milliseconds(5_999))
        expect(state(of: "b", in: lone), is: "alive")
        lone.wait(.milliseconds(1))
        expect(state(of: "b", in: lone), is: "dead")
    }

    @Test func `a dead member that comes back is alive, and one that leaves is gone`() {
        var lone = LoneMember.joined()
        lone.beat()
        lone.hear("b", Heartbeat(member: b, owns: true))
        lone.wait(.seconds(10))
        lone.hear("b", Heartbeat(member: b, owns: true))
        expect(state(of: "b", in: lone), is: "alive")
        lone.wait(.seconds(10))
        lone.hear("b", nil)
        expect(state(of: "b", in: lone), is: nil)
    }

    @Test func `without the store nothing is known of others, and the epoch is its own`() {
        var lone = LoneMember.joined()
        lone.beat()
        lone.hear("b", Heartbeat(member: b, owns: true))
        expect(lone.status.epoch, is: "e")
        expect(lone.member.problem, is: nil)
        lone.tell(.closed(reason: "no route"))
        expect(state(of: "b", in: lone), is: "unknown")
        expect(lone.status.state, is: "waiting")
        expect(lone.member.problem, is: nil)
        lone.now = lone.now + .seconds(3)
        lone.handle(.woke)
        let status = lone.status
        expect(status.state, is: "alone")
        expect(status.epoch, is: nil)
        expect(status.reason, is: "no route")
        expect(lone.member.problem, is: "no route")
        expect(state(of: "a", in: lone), is: "alive")
    }

    @Test func `the lag is what the store has confirmed and the watch has not told`() {
        var lone = LoneMember.joined()
        lone.handle(.proposed(1, .preferences, [1], expecting: 0))
        for case .store(_, .write(let id, .document(.preferences), _, _)) in lone.takeEffects() {
            lone.tell(.written(id, .stored(25)))
        }
        expect(lone.status.lag, is: 5)
        lone.tell(.changed(LoneMember.state("x", term: 1, at: 24)))
        expect(lone.status.lag, is: 1)
    }

    @Test func `upstreams without an owner come first, and each owner's are counted`() {
        var lone = LoneMember(["u": ["s"], "v": ["t", "w"], "x": ["y"]])
        lone.tell(.changed(StoreEntry(key: .epoch, value: Array("e".utf8), revision: 1)))
        lone.hear("b", Heartbeat(member: b, owns: false))
        for (upstream, owner) in [("u", lone.identity), ("x", b)] {
            let value = Array(owner.text.utf8)
            lone.tell(
                .changed(StoreEntry(key: .owner(upstream), value: value, revision: 9)))
        }
        lone.fill(last: 20)
        let status = lone.status
        expect([status.owners.own, status.owners.others, status.owners.none], is: [1, 1, 1])
        expect(status.upstreams.map(\.id), is: ["v", "u", "x"])
        expect(status.members.map(\.upstreams), is: [1, 1])
        expect(status.members.map(\.owns), is: [true, false])
    }

    @Test func `a name that two members have is a problem`() {
        var lone = LoneMember.joined()
        lone.beat()
        let namesake = MemberIdentity(name: "a", incarnation: "2")
        lone.hear("a", Heartbeat(member: namesake, owns: true))
        expect(lone.member.problem?.hasPrefix("another member has this one's name"), is: true)
        expect(lone.status.state, is: "joined")
    }
}

import Expectations
@testable import Cluster
import NowPlaying
import Testing

/// Stations that no member reads, and members whose configs differ.
struct InspectionTests {
    private func unread(_ effects: [ClusterEffect]) -> [String] {
        effects.compactMap { if case .replicas(.unread(let id, _)) = $0 { id } else { nil } }
    }

    /// Another member is preferred for the upstream, owns it in the term 5, and lives.
    private func following(_ states: [StoreEntry]) -> (LoneMember, MemberIdentity) {
        var lone = LoneMember()
        let other = lone.preferred ?? lone.other
        lone.tell(.changed(StoreEntry(key: .epoch, value: Array("e".utf8), revision: 1)))
        lone.hear(other.name, Heartbeat(member: other, owns: true))
        lone.tell(.changed(LoneMember.owner(other, at: 5)))
        for state in states { lone.tell(.changed(state)) }
        lone.fill(last: 20)
        return (lone, other)
    }

    private func wait(_ seconds: Int, _ lone: inout LoneMember, with other: MemberIdentity? = nil) {
        for _ in 0..<seconds {
            lone.wait(.seconds(1))
            guard let other else { continue }
            lone.hear(other.name, Heartbeat(member: other, owns: true))
        }
    }

    @Test func `a station that its owner has written in its term is read`() {
        var (lone, other) = following([LoneMember.state("x", term: 5, at: 6)])
        wait(20, &lone, with: other)
        #expect(unread(lone.takeEffects()).isEmpty)
        expect(lone.member.problem, is: nil)
    }

    @Test func `what a namesake reads is read, for as long as this member stands down for it`() {
        var lone = LoneMember.joined()
        let namesake = MemberIdentity(name: lone.identity.name, incarnation: "2")
        for second in 0..<20 {
            lone.hear(namesake.name, Heartbeat(member: namesake, owns: true))
            if second == 0 {
                lone.tell(.changed(LoneMember.owner(namesake, at: 30)))
                lone.tell(.changed(LoneMember.state("x", term: 30, at: 31)))
            }
            lone.wait(.seconds(1))
            #expect(unread(lone.takeEffects()).isEmpty)
        }
        expect(lone.status.unread, is: 0)
    }

    @Test func `a station that its server's owner has not written is unread within seconds`() {
        var (lone, other) = following([LoneMember.state("x", term: 3, at: 4)])
        wait(3, &lone, with: other)
        #expect(unread(lone.takeEffects()).isEmpty)
        wait(2, &lone, with: other)
        let effects = lone.takeEffects()
        expect(unread(effects), is: ["s"])
        expect(lone.member.problem?.contains("\(other.name), which reads its server"), is: true)
        expect(lone.status.unread, is: 1)
        // It is so no more once the owner has written it.
        lone.tell(.changed(LoneMember.state("y", term: 5, at: 21)))
        wait(6, &lone, with: other)
        #expect(unread(lone.takeEffects()).isEmpty)
        expect(lone.status.unread, is: 0)
    }

    @Test func `what the store has of a station is stale at once where no member reads it`() {
        var (lone, other) = following([LoneMember.state("x", term: 5, at: 6)])
        lone.tell(.closed(reason: "connection lost"))
        lone.wait(.seconds(5))
        _ = lone.takeEffects()
        // The store is back, and the owner has left it.
        lone.reopen([LoneMember.owner(nil, at: 21)])
        var effects = lone.takeEffects()
        expect(unread(effects), is: ["s"])
        #expect(!effects.contains { if case .note(.unread) = $0 { true } else { false } })
        // Its new owner has written it.
        lone.hear(other.name, Heartbeat(member: other, owns: true))
        lone.tell(.changed(LoneMember.owner(other, at: 41)))
        lone.tell(.changed(LoneMember.state("y", term: 41, at: 42)))
        wait(5, &lone, with: other)
        effects = lone.takeEffects()
        #expect(unread(effects).isEmpty)
        expect(lone.status.unread, is: 0)
    }

    @Test func `a station that no member was seen to read is unread in another epoch, too`() {
        var (lone, other) = following([LoneMember.state("x", term: 3, at: 4)])
        wait(2, &lone, with: other)
        lone.rejoin([LoneMember.owner(other, at: 5)], epoch: "f")
        wait(2, &lone, with: other)
        expect(unread(lone.takeEffects()), is: ["s"])
    }

    @Test func `what a link has made alone is the store's only once it is written`() {
        var (lone, other) = following([LoneMember.state("x", term: 3, at: 4)])
        wait(5, &lone, with: other)
        expect(unread(lone.takeEffects()), is: ["s"])
        lone.hear(other.name, nil)
        lone.tell(.closed(reason: "connection lost"))
        lone.wait(.seconds(5))
        #expect(lone.takeEffects().contains(.replicas(.acquired(["s"]))))
        lone.reopen([])
        wait(5, &lone)
        #expect(!lone.takeEffects().contains(.replicas(.reread(station: "s"))))
    }

    @Test func `an owner of which only the last heartbeat is left reads no station`() {
        var (lone, other) = following([LoneMember.state("x", term: 5, at: 6)])
        lone.hear(other.name, nil)
        wait(5, &lone)
        expect(unread(lone.takeEffects()), is: ["s"])
        let beat = Heartbeat(member: other, owns: true)
        lone.rejoin([
            StoreEntry(key: .member(other.name), value: Array(beat.text.utf8), revision: 39)
        ])
        wait(5, &lone)
        #expect(!lone.takeEffects().contains(.replicas(.reread(station: "s"))))
    }

    @Test func `an owner that comes and goes and writes nothing reads no station`() {
        var (lone, other) = following([LoneMember.state("x", term: 5, at: 6)])
        lone.hear(other.name, nil)
        wait(2, &lone)
        lone.hear(other.name, Heartbeat(member: other, owns: true))
        wait(1, &lone, with: other)
        lone.hear(other.name, nil)
        wait(2, &lone)
        expect(unread(lone.takeEffects()), is: ["s"])
    }

    @Test func `an owner that comes back and writes reads its station from then on`() {
        var (lone, other) = following([LoneMember.state("x", term: 5, at: 6)])
        lone.hear(other.name, nil)
        wait(2, &lone)
        lone.tell(.changed(LoneMember.state("y", term: 5, at: 41)))
        lone.hear(other.name, Heartbeat(member: other, owns: true))
        wait(5, &lone, with: other)
        #expect(unread(lone.takeEffects()).isEmpty)
    }

    @Test func `an owner that comes back and stays reads its station after a while`() {
        var (lone, other) = following([LoneMember.state("x", term: 5, at: 6)])
        lone.hear(other.name, nil)
        wait(1, &lone)
        lone.hear(other.name, Heartbeat(member: other, owns: true))
        wait(5, &lone, with: other)
        expect(lone.status.unread, is: 0)
    }

    @Test func `an owner whose term ends without the station reads it no more`() {
        var (lone, other) = following([LoneMember.state("x", term: 5, at: 6)])
        wait(5, &lone, with: other)
        lone.tell(.changed(LoneMember.owner(other, at: 21)))
        wait(7, &lone, with: other)
        expect(unread(lone.takeEffects()), is: ["s"])
    }

    @Test func `a fleet that reads a station from another server is told of after a minute`() {
        var (lone, other) = following([])
        let owner = StoreEntry(key: .owner("v"), value: Array(other.text.utf8), revision: 21)
        lone.tell(.changed(owner))
        let value = StationValue(term: 21, upstream: "v", writeID: "x-1", payload: Array("x".utf8))
        lone.tell(.changed(StoreEntry(key: .station("s"), value: value.bytes, revision: 22)))
        wait(55, &lone, with: other)
        expect(lone.status.difference, is: nil)
        wait(10, &lone, with: other)
        expect(lone.status.difference?.contains("another server"), is: true)
        let notes = lone.takeEffects().count {
            if case .note(.configsDiffer) = $0 { true } else { false }
        }
        expect(notes, is: 1)
    }

    @Test func `servers that this config does not have are told of after a minute`() {
        var (lone, other) = following([LoneMember.state("x", term: 5, at: 6)])
        let owner = StoreEntry(key: .owner("v"), value: Array(other.text.utf8), revision: 21)
        lone.tell(.changed(owner))
        wait(65, &lone, with: other)
        expect(lone.status.difference?.contains(other.name), is: true)
        lone.tell(.changed(StoreEntry(key: .owner("v"), value: [], revision: 22)))
        wait(3, &lone, with: other)
        expect(lone.status.difference, is: nil)
    }
}

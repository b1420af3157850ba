import Expectations
import NowPlaying
import Testing

@testable import Cluster

/// The dead members, when the watch of heartbeats falls silent again and again.
struct RosterTests {
    private let other = Heartbeat(member: MemberIdentity(name: "b", incarnation: "1"), owns: true)
    private let own = Heartbeat(member: MemberIdentity(name: "a", incarnation: "1"), owns: true)
    private var roster = Roster()

    private func at(_ seconds: Int64) -> Instant { Instant(milliseconds: seconds * 1_000) }

    /// The other one was heard last at 0, and the observer up to 4 s.
    init() {
        _ = roster.heard(other, at: at(0))
        hearOwn(at: 4)
    }

    /// The watch tells a heartbeat of the observer, which was sent at the same time or before.
    private mutating func hearOwn(at seconds: Int64, sentAt sending: Int64? = nil) {
        _ = roster.heard(own, at: at(seconds))
        roster.told(upTo: at(sending ?? seconds))
    }

    private mutating func expire() -> [String] {
        roster.expireSilent(after: ClusterTiming(), observer: "a")
    }

    /// The store tells at 10 s what it has, and the observer's heartbeat comes 2 s later.
    private mutating func reconnect(afterLoss: Bool) -> [String] {
        _ = roster.heard(other, at: at(10), isInitialState: true)
        roster.reconnected(afterLoss: afterLoss, at: at(10))
        hearOwn(at: 12)
        return expire()
    }

    @Test mutating func `a watch that is behind kills no member`() {
        hearOwn(at: 9, sentAt: 5)
        let early = expire()
        #expect(early.isEmpty)
        hearOwn(at: 10, sentAt: 6)
        let dead = expire()
        expect(dead, is: ["b"])
    }

    @Test mutating func `a watch that is made anew gives a member what was left of its time`() {
        let dead = reconnect(afterLoss: false)
        expect(dead, is: ["b"])
    }

    @Test mutating func `a store that was lost gives a member its whole time`() {
        let dead = reconnect(afterLoss: true)
        #expect(dead.isEmpty)
    }

    @Test mutating func `what a dead member has left in the store does not bring it back`() {
        _ = reconnect(afterLoss: false)
        let isNews = roster.heard(other, at: at(13), isInitialState: true)
        #expect(!isNews)
        #expect(!roster.isAlive(other.member))
        _ = roster.heard(other, at: at(14))
        #expect(roster.isAlive(other.member))
    }
}

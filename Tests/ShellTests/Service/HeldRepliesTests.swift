import Expectations
import FanOut
import Hub
import Sessions
import Testing

@testable import Shell

/// Replies that wait until what they acknowledge is written.
struct HeldRepliesTests {
    private var held = HeldReplies()

    private static func client(_ number: Int) -> ClientID { ClientID(number: number) }

    private func hold(_ client: Int, until preferences: Int) -> HeldReplies {
        var held = held
        let error = RequestError(.limitReached, "\(client)")
        held.hold(.refusal(error, of: nil), to: Self.client(client), until: preferences)
        return held
    }

    @Test mutating func `those come out whose preferences are written, in their order`() {
        for (client, preferences) in [(1, 1), (2, 2), (1, 2), (3, 4)] {
            held = hold(client, until: preferences)
        }
        expect(held.release(through: 2).map(\.0), is: [1, 2, 1].map(Self.client))
        #expect(held.release(through: 3).isEmpty)
        #expect(!held.isEmpty)
        expect(held.release(through: .max).map(\.0), is: [Self.client(3)])
        #expect(held.isEmpty)
    }

    @Test mutating func `a client that ends is given its own`() {
        for client in [1, 2, 1] { held = hold(client, until: 1) }
        expect(held.release(to: Self.client(1)).count, is: 2)
        #expect(held.release(to: Self.client(1)).isEmpty)
        expect(held.release(through: 1).map(\.0), is: [Self.client(2)])
    }
}

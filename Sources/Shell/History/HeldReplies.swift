import DequeModule
import FanOut
import Hub

/// Replies to listeners' choices, held back until the choices are in the file of the history: what
/// was acknowledged survives a killed hub.
///
/// The change that a choice makes is told to all clients at once. Only the reply waits, and only
/// while the history can be written.
struct HeldReplies {
    private struct Held {
        let client: ClientID
        let preferences: Int
        let reply: Reply
    }

    /// In the order of the preferences' numbers.
    private var held: Deque<Held> = []

    var isEmpty: Bool { held.isEmpty }

    mutating func hold(_ reply: Reply, to client: ClientID, until preferences: Int) {
        held.append(Held(client: client, preferences: preferences, reply: reply))
    }

    /// Gives the replies that wait for preferences up to this number.
    mutating func release(through preferences: Int) -> [(ClientID, Reply)] {
        var released: [(ClientID, Reply)] = []
        while let first = held.first, first.preferences <= preferences {
            released.append((first.client, first.reply))
            held.removeFirst()
        }
        return released
    }

    /// Gives a client's replies, whatever they wait for.
    mutating func release(to client: ClientID) -> [Reply] {
        let replies = held.filter { $0.client == client }.map(\.reply)
        if !replies.isEmpty { held.removeAll { $0.client == client } }
        return replies
    }
}

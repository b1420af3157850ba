package import NowPlaying

/// Gives out tickets: texts that stand in an address once, for a minute, in place of a token.
///
/// A page cannot set headers where it opens a WebSocket or an event stream, and a token in an
/// address would be in logs and histories.
package struct TicketOffice {
    /// How long a ticket is good.
    package static let lifetime = Interval.seconds(60)
    /// Tickets at once: more than all clients together need to come back after a restart.
    package static let capacity = 8_192

    private var tickets: [String: (rights: Rights, end: Instant)] = [:]

    /// An office that has given out none.
    package init() {}

    /// A new ticket; `nil` where there are too many.
    package mutating func issue(_ rights: Rights, at now: Instant) -> String? {
        if tickets.count >= Self.capacity {
            tickets = tickets.filter { now < $0.value.end }
        }
        guard tickets.count < Self.capacity else { return nil }
        let text = AccessToken.randomText(words: 2)
        tickets[text] = (rights, now + Self.lifetime)
        return text
    }

    /// The rights of a ticket, which is void from now on.
    package mutating func redeem(_ text: String, at now: Instant) -> Rights? {
        guard let ticket = tickets.removeValue(forKey: text), now < ticket.end else { return nil }
        return ticket.rights
    }
}

package import NowPlaying

/// Gives out tickets: texts that stand in an address once, for a minute, in place of a token.
///
/// A page cannot set headers where it opens a WebSocket or an event stream, and a token in an
/// address would be in logs and histories.
package struct TicketStore {
    /// The lifetime of a ticket.
    package static let lifetime = Interval.seconds(60)

    private struct Ticket {
        let rights: Rights
        let token: String
        let end: Instant
    }

    private let limits: Box<Limits>
    private var tickets: [String: Ticket] = [:]
    /// The tickets of each token in the order in which they were given out.
    private var given: [String: [String]] = [:]

    /// An office that has given out none.
    package init(limits: Box<Limits>) {
        self.limits = limits
    }

    /// A new ticket for a token. Where there are too many, the oldest is void of the token that has
    /// most.
    package mutating func issue(_ rights: Rights, for token: String, at now: Instant) -> String {
        if tickets.count >= limits.webTickets { dropVoid(at: now) }
        if tickets.count >= limits.webTickets { dropOldest() }
        let text = AccessToken.randomText(words: 2)
        tickets[text] = Ticket(rights: rights, token: token, end: now + Self.lifetime)
        given[token, default: []].append(text)
        return text
    }

    private mutating func dropVoid(at now: Instant) {
        tickets = tickets.filter { now < $0.value.end }
        given = given.mapValues { list in list.filter { tickets[$0] != nil } }
            .filter { !$0.value.isEmpty }
    }

    private mutating func dropOldest() {
        let largest = given.max { ($0.value.count, $0.key) < ($1.value.count, $1.key) }
        guard let token = largest?.key, let oldest = given[token]?.removeFirst() else { return }
        tickets[oldest] = nil
    }

    /// The rights of a ticket, which is void from now on.
    package mutating func redeem(_ text: String, at now: Instant) -> Rights? {
        guard let ticket = tickets.removeValue(forKey: text) else { return nil }
        given[ticket.token]?.removeAll { $0 == text }
        if given[ticket.token]?.isEmpty == true { given[ticket.token] = nil }
        return now < ticket.end ? ticket.rights : nil
    }
}

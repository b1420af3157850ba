import NowPlaying

/// The calls of a connection that the hub has not answered yet, and those that wait for it.
struct CallTable: Sendable {
    /// The reason for a call.
    enum Purpose: Equatable, Sendable {
        /// The hub's clock; asked for at this instant.
        case time(askedAt: Instant)
        /// The subscription of this number is to begin.
        case subscription(Int)
        /// A subscription is to end.
        case ending
        /// The program wants the answer, by its own number.
        case caller(Int)
    }

    fileprivate struct Pending {
        let id: Int
        let purpose: Purpose
        let deadline: Instant
    }

    private struct Held {
        let call: HubCall
        let number: Int
        let deadline: Instant
    }

    private var lastID = 0
    private var pending: [Pending] = []
    private var held: [Held] = []

    /// The time at which the first of the program's calls, or a check, counts as unanswered.
    var nextDeadline: Instant? {
        let sent = pending.filter { $0.number != nil || $0.isCheck }.map(\.deadline)
        return (sent + held.map(\.deadline)).min()
    }

    /// The hub has been asked for its clock.
    var isChecking: Bool { pending.contains(where: \.isCheck) }

    /// The hub has not told its clock in time.
    func hasLateCheck(at now: Instant) -> Bool {
        pending.contains { $0.isCheck && $0.deadline <= now }
    }

    /// Notes a call that is sent; gives its id.
    mutating func begin(_ purpose: Purpose, until deadline: Instant) -> Int {
        lastID += 1
        pending.append(Pending(id: lastID, purpose: purpose, deadline: deadline))
        return lastID
    }

    /// Holds a call until there is a connection.
    mutating func hold(_ call: HubCall, _ number: Int, until deadline: Instant) {
        held.append(Held(call: call, number: number, deadline: deadline))
    }

    /// Takes the calls that were held.
    mutating func takeHeld() -> [(call: HubCall, number: Int)] {
        defer { held = [] }
        return held.map { ($0.call, $0.number) }
    }

    /// Takes the call that was answered; `nil` for one that is not waited for.
    mutating func end(_ id: Int) -> Purpose? {
        guard let place = pending.firstIndex(where: { $0.id == id }) else { return nil }
        return pending.remove(at: place).purpose
    }

    /// Takes the program's calls that have waited too long; gives their numbers.
    mutating func takeLate(at now: Instant) -> [Int] {
        take { $0 <= now }
    }

    /// Takes everything, since the connection has ended; gives the numbers of the program's calls.
    mutating func takeAll() -> [Int] {
        defer { (lastID, pending) = (0, []) }
        return take { _ in true }
    }

    private mutating func take(where isTaken: (Instant) -> Bool) -> [Int] {
        let sent = pending.filter { isTaken($0.deadline) }.compactMap(\.number)
        let waiting = held.filter { isTaken($0.deadline) }.map(\.number)
        pending.removeAll { isTaken($0.deadline) && $0.number != nil }
        held.removeAll { isTaken($0.deadline) }
        return sent + waiting
    }
}

extension CallTable.Pending {
    /// It asks for the hub's clock.
    fileprivate var isCheck: Bool {
        if case .time = purpose { true } else { false }
    }

    /// The program's number; `nil` for a call that is the machine's own.
    fileprivate var number: Int? {
        if case .caller(let number) = purpose { number } else { nil }
    }
}

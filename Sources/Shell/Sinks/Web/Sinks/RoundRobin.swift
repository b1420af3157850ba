/// Spreads work over time that each of many members needs once a round: each step of a round has an
/// equal share of the members, however many came at once.
struct RoundRobin<Member> {
    private var shares: [[Member]]
    private var dueShare = 0
    private var nextShare = 0

    init(stepsByRound: Int) {
        shares = Array(repeating: [], count: stepsByRound)
    }

    /// True if there are no members.
    var isEmpty: Bool { shares.allSatisfy(\.isEmpty) }

    mutating func add(_ member: Member) {
        shares[nextShare].append(member)
        nextShare = (nextShare + 1) % shares.count
    }

    /// The members whose turn is at the next step. Those that are gone drop out.
    mutating func step(droppingWhere isGone: (Member) -> Bool) -> [Member] {
        defer { dueShare = (dueShare + 1) % shares.count }
        shares[dueShare].removeAll(where: isGone)
        return shares[dueShare]
    }
}

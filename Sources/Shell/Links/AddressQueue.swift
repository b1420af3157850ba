import Loop

/// The order in which the addresses of a name are tried, and the time that each has.
///
/// The system lists all addresses of one family first. Where that family leads nowhere, which is
/// common for IPv6, the other would have its turn only after all of them; so the families alternate
/// (RFC 8305 section 4), and all addresses have their turn in the time that an attempt has.
struct AddressQueue {
    /// The longest that an address has while others wait, in milliseconds.
    private static let attemptDelayMax: UInt64 = 2_500
    /// The least that it has: what RFC 8305 section 5 recommends.
    private static let attemptDelayMin: UInt64 = 250
    /// The time in which all addresses are to have had their turn: less than an attempt has.
    private static let total: UInt64 = 8_000

    private var addresses: ArraySlice<SocketAddress>
    /// The time that an address has while others wait, in milliseconds.
    let attemptDelay: UInt64

    init(_ addresses: [SocketAddress] = []) {
        self.addresses = Self.alternating(addresses)[...]
        let share = Self.total / UInt64(max(1, addresses.count))
        attemptDelay = min(max(share, Self.attemptDelayMin), Self.attemptDelayMax)
    }

    /// All have had their turn.
    var isEmpty: Bool { addresses.isEmpty }

    /// The next to try.
    mutating func next() -> SocketAddress? { addresses.popFirst() }

    /// The first family stays first, and each keeps its order.
    private static func alternating(_ addresses: [SocketAddress]) -> [SocketAddress] {
        guard let first = addresses.first else { return [] }
        let preferred = addresses.filter { $0.isV6 == first.isV6 }
        let others = addresses.filter { $0.isV6 != first.isV6 }
        let pairs = zip(preferred, others).flatMap { [$0, $1] }
        let pairCount = min(preferred.count, others.count)
        return pairs + preferred.dropFirst(pairCount) + others.dropFirst(pairCount)
    }
}

extension SocketAddress {
    fileprivate var isV6: Bool {
        switch self {
        case .v6: true
        case .v4, .unix: false
        }
    }
}

/// The writes of this member: those that have no answer, and the stations that wait for theirs.
struct Writes: Sendable {
    /// The stations with something to write, in the order in which they had it.
    var queue: ArraySlice<String> = []
    /// The number of states that have no answer.
    var statesInFlight = 0
    private(set) var last: WriteID = 0
    /// The first one since links have gone on from other states than the store's.
    private(set) var first: WriteID = 0
    /// The revision of the last one that the store has confirmed on this connection.
    private(set) var newestStored: UInt64 = 0
    /// The key of each that has no answer.
    private var keys: [WriteID: StoreKey] = [:]

    mutating func begin(_ key: StoreKey) -> WriteID {
        last += 1
        keys[last] = key
        return last
    }

    /// Takes the answer to a write.
    ///
    /// - Returns: Its key; `nil` if it is of no interest any more.
    mutating func answered(_ id: WriteID, _ outcome: WriteOutcome) -> StoreKey? {
        guard let key = keys.removeValue(forKey: id) else { return nil }
        if case .stored(let revision) = outcome { newestStored = max(newestStored, revision) }
        return key
    }

    /// True if a write of a key has no answer.
    func contain(_ key: StoreKey) -> Bool { keys.values.contains(key) }

    /// Links go on from other states than those that were written.
    mutating func outdate() { first = last + 1 }

    /// No answers come any more.
    mutating func disconnected() { (keys, statesInFlight, newestStored) = ([:], 0, 0) }
}

import JSON

/// The values that a pointer leads to: mostly one or none, for which nothing is allocated.
struct FoundValues: Sequence {
    struct Iterator: IteratorProtocol {
        fileprivate var upcoming: JSONValue?
        fileprivate let others: [JSONValue]
        fileprivate var place = 0

        mutating func next() -> JSONValue? {
            defer {
                upcoming = place < others.count ? others[place] : nil
                place += 1
            }
            return upcoming
        }
    }

    let first: JSONValue?
    private let others: [JSONValue]

    /// One value, or none.
    init(_ only: JSONValue?) {
        first = only
        others = []
    }

    init(_ values: [JSONValue]) {
        first = values.first
        others = values.count > 1 ? Array(values.dropFirst()) : []
    }

    var isEmpty: Bool { first == nil }

    /// All of them.
    var all: [JSONValue] { first.map { [$0] + others } ?? [] }

    /// Those of which this is true.
    func filtered(_ isWanted: (JSONValue) -> Bool) -> FoundValues {
        if others.isEmpty { return FoundValues(first.flatMap { isWanted($0) ? $0 : nil }) }
        return FoundValues(all.filter(isWanted))
    }

    func makeIterator() -> Iterator { Iterator(upcoming: first, others: others) }
}

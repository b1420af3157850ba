/// Values by their ids, each read and changed where it is.
///
/// A dictionary would hand out copies: of a subscription's many parts, for each line that it gets.
/// Here, who needs several of them looks once for the value's place, which it keeps until another
/// is taken out. Ids grow, so that they stand in order without being sorted, and one is found by
/// halving: among a few sooner than by hashing, among thousands as soon. To take one out moves the
/// entries after it, 16 bytes each.
struct Table<ID: Comparable & Sendable, Value: Sendable>: Sendable {
    private struct Entry {
        let id: ID
        var place: Int
    }

    /// By ids.
    private var entries: [Entry] = []
    /// Whose each value is, by places.
    private var owners: [ID] = []
    private var values: [Value] = []

    /// How many there are.
    var count: Int { values.count }

    /// The ids of all, in their order.
    var ids: [ID] { entries.map(\.id) }

    /// Where the values of all are, in no order that says anything.
    var places: Range<Int> { values.indices }

    /// Where the value of an id is, if there is one.
    func place(of id: ID) -> Int? { index(of: id).map { entries[$0].place } }

    /// The value at a place that `place(of:)` gave.
    subscript(place: Int) -> Value {
        _read { yield values[place] }
        _modify { yield &values[place] }
    }

    /// A copy of the value of an id, if there is one.
    subscript(id: ID) -> Value? { place(of: id).map { values[$0] } }

    /// Changes the value of an id, if there is one.
    mutating func change(_ id: ID, _ body: (inout Value) -> Void) {
        if let place = place(of: id) { body(&values[place]) }
    }

    /// Adds a value, whose id must be new.
    mutating func insert(_ value: Value, for id: ID) {
        entries.insert(Entry(id: id, place: values.count), at: insertionIndex(of: id))
        owners.append(id)
        values.append(value)
    }

    /// Takes a value out, if it is there. The last one gets its place.
    mutating func remove(_ id: ID) -> Value? {
        guard let index = index(of: id), let last = owners.last else { return nil }
        let place = entries[index].place
        entries[insertionIndex(of: last)].place = place
        entries.remove(at: index)
        owners.swapAt(place, owners.count - 1)
        owners.removeLast()
        values.swapAt(place, values.count - 1)
        return values.removeLast()
    }

    /// Where the entry of an id stands, if there is one.
    private func index(of id: ID) -> Int? {
        let index = insertionIndex(of: id)
        return index < entries.count && entries[index].id == id ? index : nil
    }

    /// Where the entry of an id stands, or would stand.
    private func insertionIndex(of id: ID) -> Int {
        var start = 0
        var count = entries.count
        while count > 0 {
            let half = count / 2
            if entries[start + half].id < id {
                start += half + 1
                count -= half + 1
            } else {
                count = half
            }
        }
        return start
    }
}

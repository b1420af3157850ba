/// Values by their ids, each read and changed where it is.
///
/// A dictionary would hand out copies: of a subscription's many parts, for each line that it gets.
/// Here, code that needs several of them looks once for the value's place, which is valid until
/// another value is removed. Ids grow, so the entries are in order without sorting, and lookup is
/// a binary search: for a few values faster than hashing, for thousands as fast. A removed entry
/// only loses its place; when half of the entries have none, all of those go at once.
struct Table<ID: Comparable & Sendable, Value: Sendable>: Sendable {
    private struct Entry {
        let id: ID
        /// `nil` once the value was removed.
        var place: Int?
    }

    /// By ids.
    private var entries: [Entry] = []
    /// The id of each value, by places.
    private var owners: [ID] = []
    private var values: [Value] = []

    /// How many there are.
    var count: Int { values.count }

    /// The ids of all, in their order.
    var ids: [ID] { entries.compactMap { $0.place == nil ? nil : $0.id } }

    /// Where the values of all are, in no order that says anything.
    var places: Range<Int> { values.indices }

    /// Where the value of an id is, if there is one.
    func place(of id: ID) -> Int? { index(of: id).flatMap { entries[$0].place } }

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

    /// Adds a value for an id that has none.
    mutating func insert(_ value: Value, for id: ID) {
        let index = insertionIndex(of: id)
        if index < entries.count, entries[index].id == id {
            entries[index].place = values.count
        } else {
            entries.insert(Entry(id: id, place: values.count), at: index)
        }
        owners.append(id)
        values.append(value)
    }

    /// Removes a value, if it is there. The last one gets its place.
    mutating func remove(_ id: ID) -> Value? {
        guard let index = index(of: id), let place = entries[index].place, let last = owners.last
        else { return nil }
        entries[insertionIndex(of: last)].place = place
        entries[index].place = nil
        owners.swapAt(place, owners.count - 1)
        owners.removeLast()
        values.swapAt(place, values.count - 1)
        defer { dropEmptyEntries() }
        return values.removeLast()
    }

    private mutating func dropEmptyEntries() {
        guard entries.count > 2 * values.count + 16 else { return }
        entries.removeAll { $0.place == nil }
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

/// Values by their ids, each read and changed where it is.
///
/// A dictionary would hand out copies: of a subscription's many parts, for each line that it gets.
/// Here, who needs several of them looks once for the value's place, which it keeps until another
/// is taken out.
struct Table<ID: Hashable & Sendable, Value: Sendable>: Sendable {
    private var places: [ID: Int] = [:]
    /// The ids of all, as their values are placed.
    private(set) var ids: [ID] = []
    private var values: [Value] = []

    /// How many there are.
    var count: Int { values.count }

    /// Where the value of an id is, if there is one.
    func place(of id: ID) -> Int? { places[id] }

    /// The value at a place that `place(of:)` gave.
    subscript(place: Int) -> Value {
        _read { yield values[place] }
        _modify { yield &values[place] }
    }

    /// A copy of the value of an id, if there is one.
    subscript(id: ID) -> Value? { places[id].map { values[$0] } }

    /// Changes the value of an id, if there is one.
    mutating func change(_ id: ID, _ body: (inout Value) -> Void) {
        if let place = places[id] { body(&values[place]) }
    }

    /// Adds a value, whose id must be new.
    mutating func insert(_ value: Value, for id: ID) {
        places[id] = values.count
        ids.append(id)
        values.append(value)
    }

    /// Takes a value out, if it is there. The last one gets its place.
    mutating func remove(_ id: ID) -> Value? {
        guard let place = places.removeValue(forKey: id) else { return nil }
        ids.swapAt(place, ids.count - 1)
        values.swapAt(place, values.count - 1)
        ids.removeLast()
        if place < ids.count { places[ids[place]] = place }
        return values.removeLast()
    }
}

/// The lasting faults that are in force.
struct ActiveFaults: Sendable {
    /// Where a fault is put, with the short code looked up.
    enum Place: Hashable, Sendable {
        case farm
        case station(at: Int)
    }

    private var faults: [Place: Set<Fault>] = [:]

    /// Nothing is wrong at all.
    var isEmpty: Bool { faults.isEmpty }

    /// A fault begins.
    mutating func begin(_ fault: Fault, at place: Place) {
        faults[place, default: []].insert(fault)
    }

    /// All faults of a station are over, or all that there are.
    mutating func endAll(at place: Place) {
        switch place {
        case .farm: faults = [:]
        case .station: faults[place] = nil
        }
    }

    /// The fault was put into this place itself.
    func has(_ fault: Fault, at place: Place) -> Bool {
        faults[place]?.contains(fault) == true
    }

    /// This station has the fault, on its own or with the farm.
    func strikes(stationAt index: Int, _ fault: Fault) -> Bool {
        has(fault, at: .farm) || has(fault, at: .station(at: index))
    }

    /// The stations that have the fault on their own, in no order.
    func stations(with fault: Fault) -> [Int] {
        faults.compactMap { place, faults in
            guard case .station(let index) = place, faults.contains(fault) else { return nil }
            return index
        }
    }
}

/// The place of an element in a `SlotMap`, valid while the element exists.
///
/// The generation makes a slot that outlives its element invalid: it never leads to another one.
@frozen
public struct Slot<Element>: Hashable, Sendable {
    @usableFromInline let index: Int32
    @usableFromInline let generation: UInt32

    @inlinable
    init(index: Int32, generation: UInt32) {
        self.index = index
        self.generation = generation
    }
}

/// Elements that are read and changed in place, each found by its slot in constant time.
///
/// A dictionary copies elements on access: a subscription with its many parts, for each record. So
/// do optional elements. Therefore the elements stand without gaps, and slots lead to their places.
@frozen
public struct SlotMap<Element: Sendable>: Sendable {
    /// The present or last place of a slot's element.
    @usableFromInline
    struct Lead: Sendable {
        @usableFromInline var generation: UInt32
        @usableFromInline var place: Int32

        @inlinable
        init(place: Int32) {
            generation = 0
            self.place = place
        }
    }

    /// By the indices of slots.
    @usableFromInline var leads: [Lead] = []
    /// The indices without an element.
    @usableFromInline var vacant: [Int32] = []
    @usableFromInline var elements: [Element] = []
    /// The slot of each element.
    @usableFromInline var owners: [Slot<Element>] = []

    /// A map without elements.
    @inlinable
    public init() {}

    /// The number of elements.
    @inlinable public var count: Int { elements.count }

    /// The slots of all elements, in arbitrary order.
    @inlinable public var slots: [Slot<Element>] { owners }

    /// True if the element of a slot still exists.
    @inlinable
    public func contains(_ slot: Slot<Element>) -> Bool {
        leads[Int(slot.index)].generation == slot.generation
    }

    /// The element of a slot, which must exist.
    @inlinable
    public subscript(slot: Slot<Element>) -> Element {
        _read { yield elements[place(of: slot)] }
        _modify { yield &elements[place(of: slot)] }
    }

    @inlinable
    func place(of slot: Slot<Element>) -> Int {
        let lead = leads[Int(slot.index)]
        invariant(
            lead.generation == slot.generation, "a slot leads to the element it was given for")
        return Int(lead.place)
    }

    /// Adds an element.
    @inlinable
    public mutating func insert(_ element: Element) -> Slot<Element> {
        let place = Int32(elements.count)
        let index = vacant.popLast() ?? Int32(leads.count)
        if index == leads.count { leads.append(Lead(place: place)) }
        leads[Int(index)].place = place
        let slot = Slot<Element>(index: index, generation: leads[Int(index)].generation)
        elements.append(element)
        owners.append(slot)
        return slot
    }

    /// Removes an element, which must exist. The last one gets its place.
    @inlinable
    @discardableResult
    public mutating func remove(_ slot: Slot<Element>) -> Element {
        let place = place(of: slot)
        leads[Int(owners[owners.count - 1].index)].place = Int32(place)
        leads[Int(slot.index)].generation &+= 1
        vacant.append(slot.index)
        owners.swapAt(place, owners.count - 1)
        owners.removeLast()
        elements.swapAt(place, elements.count - 1)
        return elements.removeLast()
    }
}

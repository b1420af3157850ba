/// Where an element stands in a `SlotMap`, for as long as it is there.
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

/// Elements that are read and changed where they stand, each found by its slot in one step.
///
/// A dictionary would hand out copies: of a subscription's many parts, for each record.
@frozen
public struct SlotMap<Element: Sendable>: Sendable {
    @usableFromInline
    struct Entry: Sendable {
        @usableFromInline var generation: UInt32
        @usableFromInline var element: Element?

        @inlinable
        init(element: Element) {
            generation = 0
            self.element = element
        }
    }

    @usableFromInline var entries: [Entry] = []
    @usableFromInline var vacant: [Int32] = []

    /// A map without elements.
    @inlinable
    public init() {}

    /// How many elements there are.
    @inlinable public var count: Int { entries.count - vacant.count }

    /// The slots of all elements, in no order that means anything.
    @inlinable public var slots: [Slot<Element>] {
        entries.indices.compactMap { index in
            entries[index].element == nil
                ? nil : Slot(index: Int32(index), generation: entries[index].generation)
        }
    }

    /// Whether the element of a slot is still there.
    @inlinable
    public func contains(_ slot: Slot<Element>) -> Bool {
        entries[Int(slot.index)].generation == slot.generation
    }

    /// The element of a slot, which must be there.
    @inlinable
    public subscript(slot: Slot<Element>) -> Element {
        _read {
            checkGeneration(of: slot)
            yield entries[Int(slot.index)].element!
        }
        _modify {
            checkGeneration(of: slot)
            yield &entries[Int(slot.index)].element!
        }
    }

    @inlinable
    func checkGeneration(of slot: Slot<Element>) {
        invariant(contains(slot), "a slot leads to the element that it was given for")
    }

    /// Adds an element.
    @inlinable
    public mutating func insert(_ element: Element) -> Slot<Element> {
        guard let index = vacant.popLast() else {
            entries.append(Entry(element: element))
            return Slot(index: Int32(entries.count - 1), generation: 0)
        }
        entries[Int(index)].element = element
        return Slot(index: index, generation: entries[Int(index)].generation)
    }

    /// Removes an element, which must be there.
    @inlinable
    @discardableResult
    public mutating func remove(_ slot: Slot<Element>) -> Element {
        checkGeneration(of: slot)
        let index = Int(slot.index)
        defer {
            entries[index].element = nil
            entries[index].generation &+= 1
            vacant.append(slot.index)
        }
        return entries[index].element!
    }
}

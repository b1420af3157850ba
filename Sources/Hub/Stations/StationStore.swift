import NowPlaying
import Views

/// All stations: their states, the revisions of these, and the documents made of them.
struct StationStore: Sendable {
    /// A station's place in the store.
    private struct Slot: Sendable {
        var state: StationState
        var shelf = DocumentShelf()
        /// Grows with each change of what is published, listener counts included.
        var version = 0
        var changedAt: ChangeRevisions
    }

    private var slots: [Slot] = []
    private var indices: [String: StationIndex] = [:]
    /// The hub's version of all of it.
    private(set) var revision: Revision = 0

    // MARK: Finding

    /// How many stations there are.
    var count: Int { slots.count }

    /// The stations that are there, in the order in which they came.
    var present: [StationIndex] { slots.indices.map(StationIndex.init(number:)) }

    /// The place of the station with this id.
    func index(of id: String) -> StationIndex? { indices[id] }

    /// A station's id.
    func id(of index: StationIndex) -> String { slots[index.number].state.configuration.id }

    /// A station's state, to be changed in place.
    subscript(index: StationIndex) -> StationState {
        _read { yield slots[index.number].state }
        _modify { yield &slots[index.number].state }
    }

    // MARK: Changing

    /// Adds a station; the config has made sure that no other has its id.
    mutating func add(_ make: (StationIndex) -> StationState) -> StationIndex {
        revision += 1
        let state = make(StationIndex(number: slots.count))
        indices[state.configuration.id] = state.index
        slots.append(Slot(state: state, changedAt: ChangeRevisions(all: revision)))
        return state.index
    }

    /// Brings what is published of a station up to date.
    ///
    /// - Returns: What changed in it. Listener counts alone advance no revision.
    mutating func present(_ index: StationIndex, at now: Moment) -> ChangeClasses {
        let changed = slots[index.number].state.present(at: now)
        guard !changed.isEmpty else { return changed }
        slots[index.number].version += 1
        guard changed != .listeners else { return changed }
        revision += 1
        slots[index.number].changedAt.note(changed, at: revision)
        return changed
    }

    /// When time alone may change what is published of a station.
    ///
    /// Asked after every change, so the state is looked at in place: an array's subscript, where
    /// nothing is modified, copies the element.
    func deadline(of index: StationIndex, at now: Moment) -> Instant? {
        slots.withUnsafeBufferPointer { $0[index.number].state.deadline(at: now) }
    }

    // MARK: Documents

    /// The revision at which a station's document, made with these options, last changed.
    func revision(of index: StationIndex, _ options: DocumentOptions) -> Revision {
        let relevant = options.relevantChanges.subtracting(.listeners)
        return slots[index.number].changedAt.newest(of: relevant)
    }

    /// A station's document.
    ///
    /// - Parameter isBase: It is for somebody who takes patches, the next of which may build on it.
    mutating func document(
        _ index: StationIndex, _ options: DocumentOptions, isBase: Bool = false
    ) -> DocumentShelf.Edition {
        let version = slots[index.number].version
        let known = slots[index.number].shelf.current(
            options, version: version, isBase: isBase)
        if let known { return known }
        let bytes = Document.encode(slots[index.number].state.presented, with: options)
        return slots[index.number].shelf.place(
            bytes, for: options, version: version, isBase: isBase)
    }

    /// A document that was delivered before, if it is still there.
    func pastDocument(
        _ index: StationIndex, _ options: DocumentOptions, hash: UInt64
    ) -> DocumentShelf.Edition? {
        slots[index.number].shelf.past(options, hash: hash)
    }
}

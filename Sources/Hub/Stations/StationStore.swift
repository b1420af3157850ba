import NowPlaying
import Views

/// All stations: their states, the revisions of these, and the documents made of them.
///
/// A station has a place, by which links, subscriptions and alarms know it. It keeps that when it
/// is removed: whoever named it goes on with it should it come back, and whoever comes back is
/// told that it is gone. Places that nobody needs any more are given to stations that are added.
struct StationStore: Sendable {
    /// What there is of a station while it is in the config.
    private struct Slot: Sendable {
        var state: StationState
        var shelf = DocumentShelf()
        /// Grows with each change of what is published, listener counts included.
        var version = 0
        var changedAt: ChangeRevisions
        /// The revision at which it was added.
        let addedAt: Revision
    }

    private struct Place: Sendable {
        var id: String
        /// `nil` while it is not in the config.
        var slot: Slot?
        /// The revision at which it was removed last; 0 where it never was.
        var removedAt: Revision = 0
    }

    private var places: [Place] = []
    private var indices: [String: StationIndex] = [:]
    /// Stations that were removed and are remembered, the earliest first.
    private var removed: [StationIndex] = []
    /// Places that nobody needs.
    private var vacant: [StationIndex] = []
    /// The stations that are there, in the order of the config.
    private(set) var present: [StationIndex] = []
    /// The hub's version of all of it.
    private(set) var revision: Revision = 0

    // MARK: Finding

    /// How many places there are, those of removed stations and vacant ones included.
    var placeCount: Int { places.count }

    /// Whether the station of a place is there.
    func isPresent(_ index: StationIndex) -> Bool { places[index.number].slot != nil }

    /// The place of the station with this id, if the station is there.
    func index(of id: String) -> StationIndex? {
        knownIndex(of: id).flatMap { isPresent($0) ? $0 : nil }
    }

    /// The place of the station with this id, be it there or remembered.
    func knownIndex(of id: String) -> StationIndex? { indices[id] }

    /// A station's id.
    func id(of index: StationIndex) -> String { places[index.number].id }

    /// A station's state, to be changed in place. The station must be there.
    subscript(index: StationIndex) -> StationState {
        _read { yield self[slot: index].state }
        _modify { yield &self[slot: index].state }
    }

    /// What there is of a station, which must be there: links serve no other, alarms are forgotten
    /// with their stations, and whoever else has an index asks `isPresent` before.
    private subscript(slot index: StationIndex) -> Slot {
        _read { yield places[index.number].slot! }
        _modify { yield &places[index.number].slot! }
    }

    // MARK: Coming and going

    /// The place for a station with this id, which need not be there.
    mutating func place(for id: String) -> StationIndex {
        if let known = indices[id] { return known }
        let index = vacant.popLast() ?? StationIndex(number: places.count)
        if index.number == places.count {
            places.append(Place(id: id))
        } else {
            places[index.number] = Place(id: id)
        }
        indices[id] = index
        return index
    }

    /// Adds a station; the config has made sure that no other has its id.
    mutating func add(_ id: String, _ make: (StationIndex) -> StationState) -> StationIndex {
        let index = place(for: id)
        revision += 1
        places[index.number].slot = Slot(
            state: make(index), changedAt: ChangeRevisions(all: revision), addedAt: revision)
        present.append(index)
        return index
    }

    /// Takes stations out, of which only their places stay.
    mutating func remove(_ stations: [StationIndex]) {
        for index in stations where isPresent(index) {
            revision += 1
            places[index.number].slot = nil
            places[index.number].removedAt = revision
            removed.append(index)
        }
        present = present.filter { isPresent($0) }
    }

    /// Puts the stations that are there into the order of these ids.
    mutating func arrange(by ids: [String]) {
        present = ids.compactMap { index(of: $0) }
        removed = removed.filter { !isPresent($0) }
    }

    /// The revision at which a station was added, which must be there.
    func additionRevision(of index: StationIndex) -> Revision { self[slot: index].addedAt }

    /// The revision at which a station was removed last.
    func removalRevision(of index: StationIndex) -> Revision { places[index.number].removedAt }

    /// The stations that were removed after a revision and are not there, the earliest first.
    func removals(after revision: Revision) -> [StationIndex] {
        removed.filter { places[$0.number].removedAt > revision }
    }

    /// How many stations that were removed are remembered.
    var removalCount: Int { removed.count }

    /// Forgets stations that were removed, but for the latest ones and those that are needed.
    ///
    /// - Returns: The places that are vacant now, and up to which revision a removal may have been
    ///   forgotten; 0 where none was.
    mutating func forgetRemovals(
        keeping limit: Int, besides needed: Set<StationIndex>
    ) -> (vacated: Set<StationIndex>, horizon: Revision) {
        let forgotten = removed.filter { !needed.contains($0) }.dropLast(limit)
        let vacated = Set(forgotten)
        removed.removeAll { vacated.contains($0) }
        for index in forgotten { indices[id(of: index)] = nil }
        // The last is taken first: places are given anew in their order.
        vacant = (vacant + forgotten).sorted(by: >)
        return (vacated, forgotten.last.map { removalRevision(of: $0) } ?? 0)
    }

    // MARK: Changing

    /// Something that is no station's changed.
    ///
    /// - Returns: The revision from which on it has.
    @discardableResult
    mutating func advance() -> Revision {
        revision += 1
        return revision
    }

    /// Brings what is published of a station up to date.
    ///
    /// Listener counts alone advance no revision.
    mutating func present(_ index: StationIndex, at now: Moment) -> StationState.News {
        let news = self[slot: index].state.presentAndPlan(at: now)
        guard !news.changed.isEmpty else { return news }
        self[slot: index].version += 1
        guard news.changed != .listeners else { return news }
        revision += 1
        self[slot: index].changedAt.note(news.changed, at: revision)
        return news
    }

    /// What a station played, plays and is about to play. The station must be there.
    func timeline(of index: StationIndex) -> Timeline {
        self[slot: index].state.timeline
    }

    // MARK: Documents

    /// The revision at which a station's document, made with these options, last changed.
    func revision(of index: StationIndex, _ options: DocumentOptions) -> Revision {
        let relevant = options.relevantChanges.subtracting(.listeners)
        return self[slot: index].changedAt.newest(of: relevant)
    }

    /// A station's document.
    ///
    /// - Parameter isBase: It is for somebody who takes patches, the next of which may build on it.
    mutating func document(
        _ index: StationIndex, _ options: DocumentOptions, isBase: Bool = false
    ) -> DocumentShelf.Edition {
        let version = self[slot: index].version
        let known = self[slot: index].shelf.current(options, version: version, isBase: isBase)
        if let known { return known }
        let bytes = Document.encode(self[index].presented, with: options)
        return self[slot: index].shelf.place(
            bytes, for: options, version: version, isBase: isBase)
    }

    /// The record that delivers a station's document.
    mutating func record(
        of index: StationIndex, _ edition: DocumentShelf.Edition, headed head: RecordHead
    ) -> [UInt8] {
        self[slot: index].shelf.record(of: edition, headed: head)
    }

    /// A document that was delivered before, if it is still there.
    func pastDocument(
        _ index: StationIndex, _ options: DocumentOptions, hash: UInt64
    ) -> DocumentShelf.Edition? {
        self[slot: index].shelf.past(options, hash: hash)
    }
}

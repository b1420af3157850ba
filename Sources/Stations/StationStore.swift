package import NowPlaying

/// All stations, by their indices.
///
/// Links, subscriptions and alarms know a station by its index. A removed station keeps its index:
/// if it comes back, subscriptions that name it go on with it, and clients that come back are told
/// that it is gone. An index that is no longer needed is given to a station that is added.
package struct StationStore: Sendable {
    private struct Entry: Sendable {
        var id: String
        /// `nil` while it is not in the config.
        var state: StationReducer?
    }

    private var entries: [Entry] = []
    private var indices: [String: StationIndex] = [:]
    /// Indices that are free; the last is given first.
    private var vacant: [StationIndex] = []
    /// The stations that exist, in the order of the config.
    package private(set) var present: [StationIndex] = []

    package init() {}

    /// True if a station exists.
    package func isPresent(_ index: StationIndex) -> Bool { entries[index.number].state != nil }

    /// The index of the station with this id, if it exists.
    package func index(of id: String) -> StationIndex? {
        knownIndex(of: id).flatMap { isPresent($0) ? $0 : nil }
    }

    /// The index of the station with this id, even if it was removed.
    package func knownIndex(of id: String) -> StationIndex? { indices[id] }

    /// A station's id.
    package func id(of index: StationIndex) -> String { entries[index.number].id }

    /// A station's state, to be changed in place. The station must exist: links serve no other,
    /// alarms are forgotten with their stations, and all other code that has an index asks
    /// `isPresent`.
    package subscript(index: StationIndex) -> StationReducer {
        _read { yield entries[index.number].state! }
        _modify { yield &entries[index.number].state! }
    }

    /// A station's published state. The station must exist.
    ///
    /// Unlike the subscript it copies nothing else of the station, which matters where all
    /// stations are looked at.
    package func snapshot(of index: StationIndex) -> StationSnapshot {
        entries[index.number].state!.snapshot
    }

    /// The station's past, present and coming plays. The station must exist.
    package func timeline(of index: StationIndex) -> Timeline { self[index].timeline }

    // MARK: Coming and going

    /// Gives an index to an id that has none.
    package mutating func reserveIndex(for id: String) -> StationIndex {
        let index = vacant.popLast() ?? StationIndex(number: entries.count)
        if index.number == entries.count {
            entries.append(Entry(id: id))
        } else {
            entries[index.number] = Entry(id: id)
        }
        indices[id] = index
        return index
    }

    /// Adds a station; the config has made sure that no other has its id.
    package mutating func add(_ state: StationReducer) {
        entries[state.index.number].state = state
        present.append(state.index)
    }

    /// Removes the states of stations; their indices stay.
    package mutating func remove(_ stations: [StationIndex]) {
        for index in stations { entries[index.number].state = nil }
        present = present.filter { isPresent($0) }
    }

    /// Puts the stations that exist into the order of these ids.
    package mutating func arrange(by ids: [String]) {
        present = ids.compactMap { index(of: $0) }
    }

    /// Frees the indices of these removed stations for others.
    package mutating func vacate(_ stations: [StationIndex]) {
        for index in stations { indices[id(of: index)] = nil }
        vacant = (vacant + stations).sorted(by: >)
    }
}

package import NowPlaying

/// All stations, by their indices.
///
/// A station has an index, by which links, subscriptions and alarms know it. It keeps that when it
/// is removed: subscriptions that name it go on with it should it come back, and clients that come
/// back are told that it is gone. Indices that are needed no more are given to stations that are
/// added.
package struct StationStore: Sendable {
    private struct Entry: Sendable {
        var id: String
        /// `nil` while it is not in the config.
        var state: StationReducer?
    }

    private var entries: [Entry] = []
    private var indices: [String: StationIndex] = [:]
    /// Indices that are needed no more; the last is given first.
    private var vacant: [StationIndex] = []
    /// The stations that are there, in the order of the config.
    package private(set) var present: [StationIndex] = []

    package init() {}

    /// Whether a station is there.
    package func isPresent(_ index: StationIndex) -> Bool { entries[index.number].state != nil }

    /// The station with this id, if it is there.
    package func index(of id: String) -> StationIndex? {
        knownIndex(of: id).flatMap { isPresent($0) ? $0 : nil }
    }

    /// The station with this id, be it there or remembered.
    package func knownIndex(of id: String) -> StationIndex? { indices[id] }

    /// A station's id.
    package func id(of index: StationIndex) -> String { entries[index.number].id }

    /// A station's state, to be changed in place. The station must be there: links serve no other,
    /// alarms are forgotten with their stations, and all else that has an index asks `isPresent`.
    package subscript(index: StationIndex) -> StationReducer {
        _read { yield entries[index.number].state! }
        _modify { yield &entries[index.number].state! }
    }

    /// What a station played, plays and is about to play. The station must be there.
    package func timeline(of index: StationIndex) -> Timeline { self[index].timeline }

    // MARK: Coming and going

    /// Gives an index to an id that has none.
    package mutating func place(_ id: String) -> StationIndex {
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

    /// Takes stations out, of which only their indices stay.
    package mutating func remove(_ stations: [StationIndex]) {
        for index in stations { entries[index.number].state = nil }
        present = present.filter { isPresent($0) }
    }

    /// Puts the stations that are there into the order of these ids.
    package mutating func arrange(by ids: [String]) {
        present = ids.compactMap { index(of: $0) }
    }

    /// Others may have the indices of these stations, which are not there.
    package mutating func vacate(_ stations: [StationIndex]) {
        for index in stations { indices[id(of: index)] = nil }
        vacant = (vacant + stations).sorted(by: >)
    }
}

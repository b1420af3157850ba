import HeapModule
public import NowPlaying
import Support
import Views

/// Subjects that come and go while subscriptions last.
extension FanOut {
    // MARK: Sessions

    /// A session is there.
    public mutating func add(_ session: SessionIndex, named name: String) {
        subjects.add(session, Subject(name: name, at: revision))
    }

    /// A session is over, which has no subscriptions.
    public mutating func remove(_ session: SessionIndex) {
        invariant(following[session] == nil, "a session that is followed does not end")
        subjects.remove(session)
    }

    // MARK: Stations

    /// A station has this index, whether it is there or not.
    public mutating func place(_ station: StationIndex, named name: String) {
        subjects.place(station, Subject(name: name, at: 0))
    }

    /// A station is there.
    public mutating func add(_ snapshot: StationSnapshot, of station: StationIndex) {
        subjects[.station(station)].add(.station(snapshot), at: advance())
        guard isCountedElsewhere else { return }
        unconfirmed.insert(station)
        detach(station)
    }

    /// True if a station is present.
    func isPresent(_ station: StationIndex) -> Bool { subjects[.station(station)].snapshot != nil }

    /// Stations are gone: subscriptions that may hold something of them are to be told at once.
    public mutating func remove(_ gone: [StationIndex], at now: Instant) {
        for station in gone {
            subjects[.station(station)].remove(at: advance())
            unconfirmed.remove(station)
            removed.append(station)
        }
        forgetWaits(for: Set(gone))
        let numbers = Dictionary(uniqueKeysWithValues: gone.enumerated().map { ($1, $0) })
        for slot in orderedSubscriptions {
            for number in subscriptions[slot].coverage.numbers(of: numbers) {
                let revision = subjects[.station(gone[number])].removedAt
                markRemoved(slot, gone[number], at: revision, now: now)
            }
        }
    }

    /// Marks a subscription to be told that a station is gone, if it may hold something of it.
    mutating func markRemoved(
        _ slot: Slot<Subscription>, _ station: StationIndex, at revision: Revision, now: Instant
    ) {
        guard let cursor = subscriptions[slot].cursor(of: .station(station)) else { return }
        subscriptions[slot].subjectRemoved(cursor, at: revision)
        enlist(slot, cursor)
        plan(slot, cursor, isUrgent: true, at: now)
    }

    /// Forgets the times of cursors whose stations are gone, and of subscriptions that have ended.
    private mutating func forgetWaits(for gone: Set<StationIndex>) {
        waits = Heap(
            waits.unordered.filter { wait in
                guard subscriptions.contains(wait.slot) else { return false }
                guard case .station(let station) = subscriptions[wait.slot].subject(of: wait.cursor)
                else { return true }
                return !gone.contains(station)
            })
    }

    // MARK: Indices

    /// The stations that were removed after a revision and are not there, the earliest first.
    func removals(after revision: Revision) -> [StationIndex] {
        // If revisions are counted elsewhere, a removal has the number of the change before it.
        let first = isCountedElsewhere ? revision : revision + 1
        return removed.filter { subjects[.station($0)].removedAt >= first }
    }

    /// Forgets that stations were removed that are there again.
    public mutating func dropRestoredRemovals() {
        let subjects = subjects
        removed.removeAll { subjects[.station($0)].snapshot != nil }
    }

    /// Forgets stations that were removed, but for the latest ones and those that subscriptions
    /// name.
    ///
    /// - Returns: The stations whose indices others may have.
    public mutating func forgetRemovals() -> [StationIndex] {
        guard removed.count > limits.rememberedRemovals else { return [] }
        let needed = neededStations
        let forgotten = removed.filter { !needed.contains($0) }
            .dropLast(limits.rememberedRemovals)
        guard let last = forgotten.last else { return [] }
        let vacated = Set(forgotten)
        removed.removeAll { vacated.contains($0) }
        reset(vacated)
        resumption.forget(vacated, removedBy: subjects[.station(last)].removedAt)
        return Array(forgotten)
    }

    /// Stations that a subscription names, or of which one is still to be told something.
    private var neededStations: Set<StationIndex> {
        var needed: Set<StationIndex> = []
        for slot in subscriptions.slots {
            switch subscriptions[slot].coverage {
            case .all: needed.formUnion(subscriptions[slot].dirtyStations)
            case .only(let stations): needed.formUnion(stations)
            case .session: break
            }
        }
        return needed
    }

    private mutating func reset(_ vacated: Set<StationIndex>) {
        for slot in everywhere {
            for station in vacated {
                guard let cursor = subscriptions[slot].cursor(of: .station(station)) else {
                    continue
                }
                subscriptions[slot].reset(cursor)
                enlist(slot, cursor)
            }
        }
    }

    /// Has subscriptions to all stations cover those that were added.
    public mutating func extend() {
        for slot in everywhere {
            let known = subscriptions[slot].cursorCount
            guard known < subjects.stationCount else { continue }
            countCursors(subjects.stationCount - known, of: subscriptions[slot].subscriber)
            subscriptions[slot].extend(to: subjects.stationCount)
            for number in known..<subjects.stationCount { enlist(slot, CursorIndex(number)) }
        }
    }
}

import NowPlaying
import Support

/// The subjects by their ids.
///
/// All stand in one store: a choice between two stores copies the subject each time, and each
/// delivery reads its subject several times.
struct SubjectTable: Sendable {
    private var subjects = SlotMap<Subject>()
    /// By the stations' indices.
    private var stations: [Slot<Subject>] = []
    private var sessions: [SessionIndex: Slot<Subject>] = [:]

    /// The number of indices of stations, present or not.
    var stationCount: Int { stations.count }

    /// True if a session is present.
    func contains(_ session: SessionIndex) -> Bool { sessions[session] != nil }

    /// A subject, which must be there.
    subscript(id: SubjectID) -> Subject {
        _read { yield subjects[slot(of: id)] }
        _modify { yield &subjects[slot(of: id)] }
    }

    private func slot(of id: SubjectID) -> Slot<Subject> {
        switch id {
        case .station(let station): return stations[station.number]
        case .session(let session):
            guard let slot = sessions[session] else {
                crash("a session that is asked for is there")
            }
            return slot
        }
    }

    /// Gives an index to a station. The audience of one that had it before stays: subscriptions to
    /// all stations are in it.
    mutating func place(_ station: StationIndex, _ subject: Subject) {
        guard station.number < stations.count else {
            return stations.append(subjects.insert(subject))
        }
        let audience = self[.station(station)].audience
        self[.station(station)] = subject
        self[.station(station)].audience = audience
    }

    /// Revisions are counted anew.
    mutating func enterEpoch(at revision: Revision) {
        for slot in subjects.slots { subjects[slot].enterEpoch(at: revision) }
    }

    /// A session is there.
    mutating func add(_ session: SessionIndex, _ subject: Subject) {
        sessions[session] = subjects.insert(subject)
    }

    /// A session is over.
    mutating func remove(_ session: SessionIndex) {
        sessions.removeValue(forKey: session).map { _ = subjects.remove($0) }
    }
}

@testable import Cluster

/// NATS' key-value store as far as a cluster depends on it: one ordered stream, compare-and-set,
/// and a last version of each key.
struct SimulatedStore {
    /// Writes that a store which answers does not take.
    enum Rejection: CaseIterable {
        case nothing
        /// Nothing at all, as where JetStream is full, or without quorum.
        case all
        /// Nothing of the cluster's state, as where its bucket is full or sealed.
        case states
        /// No station, as by rights or by its size.
        case stations
    }

    private(set) var last: UInt64 = 0
    /// The time of the last write.
    var writtenAt: Int64 = 0
    private(set) var entries: [StoreKey: StoreEntry] = [:]
    /// The plays in the order in which they came, and when each did.
    private(set) var plays: [(play: SimulatedPlay, at: Int)] = []

    /// The keys that were written behind a revision, with their last versions, in the order of the
    /// stream.
    func entries(behind revision: UInt64) -> [StoreEntry] {
        entries.values.filter { $0.revision > revision }.sorted { $0.revision < $1.revision }
    }

    /// Writes a key; `nil` where its last revision is another than expected.
    mutating func write(
        _ key: StoreKey, _ value: [UInt8], expecting revision: UInt64?
    ) -> StoreEntry? {
        guard entries[key]?.revision ?? 0 == revision ?? entries[key]?.revision ?? 0 else {
            return nil
        }
        last += 1
        let entry = StoreEntry(key: key, value: value, revision: last)
        entries[key] = entry
        return entry
    }

    /// Deletes what a key had up to a revision, which tells no watcher.
    mutating func erase(_ key: StoreKey, upTo revision: UInt64) {
        if let entry = entries[key], entry.revision <= revision { entries[key] = nil }
    }

    /// Drops the oldest message, as NATS does where a bucket gets less room, which tells no
    /// watcher. Owners and the epoch are written seldom.
    mutating func dropOldest() -> StoreKey? {
        let oldest = entries.values.filter { $0.key != .epoch }.min { $0.revision < $1.revision }
        if let oldest { entries[oldest.key] = nil }
        return oldest?.key
    }

    /// Loses a station's key, as a server that was killed can lose messages amid its stream.
    mutating func loseStation(_ chance: (Int) -> Int) -> String? {
        guard !stations.isEmpty else { return nil }
        let lost = stations[chance(stations.count)]
        entries[.station(lost)] = nil
        return lost
    }

    private var stations: [String] {
        entries.keys.compactMap { if case .station(let id) = $0 { id } else { nil } }.sorted()
    }

    /// The store as a connection of a member finds it.
    func head(of member: String) -> StoreHead {
        StoreHead(
            epoch: entries[.epoch], own: entries[.member(member)], last: last,
            stations: Set(stations))
    }

    /// A play has one message, the last one.
    mutating func keep(_ play: SimulatedPlay, at time: Int) {
        if let place = plays.lastIndex(where: { $0.play == play }) { plays.remove(at: place) }
        plays.append((play, time))
    }

    /// The plays that came after a time.
    func plays(after time: Int) -> [(play: SimulatedPlay, at: Int)] {
        guard let last = plays.last, last.at > time else { return [] }
        return plays.filter { $0.at > time }
    }
}

/// A play of a station, by its id.
struct SimulatedPlay: Hashable {
    let station: String
    let id: String

    var bytes: [UInt8] { Array(id.utf8) }
}

/// The state of one connection's watches: everything that the store has told it.
struct SimulatedWatch {
    /// Messages that come in one order. Each stream has its own thread, and so have the answers.
    enum Channel: Hashable {
        case states, plays, answers
    }

    /// The store as the server has it that was connected to, if that server is behind the others.
    var outdated: SimulatedStore?
    /// The last revision that was told.
    var told: UInt64 = 0
    /// All that was asked for was told, by the server that was connected to.
    var isTold = false
    /// It is as far as the store.
    var isFilled = false
    /// The time at which the store was given the newest play that it has told.
    var playsTold = 0
    /// The plays that were told last are with the hub.
    var wantsPlays = false
}

extension StoreEvent {
    /// The channel on which the event comes.
    var channel: SimulatedWatch.Channel {
        switch self {
        case .changed, .passed, .filled: .states
        case .plays: .plays
        case .opened, .written, .read, .fills, .clockDiffers, .closed: .answers
        }
    }
}

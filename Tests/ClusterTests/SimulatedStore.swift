import Cluster

/// NATS' key-value store as far as a cluster depends on it: one ordered stream, compare-and-set,
/// and a last version of each key.
struct SimulatedStore {
    private(set) var last: UInt64 = 0
    private(set) var entries: [StoreKey: StoreEntry] = [:]
    private(set) var heartbeats: [String: Heartbeat] = [:]

    /// All keys with their last versions, in the order of the stream.
    var initialState: [StoreEntry] { entries.values.sorted { $0.revision < $1.revision } }

    /// Writes a key; `nil` where its last revision is another than expected.
    mutating func write(
        _ key: StoreKey, _ value: [UInt8], expecting revision: UInt64
    ) -> StoreEntry? {
        guard entries[key]?.revision ?? 0 == revision else { return nil }
        last += 1
        let entry = StoreEntry(key: key, value: value, revision: last)
        entries[key] = entry
        return entry
    }

    /// Deletes what a key had up to a revision, which tells no watcher.
    mutating func erase(_ key: StoreKey, upTo revision: UInt64) {
        if let entry = entries[key], entry.revision <= revision { entries[key] = nil }
    }

    mutating func beat(_ heartbeat: Heartbeat) { heartbeats[heartbeat.member.name] = heartbeat }

    mutating func leave(_ name: String) { heartbeats[name] = nil }

    /// A heartbeat's key expires in the bucket, which tells no watcher.
    mutating func expire(_ name: String) { heartbeats[name] = nil }
}

import NowPlaying

/// Prints records as they are, one a line (jsonlines.org).
struct RecordPrinter: WatchPrinter {
    /// The identity of a record. Its list of changes is not part of it: a client that comes back is
    /// told of all.
    private struct Identity: Equatable {
        let epoch: String
        let revision: Int
        let fingerprint: UInt64

        init(_ record: WatchedRecord) {
            epoch = record.epoch
            revision = record.revision
            fingerprint = record.text.fingerprint
        }
    }

    /// The record last printed of each station or session.
    private var printed: [String: Identity] = [:]
    /// The same, from before the hub began anew, until it has told all that it has now.
    private var dropped: [String: Identity] = [:]

    let beginning: [UInt8] = []
    let ending: [UInt8] = []
    let nextDeadline: Instant? = nil

    mutating func subscribed(isAnew: Bool) {
        guard isAnew else { return }
        dropped.merge(printed) { _, newer in newer }
        printed = [:]
    }

    mutating func updated(_ record: WatchedRecord, at now: Moment) -> [UInt8] {
        let identity = Identity(record)
        let last = printed[record.owner] ?? dropped[record.owner]
        printed[record.owner] = identity
        return identity == last ? [] : record.text.bytes + [UInt8(ascii: "\n")]
    }

    mutating func synced(at now: Moment) -> [UInt8] {
        dropped = [:]
        return []
    }

    func disconnected(_ reason: String, at now: Moment) -> [UInt8] { [] }

    func woke(at now: Moment) -> [UInt8] { [] }
}

public import Views

/// A form in which a watcher prints records.
///
/// A further one is a case here, and its branch in each of the questions below.
public enum WatchFormat: String, CaseIterable, Sendable {
    /// The bare record, one a line (jsonlines.org).
    case jsonl
    /// The text of the view `line`, one change a line.
    case plain

    /// The only view that it can print; `nil` where it prints any.
    public var view: View? {
        switch self {
        case .jsonl: nil
        case .plain: .line
        }
    }

    /// What is printed for a record, with the end of the line.
    ///
    /// - Parameter namesStation: Several stations are printed, and the reader must know which.
    func text(for record: WatchedRecord, namesStation: Bool) -> [UInt8] {
        let end = [UInt8(ascii: "\n")]
        switch self {
        case .jsonl:
            return record.bytes + end
        case .plain:
            // A station that is gone has no text: whoever shows the last line shows nothing.
            let text = record.line ?? ""
            return Array((namesStation ? "\(record.station): \(text)" : text).utf8) + end
        }
    }

    /// What two records have in common of which the second says nothing new.
    func identity(of record: WatchedRecord) -> RecordIdentity {
        switch self {
        case .jsonl:
            RecordIdentity(
                epoch: record.epoch, revision: record.revision, fingerprint: record.fingerprint)
        case .plain:
            RecordIdentity(epoch: nil, revision: nil, fingerprint: record.fingerprint)
        }
    }
}

/// What a record is known again by. Its list of changes is no part of it: whoever comes back is
/// told of all.
struct RecordIdentity: Hashable, Sendable {
    var epoch: String?
    var revision: Int?
    var fingerprint: UInt64
}

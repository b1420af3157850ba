import JSON
public import NowPlaying
public import Views

/// A delivery of a subject at a revision: made once, and then shared by all subscribers that are
/// told the same.
public final class Record: Sendable {
    /// The head: view, epoch, revision, subject and content.
    public let head: RecordHead
    /// The whole record as JSON; empty for consumers in this process.
    public let bytes: [UInt8]
    /// The document itself, for consumers in this process.
    public let value: (any Sendable)?

    /// - Parameter body: The document, or what stands in its place; empty for a removal.
    init(_ head: RecordHead, body: [UInt8]) {
        self.head = head
        bytes = head.record(with: body)
        value = nil
    }

    init(_ head: RecordHead, value: any Sendable) {
        self.head = head
        bytes = []
        self.value = value
    }
}

/// Everything in a record but the document.
public struct RecordHead: Equatable, Sendable {
    /// The form in which the document comes.
    public enum Content: Equatable, Sendable {
        /// The whole document.
        case document(StateParts)
        /// A patch to the document that was delivered at this revision.
        case patch(base: Revision, StateParts)
        /// Changes in place of a car's document.
        case rows
        /// Templates of a car's document, and the encoded changes in place beside them.
        case templates(rows: [UInt8]?)
        /// Nothing: the subject is gone.
        case removal
    }

    /// The subject of a record.
    public enum Owner: Equatable, Sendable {
        case station(String)
        /// A session's document, and the sender of its change.
        case session(String, sender: String?)
        /// A station, as it is heard in a session.
        case stationHeard(String, session: String)
    }

    /// The shape of the document.
    public let view: View
    /// The life of the hub that counts its revisions.
    public let epoch: String
    /// The revision of the document.
    public let revision: Revision
    /// The subject.
    public let subject: Owner
    /// The form in which the document comes.
    public let content: Content

    /// The whole record.
    fileprivate func record(with body: [UInt8]) -> [UInt8] {
        var writer = JSONWriter(capacity: body.count + Self.usualSize)
        writer.beginObject()
        write(into: &writer)
        if content != .removal { writer.raw(body) }
        writer.endObject()
        return writer.bytes
    }

    /// Enough for nearly all heads.
    private static let usualSize = 256

    /// Writes all members up to the value of the last.
    private func write(into writer: inout JSONWriter) {
        writer.member("view", view.name)
        writer.member("epoch", epoch)
        writer.member("revision", Int(revision))
        write(subject, into: &writer)
        switch content {
        case .document(let changes):
            write(changes, into: &writer)
            writer.key(named: view.name)
        case .patch(let base, let changes):
            write(changes, into: &writer)
            writer.member("base", Int(base))
            writer.key("patch")
        case .rows:
            writer.key("rows")
        case .templates(let rows):
            if let rows {
                writer.key("rows")
                writer.raw(rows)
            }
            writer.key("templates")
        case .removal:
            writer.member("removed", true)
        }
    }

    private func write(_ subject: Owner, into writer: inout JSONWriter) {
        switch subject {
        case .station(let station):
            writer.member("station", station)
        case .session(let session, let sender):
            writer.member("session", session)
            writer.member("sender", sender)
        case .stationHeard(let station, let session):
            writer.member("station", station)
            writer.member("session", session)
        }
    }

    private func write(_ changes: StateParts, into writer: inout JSONWriter) {
        guard view.definition.namesChanges else { return }
        writer.beginArray("changed")
        for (changeClass, name) in StateParts.names where changes.contains(changeClass) {
            writer.string(name)
        }
        writer.endArray()
    }
}

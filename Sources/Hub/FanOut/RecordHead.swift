import JSON
import NowPlaying
import Views

/// Everything in a record before the document.
struct RecordHead: Equatable, Sendable {
    /// What follows the head.
    enum Content: Equatable {
        /// The whole document.
        case document(ChangeClasses)
        /// A patch to the document that was delivered at this revision.
        case patch(base: Revision, ChangeClasses)
        /// Changes in place of a car's document.
        case rows
        /// Templates of a car's document, and the encoded changes in place beside them.
        case templates(rows: [UInt8]?)
        /// Nothing: the station is gone.
        case removal
    }

    /// What it is about.
    enum Subject: Equatable {
        case station(String)
        /// A session's document, and whose change it was.
        case session(String, sender: String?)
        /// A station, as it is heard in a session.
        case stationHeard(String, session: String)
    }

    let view: View
    let epoch: String
    let revision: Revision
    let subject: Subject
    let content: Content

    /// The whole record.
    ///
    /// - Parameter body: The document, or what stands in its place; empty for a removal.
    func record(with body: [UInt8]) -> [UInt8] {
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
        writer.member("view", view.rawValue)
        writer.member("epoch", epoch)
        writer.member("revision", Int(revision))
        write(subject, into: &writer)
        switch content {
        case .document(let changes):
            write(changes, into: &writer)
            writer.key(view.key)
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

    private func write(_ subject: Subject, into writer: inout JSONWriter) {
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

    private func write(_ changes: ChangeClasses, into writer: inout JSONWriter) {
        guard view == .nowPlaying else { return }
        writer.beginArray("changed")
        for (changeClass, name) in ChangeClasses.names where changes.contains(changeClass) {
            writer.string(name)
        }
        writer.endArray()
    }
}

extension View {
    /// The member of a record that holds a document of it.
    fileprivate var key: StaticString {
        switch self {
        case .nowPlaying: "nowPlaying"
        case .line: "line"
        case .lockScreen: "lockScreen"
        case .carPlay: "carPlay"
        }
    }
}

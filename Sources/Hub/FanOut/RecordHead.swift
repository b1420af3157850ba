import JSON
import NowPlaying
import Views

/// The private part of a record: everything before the document, which many share.
struct RecordHead {
    /// What follows the head.
    enum Content {
        /// The whole document.
        case document(ChangeClasses)
        /// A patch to the document that was delivered at this revision.
        case patch(base: Revision, ChangeClasses)
        /// Nothing: the station is gone.
        case removal
    }

    let view: View
    let epoch: String
    let revision: Revision
    let station: String
    let content: Content

    /// Writes the record up to where the body goes. The caller closes one bracket after it.
    func write(into writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("view", view.rawValue)
        writer.member("epoch", epoch)
        writer.member("revision", Int(revision))
        writer.member("station", station)
        switch content {
        case .document(let changes):
            write(changes, into: &writer)
            switch view {
            case .nowPlaying: writer.key("nowPlaying")
            case .line: writer.key("line")
            }
        case .patch(let base, let changes):
            write(changes, into: &writer)
            writer.member("base", Int(base))
            writer.key("patch")
        case .removal:
            writer.member("removed", true)
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

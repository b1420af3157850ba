public import NowPlaying
import Views

/// The fan-out's state of a subject: its newest snapshot, the revisions of its changes, and its
/// audience.
struct Subject: Sendable {
    /// The name by which records call it.
    let name: String
    /// The newest state of a station; `nil` while it is not there. That of a session is made for
    /// each document: it takes in all stations, and most changes of these are never looked at.
    private(set) var snapshot: Snapshot?
    /// Grows with each change, those included that advance no revision.
    private(set) var version = 0
    private(set) var changedAt: ChangeRevisions
    /// Its state is this hub's alone: its revisions are of the hub's life, and not of the
    /// epoch that all share.
    private(set) var isOwn = false
    /// The revision at which it was removed last; 0 where it never was.
    var removedAt: Revision = 0
    var audience = Audience()
    var cache = DocumentCache()

    init(name: String, snapshot: Snapshot? = nil, at revision: Revision) {
        self.name = name
        self.snapshot = snapshot
        changedAt = ChangeRevisions(all: revision)
    }

    /// Takes a newer snapshot, in which these parts changed.
    mutating func publish(_ snapshot: Snapshot?, parts: StateParts, at revision: Revision) {
        if let snapshot { self.snapshot = snapshot }
        version += 1
        changedAt.note(parts, at: revision)
    }

    /// It is there, anew.
    mutating func add(_ snapshot: Snapshot, at revision: Revision) {
        self.snapshot = snapshot
        version += 1
        changedAt = ChangeRevisions(all: revision)
    }

    /// All of it is at a revision, though it may not have changed.
    mutating func stamp(at revision: Revision, isOwn: Bool = false) {
        self.isOwn = isOwn
        version += 1
        changedAt = ChangeRevisions(all: revision)
        cache = DocumentCache()
    }

    /// Revisions are counted anew.
    mutating func enterEpoch(at revision: Revision) {
        stamp(at: revision)
        removedAt = min(removedAt, revision)
    }

    /// It is gone.
    mutating func remove(at revision: Revision) {
        snapshot = nil
        cache = DocumentCache()
        removedAt = revision
    }

    /// The parts that are there.
    var presentParts: StateParts {
        guard case .station(let snapshot) = snapshot else { return [] }
        return snapshot.nowPlaying.presentParts
    }

    /// The revision at which its document, made with these options, changed last.
    func revision(of options: DocumentOptions) -> Revision {
        changedAt.newest(of: options.relevantChanges.subtracting(.listeners))
    }

    /// The document of its newest snapshot.
    mutating func render(_ options: DocumentOptions, at now: Timestamp) -> Rendered? {
        if let known = cache.index(of: options, version: version) {
            return Rendered(cache[known].document, cachedAt: known)
        }
        guard let document = snapshot.flatMap({ options.document(of: $0, at: now) }) else {
            return nil
        }
        guard let encoded = document as? EncodedDocument else { return Rendered(document) }
        return Rendered(encoded, cachedAt: cache.keep(encoded, for: options, version: version))
    }

    /// The record with a whole document that names these parts, if it has been made.
    func whole(_ rendered: Rendered, naming parts: StateParts) -> Record? {
        rendered.index.flatMap { cache[$0].whole(naming: parts) }
    }

    /// The record with a patch to a document with this hash, if it has been made.
    func patch(
        _ rendered: Rendered, to base: UInt64, _ content: RecordHead.Content
    ) -> Record? {
        rendered.index.flatMap { cache[$0].patch(to: base, content) }
    }

    /// Keeps the record with a whole document, in place of the one before.
    mutating func keep(_ record: Record, of rendered: Rendered) {
        if let index = rendered.index { cache[index].whole = record }
    }

    /// Keeps the record with a patch, in place of the one before.
    mutating func keep(_ record: Record, to base: UInt64, of rendered: Rendered) {
        if let index = rendered.index { cache[index].patch = (record, base) }
    }
}

/// A document, and its place in its subject's cache, where it is kept there.
struct Rendered {
    let document: any ViewDocument
    fileprivate let index: Int?

    init(_ document: any ViewDocument, cachedAt index: Int? = nil) {
        self.document = document
        self.index = index
    }
}

/// The subject of a subscription.
public enum SubjectID: Hashable, Sendable {
    case station(StationIndex)
    case session(SessionIndex)
}

import NowPlaying

/// For each part, the revision at which it last changed.
struct ChangeRevisions: Sendable {
    /// By the place of the class's bit.
    private var revisions: [Revision]

    /// All parts changed at one revision.
    init(all revision: Revision) {
        revisions = Array(repeating: revision, count: StateParts.names.count)
    }

    /// Notes that these parts changed.
    mutating func note(_ changes: StateParts, at revision: Revision) {
        for place in revisions.indices where changes.rawValue & 1 << place != 0 {
            revisions[place] = revision
        }
    }

    /// The parts that changed after a revision.
    func changes(after revision: Revision) -> StateParts {
        var changes: StateParts = []
        for place in revisions.indices where revisions[place] > revision {
            changes.insert(StateParts(rawValue: 1 << place))
        }
        return changes
    }

    /// The newest revision at which one of these parts changed.
    func newest(of changes: StateParts) -> Revision {
        var newest: Revision = 0
        for place in revisions.indices where changes.rawValue & 1 << place != 0 {
            newest = max(newest, revisions[place])
        }
        return newest
    }
}

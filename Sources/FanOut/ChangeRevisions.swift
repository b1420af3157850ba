import NowPlaying

/// For each change class, the revision at which it last changed.
struct ChangeRevisions: Sendable {
    /// By the place of the class's bit.
    private var revisions: [Revision]

    /// All classes changed at one revision.
    init(all revision: Revision) {
        revisions = Array(repeating: revision, count: ChangeClasses.names.count)
    }

    /// Notes that these classes changed.
    mutating func note(_ changes: ChangeClasses, at revision: Revision) {
        for place in revisions.indices where changes.rawValue & 1 << place != 0 {
            revisions[place] = revision
        }
    }

    /// The classes that changed after a revision.
    func changes(after revision: Revision) -> ChangeClasses {
        var changes: ChangeClasses = []
        for place in revisions.indices where revisions[place] > revision {
            changes.insert(ChangeClasses(rawValue: 1 << place))
        }
        return changes
    }

    /// The newest revision at which one of these classes changed.
    func newest(of changes: ChangeClasses) -> Revision {
        var newest: Revision = 0
        for place in revisions.indices where changes.rawValue & 1 << place != 0 {
            newest = max(newest, revisions[place])
        }
        return newest
    }
}

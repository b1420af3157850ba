import NowPlaying

/// The position of one subscription, and the documents that later records may change.
///
/// After a reconnection, the hub is told the last `resume` since a `synced`: before that, stations
/// may be missing whatever the numbers say.
struct SubscriptionCursor: Sendable {
    /// The version last told of a station or a session.
    private struct Told: Equatable {
        let revision: Int
        let content: Int
    }

    /// The number by which the program knows it.
    let number: Int
    private let subscription: HubSubscription
    /// The hub's number of it on this connection.
    private(set) var id: Int?
    /// All that was there has come.
    private(set) var isSynced = false
    private var epoch = ""
    /// The position up to which everything is held.
    private var position: HubPosition?
    /// Documents that changes are applied to, by their owners.
    private var trees: [String: JSONTree] = [:]
    private var told: [String: Told] = [:]

    init(_ number: Int, _ subscription: HubSubscription) {
        self.number = number
        self.subscription = subscription
    }

    /// After a first document, the hub sends only what changed.
    var wantsPatches: Bool { subscription.wantsPatches }

    /// The parameters of `subscribe`.
    var parameters: [String: JSONTree] { subscription.parameters(since: position) }

    /// There is no connection.
    mutating func disconnected() {
        (id, isSynced) = (nil, false)
    }

    /// The hub has subscribed it.
    mutating func subscribed(as id: Int?, epoch: String, recovered: Bool?) {
        self.id = id
        self.epoch = epoch
        guard recovered != true else { return }
        if recovered == false { position = nil }
        (trees, told) = ([:], [:])
    }

    /// All that was there has come.
    mutating func synced(_ resume: Int) {
        isSynced = true
        note(resume)
    }

    /// Takes a record; gives it with its whole document, `nil` where it was told before.
    mutating func apply(_ record: HubRecord, _ resume: Int) -> HubRecord? {
        note(resume)
        var record = record
        if let changes = record.changes {
            guard let tree = changes.tree(from: trees[record.owner]) else { return nil }
            record.tree = tree
            record.content = HubRecord.Content(tree, view: record.view)
        }
        trees[record.owner] = record.tree
        return isNews(record) ? record : nil
    }

    private mutating func note(_ resume: Int) {
        guard isSynced else { return }
        position = HubPosition(epoch: epoch, revision: resume)
    }

    /// After an interruption a record may come twice.
    private mutating func isNews(_ record: HubRecord) -> Bool {
        guard record.content != .unread else { return true }
        let news = Told(revision: record.revision, content: record.content.hashValue)
        if told[record.owner] == news { return false }
        told[record.owner] = record.content == .removed ? nil : news
        return true
    }
}

extension HubRecord.Changes {
    /// The document after the changes; `nil` where there is none that they could change.
    fileprivate func tree(from base: JSONTree?) -> JSONTree? {
        guard var tree = base else { return nil }
        if let patch { tree.apply(patch: patch) }
        if let rows { tree.apply(rows: rows) }
        if let templates { tree.apply(templates: templates) }
        return tree
    }
}

extension HubRecord.Content {
    fileprivate init(_ tree: JSONTree, view: String) {
        let content: Self? =
            switch view {
            case HubView.nowPlaying.rawValue: tree.read(as: NowPlaying.self).map { .nowPlaying($0) }
            case HubView.lockScreen.rawValue: tree.read(as: LockCard.self).map { .lockScreen($0) }
            case HubView.carPlay.rawValue: tree.read(as: CarDocument.self).map { .carPlay($0) }
            default: nil
            }
        self = content ?? .unread
    }
}

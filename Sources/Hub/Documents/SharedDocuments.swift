import DequeModule
import FanOut
import NowPlaying
import Sessions

/// The documents that a hub shares with its cluster, and the changes that it has to write there.
///
/// A document is changed by one change at a time. The change is made to the last version told, and
/// proposed. Clients are served the new version, and are answered, when the cluster tells it. If
/// another member was first, the change is made again to that member's version.
struct SharedDocuments: Sendable {
    /// A change that has no outcome yet.
    struct Proposal: Sendable {
        let number: Int
        /// The revision that it was made to.
        let expecting: Revision
        /// The store has it at this revision.
        var stored: Revision?
        /// Another member was first.
        var isRefused = false
    }

    /// This member, in this life.
    var own = ""
    /// The members that are there.
    var members: Set<String> = []
    /// All that the store has was told.
    private(set) var isTold = false
    /// The revision up to which each was told; 0 where it is not there.
    private(set) var revisions: [SharedDocument: Revision] = [:]
    /// The documents that are present.
    private(set) var present: Set<SharedDocument> = []
    /// The changes that wait, in their order.
    private(set) var changes: [SharedDocument: Deque<SharedChange>] = [:]
    private(set) var proposals: [SharedDocument: Proposal] = [:]
    private var lastProposal = 0

    /// The store is there, perhaps another: it tells all that it has.
    mutating func begin() {
        (isTold, revisions, present, proposals) = (false, [:], [], [:])
    }

    mutating func told() { isTold = true }

    /// The documents whose first change is in the store, and was not told.
    var stored: [SharedDocument] {
        proposals.filter { $0.value.stored != nil }.keys.sorted()
    }

    mutating func told(_ document: SharedDocument, isThere: Bool, at revision: Revision) {
        revisions[document] = revision
        if isThere { present.insert(document) } else { present.remove(document) }
    }

    /// Nothing is left of it: it is written anew as if it had never been there.
    mutating func forget(_ document: SharedDocument) { revisions[document] = nil }

    // MARK: Changes

    mutating func enqueue(_ change: SharedChange, of document: SharedDocument) {
        changes[document, default: []].append(change)
    }

    /// The change of a document whose turn it is; `nil` while another is under way.
    func next(of document: SharedDocument) -> SharedChange? {
        isTold && proposals[document] == nil ? changes[document]?.first : nil
    }

    /// The first change has its outcome.
    mutating func finish(_ document: SharedDocument) {
        proposals[document] = nil
        changes[document]?.removeFirst()
        if changes[document]?.isEmpty == true { changes[document] = nil }
    }

    /// Notes the screen to which the first change leads; it is known before the change is made.
    mutating func note(then: String?, of document: SharedDocument) {
        changes[document]?[0].then = then
    }

    mutating func takeAll() -> [SharedChange] {
        defer { changes = [:] }
        proposals = [:]
        return waiting.flatMap { changes[$0] ?? [] }
    }

    /// The documents that have changes.
    var waiting: [SharedDocument] { changes.keys.sorted() }

    /// True if the cluster is about to be told of a session's followers.
    func tellsFollowers(of document: SharedDocument) -> Bool {
        changes[document]?.contains { if case .followers = $0.kind { true } else { false } } == true
    }

    /// Takes the changes that have waited for too long, which are the first of each document.
    mutating func takeExpired(at now: Instant) -> [SharedChange] {
        var expired: [SharedChange] = []
        for document in waiting {
            while let first = changes[document]?.first, first.expires <= now {
                expired.append(first)
                finish(document)
            }
        }
        return expired
    }

    var deadline: Instant? { changes.values.compactMap { $0.first?.expires }.min() }

    // MARK: Proposals

    /// - Returns: The number of the proposal, and the revision that it expects.
    mutating func propose(_ document: SharedDocument) -> (number: Int, expecting: Revision) {
        lastProposal += 1
        let proposal = Proposal(number: lastProposal, expecting: revisions[document] ?? 0)
        proposals[document] = proposal
        return (proposal.number, proposal.expecting)
    }

    func document(of proposal: Int) -> SharedDocument? {
        proposals.first { $0.value.number == proposal }?.key
    }

    mutating func stored(_ document: SharedDocument, at revision: Revision) {
        proposals[document]?.stored = revision
    }

    mutating func refused(_ document: SharedDocument) { proposals[document]?.isRefused = true }

    /// The first change was not written, and is to be made again.
    mutating func withdraw(_ document: SharedDocument) { proposals[document] = nil }

    /// True if the first change of a document was told.
    func isDone(_ document: SharedDocument) -> Bool {
        guard let stored = proposals[document]?.stored else { return false }
        return revisions[document] ?? 0 >= stored
    }

    /// True if the first change was refused and a version newer than its base was told.
    func isOutrun(_ document: SharedDocument) -> Bool {
        guard let proposal = proposals[document], proposal.isRefused else { return false }
        return revisions[document] ?? 0 != proposal.expecting
    }
}

/// A change of a document, until the store has it.
struct SharedChange: Sendable {
    enum Kind: Sendable {
        indirect case command(SessionCommand, session: String, sender: String?)
        indirect case report(SessionReport, session: String)
        /// A client is gone that was the session's player, if it still is.
        case playerLeft(ClientID)
        /// The hub has followers of the session, or no more.
        case followers
        /// The store does not have it.
        case missing
        /// The session is over.
        case end
    }

    let kind: Kind
    /// The client that waits for the answer, and the id of its request.
    var client: ClientID?
    var request: [UInt8]?
    /// The deadline at which it is given up.
    let expires: Instant
    /// The screen that its sender shows next.
    var then: String?

    init(_ kind: Kind, expires: Instant) {
        self.kind = kind
        self.expires = expires
    }
}

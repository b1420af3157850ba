import Cluster
import NowPlaying

/// As much of a hub as documents need: each is the list of the changes that were made to it.
struct SimulatedDocuments {
    static let all: [SharedDocument] = [.preferences, .session("kitchen"), .session("ü.1")]

    struct Proposal {
        let number: Int
        /// The change; `nil` where the store is only given what it does not have.
        let change: Int?
        let expecting: Revision
        /// The number of the store that it was for: a store that has lost its data gets another
        /// one.
        let store: Int
        var stored: Revision?
        var isRefused = false
    }

    /// The changes that clients are shown.
    var shown: [SharedDocument: [Int]] = [:]
    var revisions: [SharedDocument: Revision] = [:]
    var waiting: [SharedDocument: [Int?]] = [:]
    var proposals: [SharedDocument: Proposal] = [:]
    var isTold = false
    var lastProposal = 0

    /// The store is another, or this hub goes on alone.
    mutating func begin() {
        // Does not repeat a proposal that the store has stored.
        for (document, proposal) in proposals where proposal.stored != nil {
            waiting[document]?.removeFirst()
        }
        (revisions, proposals, isTold) = ([:], [:], false)
    }

    static func bytes(_ changes: [Int]) -> [UInt8] {
        Array(changes.map(String.init).joined(separator: " ").utf8)
    }

    static func changes(_ bytes: [UInt8]?) -> [Int] {
        String(decoding: bytes ?? [], as: UTF8.self).split(separator: " ").compactMap { Int($0) }
    }
}

/// Clients of all members change the same documents.
extension ClusterSimulation {
    /// A client asks a member for a change.
    mutating func ask() {
        schedule(.ask, after: 100 + random(3_000))
        let index = Int(random(Int64(members.count)))
        let document = SimulatedDocuments.all[Int(random(3))]
        guard members[index].isRunning, members[index].stoppedUntil <= now,
            members[index].epoch != nil, !members[index].isAlone
        else { return }
        lastChange += 1
        members[index].documents.waiting[document, default: []].append(lastChange)
        change(document, index)
    }

    /// Proposes the next change of a document.
    private mutating func change(_ document: SharedDocument, _ index: Int) {
        let documents = members[index].documents
        guard documents.isTold, documents.proposals[document] == nil,
            let change = documents.waiting[document]?.first
        else { return }
        let isMissing = documents.revisions[document] == nil
        guard change != nil || isMissing else {
            members[index].documents.waiting[document]?.removeFirst()
            return self.change(document, index)
        }
        let content = (documents.shown[document] ?? []) + [change].compactMap(\.self)
        let revision = documents.revisions[document] ?? 0
        let number = documents.lastProposal + 1
        members[index].documents.lastProposal = number
        members[index].documents.proposals[document] = SimulatedDocuments.Proposal(
            number: number, change: change, expecting: revision, store: storeNumber)
        let bytes = SimulatedDocuments.bytes(content)
        handle(.proposed(number, document, bytes, expecting: revision), of: index)
    }

    mutating func told(
        _ document: SharedDocument, _ content: [UInt8]?, _ revision: Revision, _ index: Int
    ) {
        let changes = SimulatedDocuments.changes(content)
        narrate("\(members[index].name) has \(changes.count) of \(document) at \(revision)")
        if let before = members[index].documents.revisions[document], revision <= before {
            violate("\(document) goes back from \(before) to \(revision)")
        }
        if Set(changes).count != changes.count { violate("\(document): a change was made twice") }
        members[index].documents.shown[document] = changes
        members[index].documents.revisions[document] = revision
        goOn(document, index)
    }

    mutating func allDocumentsTold(_ index: Int) {
        members[index].documents.isTold = true
        for document in SimulatedDocuments.all {
            let isMissing = members[index].documents.revisions[document] == nil
            if isMissing, members[index].documents.shown[document]?.isEmpty == false {
                members[index].documents.waiting[document, default: []].insert(nil, at: 0)
            }
            change(document, index)
        }
    }

    mutating func settled(_ number: Int, _ outcome: DocumentOutcome, _ index: Int) {
        let found = members[index].documents.proposals.first { $0.value.number == number }
        guard let document = found?.key else { return }
        switch outcome {
        case .stored(let revision):
            members[index].documents.proposals[document]?.stored = revision
            goOn(document, index)
        case .refused:
            members[index].documents.proposals[document]?.isRefused = true
            goOn(document, index)
        case .unknown:
            // Its client is told so.
            finish(document, index)
            change(document, index)
        case .unsent: members[index].documents.proposals[document] = nil
        }
    }

    private mutating func goOn(_ document: SharedDocument, _ index: Int) {
        guard let proposal = members[index].documents.proposals[document] else { return }
        let revision = members[index].documents.revisions[document] ?? 0
        if let stored = proposal.stored, stored <= revision {
            if let change = proposal.change, proposal.store == storeNumber {
                acknowledged[document, default: []].insert(change)
            }
            finish(document, index)
        } else if proposal.isRefused, revision != proposal.expecting {
            members[index].documents.proposals[document] = nil
        } else {
            return
        }
        change(document, index)
    }

    private mutating func finish(_ document: SharedDocument, _ index: Int) {
        members[index].documents.proposals[document] = nil
        members[index].documents.waiting[document]?.removeFirst()
    }

    private func stored(_ document: SharedDocument) -> [Int] {
        SimulatedDocuments.changes(store.entries[.document(document)]?.value)
    }

    /// Forgets acknowledged changes that the store has lost.
    mutating func forgetLostChanges() {
        storeNumber += 1
        for document in SimulatedDocuments.all {
            let kept = stored(document)
            acknowledged[document]?.formIntersection(kept)
        }
    }

    mutating func checkDocuments() {
        for document in SimulatedDocuments.all {
            let lost = acknowledged[document, default: []].subtracting(stored(document))
            if !lost.isEmpty { violate("\(document): \(lost.sorted()) were acknowledged and lost") }
            for member in members where (member.documents.shown[document] ?? []) != stored(document)
            {
                violate("\(member.name) has another \(document) than the store")
            }
        }
    }
}

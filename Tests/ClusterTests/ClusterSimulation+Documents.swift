import Cluster

/// As much of a hub as documents need: each is the list of the changes that were made to it.
struct SimulatedDocuments {
    static let keys: [StoreKey] = [.preferences, .session("kitchen"), .session("ü.1")]

    struct Proposal {
        let number: ProposalID
        /// The change; `nil` where the store is only given what it does not have.
        let change: Int?
        let expecting: UInt64
        /// The number of the store that it was for: a store that has lost its data gets another
        /// one.
        let store: Int
        var stored: UInt64?
        var isRefused = false
    }

    /// The changes that clients are shown.
    var shown: [StoreKey: [Int]] = [:]
    var revisions: [StoreKey: UInt64] = [:]
    var waiting: [StoreKey: [Int?]] = [:]
    var proposals: [StoreKey: Proposal] = [:]
    var isTold = false
    var lastProposal = 0

    /// The store is another, or this hub goes on alone.
    mutating func begin() {
        // Does not repeat a proposal that the store has stored.
        for (key, proposal) in proposals where proposal.stored != nil {
            waiting[key]?.removeFirst()
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
        let key = SimulatedDocuments.keys[Int(random(3))]
        guard members[index].isRunning, members[index].stoppedUntil <= now,
            members[index].epoch != nil, !members[index].isAlone
        else { return }
        lastChange += 1
        members[index].documents.waiting[key, default: []].append(lastChange)
        change(key, index)
    }

    /// Proposes the next change of a document.
    private mutating func change(_ key: StoreKey, _ index: Int) {
        let documents = members[index].documents
        guard documents.isTold, documents.proposals[key] == nil,
            let change = documents.waiting[key]?.first
        else { return }
        let isMissing = documents.revisions[key] == nil
        guard change != nil || isMissing else {
            members[index].documents.waiting[key]?.removeFirst()
            return self.change(key, index)
        }
        let content = (documents.shown[key] ?? []) + [change].compactMap(\.self)
        let revision = documents.revisions[key] ?? 0
        let number = documents.lastProposal + 1
        members[index].documents.lastProposal = number
        members[index].documents.proposals[key] = SimulatedDocuments.Proposal(
            number: number, change: change, expecting: revision, store: storeNumber)
        let bytes = SimulatedDocuments.bytes(content)
        handle(.proposed(number, key, bytes, expecting: revision), of: index)
    }

    mutating func told(_ key: StoreKey, _ content: [UInt8]?, _ revision: UInt64, _ index: Int) {
        let changes = SimulatedDocuments.changes(content)
        narrate("\(members[index].name) has \(changes.count) of \(key.text) at \(revision)")
        if let before = members[index].documents.revisions[key], revision <= before {
            violate("\(key.text) goes back from \(before) to \(revision)")
        }
        if Set(changes).count != changes.count { violate("\(key.text): a change was made twice") }
        members[index].documents.shown[key] = changes
        members[index].documents.revisions[key] = revision
        goOn(key, index)
    }

    mutating func allDocumentsTold(_ index: Int) {
        members[index].documents.isTold = true
        for key in SimulatedDocuments.keys {
            let isMissing = members[index].documents.revisions[key] == nil
            if isMissing, members[index].documents.shown[key]?.isEmpty == false {
                members[index].documents.waiting[key, default: []].insert(nil, at: 0)
            }
            change(key, index)
        }
    }

    mutating func settled(_ number: ProposalID, _ outcome: ProposalOutcome, _ index: Int) {
        let found = members[index].documents.proposals.first { $0.value.number == number }
        guard let key = found?.key else { return }
        switch outcome {
        case .stored(let revision):
            members[index].documents.proposals[key]?.stored = revision
            goOn(key, index)
        case .refused:
            members[index].documents.proposals[key]?.isRefused = true
            goOn(key, index)
        case .unknown:
            // Its client is told so.
            finish(key, index)
            change(key, index)
        case .unsent: members[index].documents.proposals[key] = nil
        }
    }

    private mutating func goOn(_ key: StoreKey, _ index: Int) {
        guard let proposal = members[index].documents.proposals[key] else { return }
        let revision = members[index].documents.revisions[key] ?? 0
        if let stored = proposal.stored, stored <= revision {
            if let change = proposal.change, proposal.store == storeNumber {
                acknowledged[key, default: []].insert(change)
            }
            finish(key, index)
        } else if proposal.isRefused, revision != proposal.expecting {
            members[index].documents.proposals[key] = nil
        } else {
            return
        }
        change(key, index)
    }

    private mutating func finish(_ key: StoreKey, _ index: Int) {
        members[index].documents.proposals[key] = nil
        members[index].documents.waiting[key]?.removeFirst()
    }

    private func stored(_ key: StoreKey) -> [Int] {
        SimulatedDocuments.changes(store.entries[key]?.value)
    }

    /// Forgets acknowledged changes that the store has lost.
    mutating func forgetLostChanges() {
        storeNumber += 1
        for key in SimulatedDocuments.keys {
            let kept = stored(key)
            acknowledged[key]?.formIntersection(kept)
        }
    }

    mutating func checkDocuments() {
        for key in SimulatedDocuments.keys {
            let lost = acknowledged[key, default: []].subtracting(stored(key))
            if !lost.isEmpty { violate("\(key.text): \(lost.sorted()) were acknowledged and lost") }
            for member in members where (member.documents.shown[key] ?? []) != stored(key) {
                violate("\(member.name) has another \(key.text) than the store")
            }
        }
    }
}

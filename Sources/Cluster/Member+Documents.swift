import NowPlaying

/// A member's knowledge of the documents: sessions, and the choices of listeners.
///
/// No member owns them. A change is made to the version that this member was told, and is written
/// expecting it. Where another member was first the store refuses the write, and the hub makes the
/// change again, to the newer version. So nothing is to be taken over from a member that dies.
struct Documents: Sendable {
    /// The last version of each document that the hub was told.
    var versions: [SharedDocument: StoreEntry] = [:]
    /// The last revision told of each document when it was asked for: the watch may tell more
    /// before the answer comes.
    var reloads: [SharedDocument: UInt64] = [:]
    /// The proposals whose writes have no answer.
    var proposals: [WriteID: Int] = [:]
}

/// Documents: what is served of them, and how they are changed.
extension Member {
    // MARK: Serving

    mutating func documentChanged(
        _ document: SharedDocument, _ entry: StoreEntry, at now: Instant,
        into effects: inout [ClusterEffect]
    ) {
        guard entry.revision > documents.versions[document]?.revision ?? 0 else { return }
        documents.versions[document] = entry
        remains[entry.key] = entry.content == nil ? (entry.revision, now + timing.erasure) : nil
        tell(document, entry.content, at: entry.revision, into: &effects)
    }

    private func tell(
        _ document: SharedDocument, _ content: [UInt8]?, at revision: UInt64,
        into effects: inout [ClusterEffect]
    ) {
        let revision = Revision(clamping: revision)
        effects.append(.documents(.changed(document, content, revision: revision)))
    }

    /// Tells the documents that are known, where the hub has forgotten them.
    mutating func retellDocuments(into effects: inout [ClusterEffect]) {
        for (document, version) in documents.versions.sorted(by: {
            $0.value.revision < $1.value.revision
        }) {
            tell(document, version.content, at: version.revision, into: &effects)
        }
    }

    /// Drops documents that were erased while this member was away: no initial state has them.
    mutating func dropDocuments(
        missingIn entries: [StoreEntry], into effects: inout [ClusterEffect]
    ) {
        let present = Set(entries.map(\.key))
        for document in documents.versions.keys.sorted()
        where !present.contains(.document(document)) {
            documents.versions[document] = nil
            tell(document, nil, at: 0, into: &effects)
        }
    }

    /// Erases what is left of members that are gone, and of documents that were deleted a while
    /// ago: there can be a session for each visitor of a page. Not all at once, since heartbeats
    /// wait behind it.
    mutating func eraseRemains(at now: Instant, into effects: inout [ClusterEffect]) {
        let due = remains.filter { $0.value.due <= now }
        for (key, left) in due.sorted(by: { $0.value.revision < $1.value.revision })
            .prefix(timing.erasuresAtOnce)
        {
            remains[key] = nil
            effects.append(.store(session, .erase(key, revision: left.revision)))
            guard case .document(let document) = key else { continue }
            documents.versions[document] = nil
            effects.append(.documents(.erased(document)))
        }
    }

    /// Tells who is there, where that is news.
    mutating func tellMembers(into effects: inout [ClusterEffect]) {
        guard case .cluster = serving, announcedRoster != roster.version else { return }
        announcedRoster = roster.version
        let members = Set(roster.entries.values.map(\.heartbeat.member.text))
        effects.append(.documents(.members(own: identity.text, members)))
    }

    // MARK: Changing

    mutating func propose(
        _ number: Int, _ document: SharedDocument, _ content: [UInt8],
        expecting revision: Revision, into effects: inout [ClusterEffect]
    ) {
        guard connection == .current else {
            return effects.append(.documents(.answered(number, .unsent)))
        }
        let expected = UInt64(clamping: revision)
        let write = write(.document(document), content, expecting: expected, into: &effects)
        documents.proposals[write] = number
    }

    mutating func documentWritten(
        _ document: SharedDocument, _ write: WriteID, _ outcome: WriteOutcome,
        into effects: inout [ClusterEffect]
    ) {
        guard let number = documents.proposals.removeValue(forKey: write) else { return }
        let told: DocumentOutcome
        switch outcome {
        case .stored(let revision): told = .stored(Revision(clamping: revision))
        // Of a document that was erased no watch tells.
        case .refused:
            told = .refused
            reload(document, into: &effects)
        case .rejected:
            told = .unsent
            counters.rejectedWrites += 1
        case .unknown, .tooLarge: told = .unknown
        }
        effects.append(.documents(.answered(number, told)))
    }

    private mutating func reload(
        _ document: SharedDocument, into effects: inout [ClusterEffect]
    ) {
        documents.reloads[document] = documents.versions[document]?.revision ?? 0
        effects.append(.store(session, .read(.document(document))))
    }

    /// Looks whether the store still has the newest change of a document. One that was restored may
    /// be as far as before, by what others have written since, and documents have no owner who
    /// writes them again.
    mutating func reloadNewestDocument(into effects: inout [ClusterEffect]) {
        let newest = documents.versions.max { $0.value.revision < $1.value.revision }
        if let newest { reload(newest.key, into: &effects) }
    }

    /// A document was read, since the store may have another. What is there the watch tells.
    mutating func documentRead(
        _ document: SharedDocument, _ entry: StoreEntry?, at now: Instant,
        into effects: inout [ClusterEffect]
    ) {
        let known = documents.reloads.removeValue(forKey: document) ?? 0
        if let entry, entry.revision < known {
            beginEpoch(into: &effects)
        } else if let entry, entry.content == nil {
            documentChanged(document, entry, at: now, into: &effects)
        } else if entry == nil, documents.versions[document]?.revision ?? 0 <= known {
            documents.versions[document] = nil
            tell(document, nil, at: 0, into: &effects)
        }
    }

    /// The connection is gone: what was proposed may have been written.
    mutating func doubtProposals(into effects: inout [ClusterEffect]) {
        for proposal in documents.proposals.values.sorted() {
            effects.append(.documents(.answered(proposal, .unknown)))
        }
        documents.proposals = [:]
    }
}

extension StoreEntry {
    /// The content of the entry; `nil` if it was deleted.
    fileprivate var content: [UInt8]? { value?.isEmpty == true ? nil : value }
}

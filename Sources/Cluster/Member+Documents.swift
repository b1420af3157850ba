import NowPlaying

/// A member's knowledge of the documents: sessions, and the choices of listeners.
///
/// No member owns them. A change is made to the version that this member was told, and is written
/// expecting it. Where another member was first the store refuses the write, and the hub makes the
/// change again, to the newer version. So nothing is to be taken over from a member that dies.
struct Documents: Sendable {
    /// A version that the hub was told.
    struct Version: Sendable {
        var revision: UInt64
        /// `nil` where it is deleted.
        var content: [UInt8]?
        /// The time since which the document is known to be deleted.
        var deletedAt: Instant?
    }

    /// The last version of each document.
    var versions: [StoreKey: Version] = [:]
    /// The last revision told of each document when it was asked for: the watch may tell more
    /// before the answer comes.
    var reloads: [StoreKey: UInt64] = [:]
    /// The proposals whose writes have no answer.
    var proposals: [WriteID: ProposalID] = [:]
}

/// Documents: what is served of them, and how they are changed.
extension Member {
    // MARK: Serving

    mutating func documentChanged(
        _ entry: StoreEntry, at now: Instant, into effects: inout [ClusterEffect]
    ) {
        guard entry.revision > documents.versions[entry.key]?.revision ?? 0 else { return }
        let content = entry.content
        documents.versions[entry.key] = Documents.Version(
            revision: entry.revision, content: content, deletedAt: content == nil ? now : nil)
        effects.append(.document(entry.key, content, revision: entry.revision))
    }

    /// Tells the documents that are known, where the hub has forgotten them.
    mutating func retellDocuments(into effects: inout [ClusterEffect]) {
        for (key, version) in documents.versions.sorted(by: {
            $0.value.revision < $1.value.revision
        }) {
            effects.append(.document(key, version.content, revision: version.revision))
        }
    }

    /// Drops documents that were erased while this member was away: no initial state has them.
    mutating func dropDocuments(
        missingIn entries: [StoreEntry], into effects: inout [ClusterEffect]
    ) {
        let present = Set(entries.map(\.key))
        for key in documents.versions.keys.sorted(by: { $0.text < $1.text })
        where !present.contains(key) {
            documents.versions[key] = nil
            effects.append(.document(key, nil, revision: 0))
        }
    }

    /// Erases what is left of members that are gone, and of documents that were deleted a while
    /// ago: there can be a session for each visitor of a page. Not all at once, since heartbeats
    /// wait behind it.
    mutating func eraseRemains(at now: Instant, into effects: inout [ClusterEffect]) {
        for (name, left) in remains.sorted(by: { $0.key < $1.key })
        where left.since + timing.mourning <= now {
            remains[name] = nil
            effects.append(.store(session, .erase(.member(name), revision: left.revision)))
        }
        let due = documents.versions.filter { _, version in
            version.deletedAt.map { $0 + timing.erasure <= now } ?? false
        }
        for (key, version) in due.sorted(by: { $0.value.revision < $1.value.revision })
            .prefix(timing.erasuresAtOnce)
        {
            documents.versions[key] = nil
            effects.append(.store(session, .erase(key, revision: version.revision)))
            effects.append(.documentErased(key))
        }
    }

    /// Tells who is there, where that is news.
    mutating func tellMembers(into effects: inout [ClusterEffect]) {
        guard case .cluster = serving, announcedRoster != roster.version else { return }
        announcedRoster = roster.version
        effects.append(.members(Set(roster.entries.values.map(\.heartbeat.member))))
    }

    // MARK: Changing

    mutating func propose(
        _ id: ProposalID, _ key: StoreKey, _ content: [UInt8], expecting revision: UInt64,
        into effects: inout [ClusterEffect]
    ) {
        guard connection == .current else { return effects.append(.answered(id, .unsent)) }
        let write = write(key, content, expecting: revision, into: &effects)
        documents.proposals[write] = id
    }

    mutating func documentWritten(
        _ key: StoreKey, _ write: WriteID, _ outcome: WriteOutcome,
        into effects: inout [ClusterEffect]
    ) {
        guard let id = documents.proposals.removeValue(forKey: write) else { return }
        switch outcome {
        case .stored(let revision): effects.append(.answered(id, .stored(revision)))
        case .refused:
            effects.append(.answered(id, .refused))
            // Of a document that was erased no watch tells.
            documents.reloads[key] = documents.versions[key]?.revision ?? 0
            effects.append(.store(session, .read(key)))
        case .rejected:
            counters.rejectedWrites += 1
            effects.append(.answered(id, .unsent))
        case .unknown, .tooLarge: effects.append(.answered(id, .unknown))
        }
    }

    /// A document was read, because a change of it was refused. What is there the watch tells.
    mutating func documentRead(
        _ key: StoreKey, _ entry: StoreEntry?, at now: Instant, into effects: inout [ClusterEffect]
    ) {
        let known = documents.reloads.removeValue(forKey: key) ?? 0
        if let entry, entry.revision < known {
            beginEpoch(into: &effects)
        } else if let entry, entry.content == nil {
            documentChanged(entry, at: now, into: &effects)
        } else if entry == nil, documents.versions[key]?.revision ?? 0 <= known {
            documents.versions[key] = nil
            effects.append(.document(key, nil, revision: 0))
        }
    }

    /// The connection is gone: what was proposed may have been written.
    mutating func doubtProposals(into effects: inout [ClusterEffect]) {
        for proposal in documents.proposals.values.sorted() {
            effects.append(.answered(proposal, .unknown))
        }
        documents.proposals = [:]
    }
}

extension StoreEntry {
    /// The content of the entry; `nil` if it was deleted.
    fileprivate var content: [UInt8]? { value?.isEmpty == true ? nil : value }
}

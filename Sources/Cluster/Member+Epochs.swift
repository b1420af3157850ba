import NowPlaying
import Support

/// The lives of the store: a connection goes on in the one that this member knows, or begins with
/// all that another has.
extension Member {
    // MARK: Connections

    /// The connection stands. Only what was missed is asked for if it is the store that this member
    /// knows, and it has all that it had.
    mutating func opened(
        _ head: StoreHead, at now: Instant, into effects: inout [ClusterEffect]
    ) {
        guard case .filling = connection else { return }
        if head.replicas != timing.replicas {
            let notice = ClusterNotice.otherReplicas(head.replicas, expected: timing.replicas)
            warn(notice, of: "replicas", into: &effects)
        }
        versionProblem = head.version?.problem(onServers: head.replicas)
        if let versionProblem {
            warn(.store(.badVersion(problem: versionProblem)), of: "version", into: &effects)
        }
        initial.head = head.last
        let name = head.epoch.flatMap(name(of:))
        let isServed = lives.served.contains { $0.epoch == name }
        let hasLess =
            name.map { isServed && !hasAll(head, of: $0, at: now) } ?? !lives.served.isEmpty
        if hasLess, looksAgain(at: now, into: &effects) { return }
        lives.isSecondLook = false
        guard name == nil || name != lives.known || hasLess else {
            return effects.append(.store(session, .follow(behind: lives.lastRevision)))
        }
        beginAnew(into: &effects)
        // Of one that all have left no one can tell whether it was restored.
        let isDeserted = head.silence > timing.desertion
        guard let name, let entry = head.epoch, hasLess || !isServed && isDeserted else { return }
        (initial.condemned, lives.epoch) = (name, (name, entry.revision))
        hasLess ? beginEpoch(into: &effects) : writeEpoch(into: &effects)
    }

    /// True if a store has all that clients were served of an epoch, and has not gone back to one
    /// that was left. Only this member writes its own heartbeat: a store that was written to since
    /// it was restored still has an older one, or none: others erase one after a long time only.
    /// Stations' keys are never erased: a server that was killed can lose some amid its stream.
    private func hasAll(_ head: StoreHead, of name: String, at now: Instant) -> Bool {
        guard let last = lives.served.last, last.epoch == name, last.last <= head.last,
            stations.allSatisfy({ $1.revision == 0 || head.stations?.contains($0) ?? true })
        else { return false }
        guard let own = head.own else {
            return heartbeats.echoed == 0 || lostAt + timing.mourning <= now
        }
        return own.revision >= heartbeats.echoed
    }

    /// The store has less than it had. One of several servers may be behind the others: that is
    /// looked at again. Else it was restored from a backup, and begins another epoch.
    private mutating func looksAgain(
        at now: Instant, into effects: inout [ClusterEffect]
    ) -> Bool {
        guard timing.replicas > 1, !lives.isSecondLook else { return false }
        effects.append(.note(.store(.doubted)))
        close("NATS has less than it had", at: now, into: &effects)
        connection = .closed(until: now + timing.secondLook)
        lives.isSecondLook = true
        return true
    }

    /// Forgets what the store had, and asks for all that it has.
    private mutating func beginAnew(into effects: inout [ClusterEffect]) {
        lives.forget()
        (owners, writes.queue) = ([:], [])
        writes.outdate()
        for id in upstreams.keys {
            upstreams[id]?.fence = nil
            upstreams[id]?.needsTerm = true
        }
        for id in stations.keys { stations[id]?.disconnected() }
        effects.append(.store(session, .follow(behind: nil)))
    }

    // MARK: Entering

    /// Serves what was told once it is complete, in the epoch that the store has.
    mutating func enterIfReady(at now: Instant, into effects: inout [ClusterEffect]) {
        guard case .filling = connection, initial.isComplete else { return }
        if let entry = initial.last(of: .epoch) { lives.epoch = (name(of: entry), entry.revision) }
        guard let epoch = lives.epoch.name, epoch != initial.condemned else {
            return writeEpoch(into: &effects)
        }
        guard lives.known == nil || lives.known == epoch else {
            return refill("the store's epoch is another", at: now, into: &effects)
        }
        // A server may be behind the others, or have another stream: it is trusted once it tells
        // the heartbeat that they have stored.
        let told = initial.last(of: .member(identity.name))?.revision ?? 0
        guard heartbeats.isTold(upTo: told) || namesakeUntil != nil else {
            if heartbeats.unanswered == nil, !heartbeats.isConfirmed {
                sendBeat(at: now, into: &effects)
            }
            return
        }
        enter(epoch, at: now, into: &effects)
    }

    private mutating func enter(
        _ name: String, at now: Instant, into effects: inout [ClusterEffect]
    ) {
        let entries = initial.entries
        let before = lives.lastRevision
        let last = entries.reduce(max(before, initial.head)) { max($0, $1.revision) }
        let isContinued = lives.known != nil
        let hasLostData = lives.served.last.map { $0.epoch != name } ?? false
        // The heartbeat of another epoch is no measure: it is kept until here, as a restored store
        // may have that epoch again.
        if hasLostData { heartbeats.echoed = 0 }
        initial.entries = []
        lives.enter(name, at: last, remembering: timing.epochsRemembered)
        begin(at: now, with: entries, isContinued: isContinued, into: &effects)
        let (wasAlone, isEntered) = (serving == .alone, serving != .cluster(epoch: name))
        if isEntered { enterEpoch(name, isContinued: isContinued, into: &effects) }
        serveStations(of: entries, afterAlone: wasAlone, at: now, into: &effects)
        if isEntered, isContinued, before > 0 { confirmServed(upTo: before, into: &effects) }
        tellMembers(into: &effects)
        if !isContinued { dropDocuments(missingIn: entries, into: &effects) }
        if isEntered { retellDocuments(into: &effects) }
        if wasAlone, isContinued { reloadNewestDocument(into: &effects) }
        for entry in entries {
            guard case .document(let document) = entry.key else { continue }
            documentChanged(document, entry, at: now, into: &effects)
        }
        effects.append(.documents(.filled))
        effects.append(.replicas(.filled(away: hasLostData ? nil : now - lostAt)))
        effects.append(.store(session, .nextPlays(since: newestPlay)))
        connection = .current
        if isContinued { owners.keys.sorted().forEach { disown($0, into: &effects) } }
        goOnWriting()
        readUntold(into: &effects)
        if wasAlone { doubtUnread(at: now, into: &effects) }
        review(at: now, into: &effects)
    }

    /// The connection is there from now on: its heartbeats count.
    private mutating func begin(
        at now: Instant, with entries: [StoreEntry], isContinued: Bool,
        into effects: inout [ClusterEffect]
    ) {
        (filledAt, toldAt) = (now, now)
        heartbeats.next = heartbeats.isConfirmed ? heartbeats.sentAt + timing.heartbeat : now
        if rejections.trialSize == 0 { redials = 0 }
        rejections.trialSize = 0
        inspection.isWanted = true
        warned.remove("epoch")
        for entry in entries {
            guard case .member(let name) = entry.key else { continue }
            heard(entry, of: name, at: now, into: &effects)
        }
        roster.reconnected(afterLoss: hasLostStore, at: now)
        hasLostStore = false
        for case .member(let name) in entries.map(\.key) where isContinued {
            roster.wasThere(name, at: now)
        }
        for id in upstreams.keys {
            upstreams[id]?.vacantSince = nil
            bar(id, until: now + timing.firstClaim)
        }
    }

    private mutating func enterEpoch(
        _ name: String, isContinued: Bool, into effects: inout [ClusterEffect]
    ) {
        serving = .cluster(epoch: name)
        if !isContinued {
            for id in stations.keys { stations[id]?.beginEpoch() }
            documents.versions = [:]
        }
        let revision = Revision(clamping: lives.lastRevision)
        effects.append(.replicas(.entered(epoch: name, revision: revision)))
        effects.append(.note(.joined(epoch: name, members: roster.entries.count)))
    }

    /// Serves the stations of what was told. The links of upstreams that others have taken
    /// meanwhile are closed first: what they have made of their stations does not count any more.
    private mutating func serveStations(
        of entries: [StoreEntry], afterAlone: Bool, at now: Instant,
        into effects: inout [ClusterEffect]
    ) {
        for entry in entries {
            guard case .owner(let id) = entry.key else { continue }
            ownerChanged(of: id, entry, afterAlone: afterAlone, at: now, into: &effects)
        }
        for id in upstreams.keys.sorted() where !isToRead(id) { letGo(id, into: &effects) }
        for entry in entries {
            guard case .station(let id) = entry.key else { continue }
            stationChanged(id, entry, at: now, into: &effects)
        }
    }

    /// Clients are served the cluster's states again, of which some have not changed meanwhile.
    private mutating func confirmServed(
        upTo revision: UInt64, into effects: inout [ClusterEffect]
    ) {
        for (id, record) in stations.sorted(by: { $0.key < $1.key })
        where !record.isLinked && !record.isUntold
            && (1...revision).contains(record.served.revision)
        {
            stations[id]?.doubt = nil
            effects.append(.replicas(.reread(station: id)))
        }
    }

    // MARK: Epochs

    /// Gives the store's life another name, because versions of this one mean two things.
    mutating func beginEpoch(into effects: inout [ClusterEffect]) {
        warn(.store(.wentBack), of: "epoch", into: &effects)
        writeEpoch(into: &effects)
    }

    func name(of entry: StoreEntry) -> String? {
        let name = entry.value.flatMap(\.word)
        return name?.isIdentifier == true ? name : nil
    }

    /// Eight random bytes in hexadecimal digits.
    mutating func makeEpoch() -> String { generator.next().hexadecimal }

    private mutating func writeEpoch(into effects: inout [ClusterEffect]) {
        guard !writes.contain(.epoch) else { return }
        let value = Array(makeEpoch().utf8)
        _ = write(.epoch, value, expecting: lives.epoch.revision, into: &effects)
    }
}

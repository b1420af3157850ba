import NowPlaying
import Support

/// The connection to the store, and what the watch tells.
extension Member {
    // MARK: Connecting

    mutating func open(at now: Instant, into effects: inout [ClusterEffect]) {
        session += 1
        connection = .filling(since: now)
        (filling, filledUpTo, epoch, probed) = ([], nil, nil, nil)
        (isConfirmed, filledFurtherAt) = (false, nil)
        firstWrite = lastWrite + 1
        isPastFirstClaim = false
        effects.append(.store(session, .open(trying: rejections.beginTrial())))
    }

    /// Gives the connection up. All that is under way on it has an unknown outcome, which the next
    /// initial state tells.
    mutating func close(
        _ reason: String, at now: Instant, into effects: inout [ClusterEffect]
    ) {
        if connection == .current { counters.losses += 1 }
        hasLostStore = true
        hangUp(reason, at: now, into: &effects)
    }

    private mutating func hangUp(
        _ reason: String, at now: Instant, into effects: inout [ClusterEffect]
    ) {
        if connection == .current { lostAt = now }
        if !isConfirmed, filledFurtherAt != nil { isDoubted = true }
        lostReason = reason
        rejections.disconnected()
        connection = .closed(until: now + rejections.redial(timing))
        effects.append(.store(session, .close))
        doubtProposals(into: &effects)
        // Events that still come from it are of an earlier session.
        session += 1
        (beat, writes, writesInFlight, queue) = (nil, [:], 0, [])
        otherOwners = [:]
        for id in upstreams.keys { upstreams[id]?.disconnected() }
        for id in stations.keys { stations[id]?.disconnected() }
    }

    /// Makes the watch anew, at once: the store is there.
    mutating func refill(_ reason: String, at now: Instant, into effects: inout [ClusterEffect]) {
        hangUp(reason, at: now, into: &effects)
        open(at: now, into: &effects)
    }

    /// The deadline for going on alone, if the store has stored nothing by then; `nil` for none.
    ///
    /// An answer of the store does not extend it. Only the first store that tells its state is
    /// given time for that: the state may be large.
    var aloneDeadline: Instant? {
        let patience = serving == .nothing ? timing.firstPatience : timing.patience
        switch connection {
        case _ where serving == .alone: return nil
        case .ended: return nil
        case .current: return rejections.since.map { $0 + patience }
        case .closed: return lostAt + patience
        case .filling(let since):
            guard !isDoubted, let filledFurtherAt else { return lostAt + patience }
            return max(lostAt, min(filledFurtherAt, since + timing.filling)) + patience
        }
    }

    /// The deadline for the initial state, which each part of it extends: a store that goes on
    /// telling it is there. Other messages do not extend it: the watch may have been lost, and then
    /// an epoch that another member wrote never comes.
    func fillingEnd(since start: Instant) -> Instant {
        max(start, filledFurtherAt ?? start) + timing.filling
    }

    /// The deadline for the confirmation of a heartbeat. Each message of the store extends it: the
    /// confirmation may wait behind many others.
    var answerEnd: Instant { max(beatSentAt, heardAt) + timing.answer }

    /// Goes on alone, if the store has stored nothing for too long.
    mutating func goAloneIfOverdue(at now: Instant, into effects: inout [ClusterEffect]) {
        guard let end = aloneDeadline, end <= now else { return }
        if connection == .current { leaveStore(at: now, into: &effects) }
        serving = .alone
        effects.append(.note(.alone(reason: lostReason)))
        holdOwnShare(into: &effects)
        effects.append(.goAlone(epoch: makeEpoch(), reason: lostReason))
    }

    /// Leaves what this member owns to others, whose writes the store may take. Its links go on.
    private mutating func leaveStore(at now: Instant, into effects: inout [ClusterEffect]) {
        for id in upstreams.keys.sorted() where isOwned(id) {
            writeOwner(of: id, nil, into: &effects)
        }
        effects.append(.store(session, .leave(name: identity.name)))
        close(rejections.reason, at: now, into: &effects)
    }

    /// Eight random bytes in hexadecimal digits.
    private mutating func makeEpoch() -> String { generator.next().hexadecimal }

    // MARK: What it tells

    mutating func apply(
        _ event: StoreEvent, at now: Instant, into effects: inout [ClusterEffect]
    ) {
        if case .closed = event {} else { heardAt = now }
        switch event {
        case .changed(let entry): changed(entry, at: now, into: &effects)
        case .passed(let revision): passed(revision)
        case .heartbeat(let name, let heartbeat):
            heard(heartbeat, of: name, at: now, into: &effects)
        case .filled(let last):
            filledUpTo = last
            enterIfReady(at: now, into: &effects)
        case .probed(let last): probed = last
        case .written(let id, let outcome): written(id, outcome, at: now, into: &effects)
        case .read(let key, let entry) where key.isDocument:
            documentRead(key, entry, at: now, into: &effects)
        case .read(let key, let entry): readBack(key, entry, at: now, into: &effects)
        case .plays(let plays):
            for (station, plays) in plays.sorted(by: { $0.key < $1.key }) {
                effects.append(.played(station: station, plays))
            }
            effects.append(.store(session, .nextPlays))
        case .replicas(let count):
            guard count != timing.replicas, !hasWarnedOfReplicas else { break }
            hasWarnedOfReplicas = true
            effects.append(.note(.otherReplicas(count, expected: timing.replicas)))
        case .closed(let reason): close(reason, at: now, into: &effects)
        }
    }

    private mutating func changed(
        _ entry: StoreEntry, at now: Instant, into effects: inout [ClusterEffect]
    ) {
        guard connection == .current else {
            filling.append(entry)
            filledFurtherAt = now
            if entry.key == .epoch, filledUpTo != nil { enterIfReady(at: now, into: &effects) }
            return
        }
        passed(entry.revision)
        apply(entry, at: now, into: &effects)
    }

    private mutating func passed(_ revision: UInt64) {
        guard connection == .current else { return }
        lastRevision = max(lastRevision, revision)
        served[served.count - 1].last = lastRevision
    }

    private mutating func apply(
        _ entry: StoreEntry, at now: Instant, into effects: inout [ClusterEffect]
    ) {
        switch entry.key {
        case .epoch:
            // Its states are told from the beginning, as those of any other epoch.
            guard name(of: entry) != epoch?.name else { return }
            refill("the store's epoch is another", at: now, into: &effects)
        case .owner(let id): ownerChanged(of: id, entry, at: now, into: &effects)
        case .station(let id): stationChanged(id, entry, into: &effects)
        case .preferences, .session: documentChanged(entry, at: now, into: &effects)
        }
    }

    /// Keeps the connection alive, and notices where it only seems to be.
    mutating func keepAlive(at now: Instant, into effects: inout [ClusterEffect]) {
        if beat != nil, answerEnd <= now {
            return close("NATS does not answer", at: now, into: &effects)
        }
        if isWatchSilent(at: now) {
            counters.silentWatches += 1
            effects.append(.note(.watchSilent))
            return refill("the watch was silent", at: now, into: &effects)
        }
        if nextProbe <= now {
            nextProbe = now + timing.probe
            probed = nil
            effects.append(.store(session, .probe))
            eraseDocuments(at: now, into: &effects)
        }
        if filledAt + timing.trust <= now { rejections.trust() }
        if beat == nil, nextBeat <= now { sendBeat(at: now, into: &effects) }
        lookAround(at: now, into: &effects)
    }

    /// True if the watches have told less than the store had a while ago.
    private func isWatchSilent(at now: Instant) -> Bool {
        let isBehind = nextProbe <= now && probed.map { lastRevision < $0 } ?? false
        return isBehind || echoEnd.map { $0 <= now } ?? false
    }

    /// The deadline for this member's own heartbeats to come back by the watch.
    var echoEnd: Instant? { namesakeUntil == nil ? echoedAt + timing.death : nil }

    // MARK: The initial state

    /// Serves the initial state once it is complete, in the epoch that the store has.
    private mutating func enterIfReady(at now: Instant, into effects: inout [ClusterEffect]) {
        guard case .filling = connection, let filledUpTo else { return }
        let entry = filling.last { $0.key == .epoch }
        guard let entry, let name = name(of: entry) else {
            return writeEpoch(expecting: entry?.revision ?? 0, into: &effects)
        }
        lastRevision = filling.reduce(filledUpTo) { max($0, $1.revision) }
        epoch = (name, entry.revision)
        guard !hasMoreOf(name) else { return beginEpoch(into: &effects) }
        guard isConfirmed || namesakeUntil != nil else {
            if beat == nil { sendBeat(at: now, into: &effects) }
            return
        }
        enter(name, at: now, into: &effects)
    }

    mutating func beatWritten(
        _ outcome: WriteOutcome, at now: Instant, into effects: inout [ClusterEffect]
    ) {
        beat = nil
        switch outcome {
        case .stored:
            (isConfirmed, isDoubted) = (true, false)
            enterIfReady(at: now, into: &effects)
        case .rejected(let reason): closeRejecting(reason, at: now, into: &effects)
        case .refused, .unknown, .tooLarge:
            close("NATS does not answer", at: now, into: &effects)
        }
    }

    /// Gives up a connection on which nothing can be begun.
    mutating func closeRejecting(
        _ reason: String, at now: Instant, into effects: inout [ClusterEffect]
    ) {
        counters.rejectedWrites += 1
        rejections.begin(.trial(of: identity.name), 0, reason, at: now)
        close(reason, at: now, into: &effects)
    }

    /// Gives the store's life another name, because versions of this one mean two things.
    mutating func beginEpoch(into effects: inout [ClusterEffect]) {
        guard let epoch, !writes.values.contains(.epoch) else { return }
        if !hasReportedLoss { effects.append(.note(.storeWentBack)) }
        hasReportedLoss = true
        writeEpoch(expecting: epoch.revision, into: &effects)
    }

    private mutating func enter(
        _ name: String, at now: Instant, into effects: inout [ClusterEffect]
    ) {
        filledAt = now
        nextBeat = isConfirmed ? beatSentAt + timing.heartbeat : now
        (nextProbe, echoedAt) = (now + timing.probe, now)
        rejections.entered()
        (inspection.isWanted, hasReportedLoss) = (true, false)
        roster.reconnected(afterLoss: hasLostStore, at: now)
        hasLostStore = false
        let hasLostData = served.last.map { $0.epoch != name } ?? false
        let wasAlone = serving == .alone
        for id in upstreams.keys { upstreams[id]?.vacantSince = nil }
        noteServed(name)
        if serving != .cluster(epoch: name) {
            serving = .cluster(epoch: name)
            for id in stations.keys { stations[id]?.beginEpoch() }
            documents.versions = [:]
            effects.append(.enterEpoch(name, revision: lastRevision))
            effects.append(.note(.joined(epoch: name, members: roster.entries.count)))
        }
        let entries = filling
        filling = []
        serveStations(of: entries, at: now, into: &effects)
        serveDocuments(of: entries, away: hasLostData ? nil : now - lostAt, at: now, into: &effects)
        connection = .current
        if wasAlone { doubtUnread(at: now, into: &effects) }
        review(at: now, into: &effects)
    }

    /// Serves the stations of the initial state. The links of upstreams that others have taken
    /// meanwhile are closed first: what they have made of their stations does not count any more.
    private mutating func serveStations(
        of entries: [StoreEntry], at now: Instant, into effects: inout [ClusterEffect]
    ) {
        for entry in entries {
            guard case .owner(let id) = entry.key else { continue }
            ownerChanged(of: id, entry, at: now, into: &effects)
        }
        for id in upstreams.keys.sorted() where !isToRead(id) { letGo(id, into: &effects) }
        for entry in entries {
            guard case .station(let id) = entry.key else { continue }
            stationChanged(id, entry, into: &effects)
        }
    }

    /// True if clients may have been served more of an epoch than the store has.
    private func hasMoreOf(_ name: String) -> Bool {
        guard let known = served.last(where: { $0.epoch == name }) else { return false }
        return known.last > lastRevision || name != served.last?.epoch || servesNewerStates
    }

    /// True if a state is served that the store does not have any more: the store may have been
    /// written to again since it was restored.
    private var servesNewerStates: Bool {
        var revisions: [String: UInt64] = [:]
        for entry in filling {
            if case .station(let id) = entry.key { revisions[id] = entry.revision }
        }
        return stations.contains { $0.value.served.revision > revisions[$0.key] ?? 0 }
    }

    private mutating func noteServed(_ name: String) {
        served.removeAll { $0.epoch == name }
        served.append((name, lastRevision))
        if served.count > timing.epochsRemembered { served.removeFirst() }
    }

    private func name(of entry: StoreEntry) -> String? {
        let name = entry.value.flatMap(\.word)
        return name?.isIdentifier == true ? name : nil
    }

    private mutating func writeEpoch(
        expecting revision: UInt64, into effects: inout [ClusterEffect]
    ) {
        let name = makeEpoch()
        _ = write(.epoch, Array(name.utf8), expecting: revision, into: &effects)
    }
}

extension Upstream {
    /// The connection to the store is gone: what is known of the owner may not hold any more.
    fileprivate mutating func disconnected() {
        (owner, fence, write, barredUntil) = (nil, nil, nil, nil)
    }
}

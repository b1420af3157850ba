import NowPlaying

/// The stations' keys: what is served of them, and what is written.
extension Member {
    // MARK: Serving

    mutating func stationChanged(
        _ id: String, _ entry: StoreEntry, at now: Instant, into effects: inout [ClusterEffect]
    ) {
        guard let record = stations[id] else { return }
        stations[id]?.revision = max(record.revision, entry.revision)
        stations[id]?.lastWatched = max(record.lastWatched, entry.revision)
        if let value = entry.value.flatMap({ StationValue($0) }) {
            stepDown(of: id, before: value, at: now, into: &effects)
            serve(value, of: id, at: entry.revision, into: &effects)
            resolveConflict(for: id, with: value, into: &effects)
            goOn(with: id, from: value, at: entry.revision)
        }
        guard let awaited = stations[id]?.awaited else { return }
        rewrite(id, behind: awaited == .max ? entry.revision : awaited)
    }

    /// Hangs up where a state was written in a later term than this member's. The key by which that
    /// term began is not told: it was written again since, and that comes behind the state.
    private mutating func stepDown(
        of id: String, before value: StationValue, at now: Instant,
        into effects: inout [ClusterEffect]
    ) {
        guard let record = stations[id], isOwned(record.upstream), isOfLaterOwner(value, record)
        else { return }
        owners[value.upstream] = Upstream.Owner(member: nil, term: value.term)
        pauseOwning(value.upstream, at: now, into: &effects)
    }

    /// Drops the first write of a successor, which has not dialled, where a former owner's state is
    /// told behind the one that it follows from. A write that is under way is refused, and one of
    /// the connection before was not stored.
    private mutating func goOn(with id: String, from value: StationValue, at revision: UInt64) {
        guard let record = stations[id], !record.isLinked, ownWrite(of: value) == nil else {
            return
        }
        let isLost = connection != .current && record.inFlight != nil
        guard isLost || record.pending != nil else { return }
        if isLost { stations[id]?.inFlight = nil }
        outrun(id, by: revision)
    }

    /// By the configs of two members a station can be read from two upstreams, as while they are
    /// changed one after the other. The owner in the later term writes it, and the other one leaves
    /// it to that, for as long as the term lasts.
    private mutating func resolveConflict(
        for id: String, with value: StationValue, into effects: inout [ClusterEffect]
    ) {
        guard let record = stations[id], value.upstream != record.upstream,
            term(for: record.upstream) != nil
        else { return }
        guard isYielded(record, to: value.upstream, in: value.term) else {
            rewrites.insert(id)
            return
        }
        rejections.end(.station(id))
        fenced(id, into: &effects)
    }

    /// True if the owner of another upstream writes a station in place of this member.
    func isYielded(_ record: StationRecord) -> Bool {
        record.served.upstream.map { isYielded(record, to: $0, in: record.served.term) } ?? false
    }

    private func isYielded(
        _ record: StationRecord, to upstream: UpstreamID, in term: UInt64
    ) -> Bool {
        guard upstream != record.upstream, let own = self.term(for: record.upstream) else {
            return false
        }
        return own < term && isOwned(upstream, in: term)
    }

    /// Has the stations told that another upstream's owner wrote last, and writes no more.
    mutating func reclaim() {
        contested = contested.filter { stations[$0]?.isServedElsewhere == true }
        for id in contested {
            guard let record = stations[id], term(for: record.upstream) != nil, !isYielded(record)
            else { continue }
            rewrites.insert(id)
        }
    }

    private mutating func serve(
        _ value: StationValue, of id: String, at revision: UInt64,
        into effects: inout [ClusterEffect]
    ) {
        guard let record = stations[id], revision > record.served.revision else { return }
        guard !isOfFormerOwner(value, record) else {
            counters.ignoredStates += 1
            return beginEpoch(into: &effects)
        }
        let isOutdated =
            isOutdated(value, record) && !isYielded(record, to: value.upstream, in: value.term)
        stations[id]?.isUntold = isOutdated
        guard !isOutdated else { return effects.append(.replicas(.withheld(station: id))) }
        stations[id]?.served = StationRecord.Served(
            upstream: value.upstream, term: value.term, revision: revision)
        if value.upstream != record.upstream { contested.insert(id) }
        noteReader(of: id)
        // An initial state leaves out what came between, which other members may have told.
        if connection != .current, record.served.revision > 0 {
            effects.append(.replicas(.withheld(station: id)))
        }
        let told = Revision(clamping: revision)
        effects.append(.replicas(.told(station: id, value.payload, revision: told)))
    }

    /// Asks for what the store has of stations that no watch tells any more: they are new in the
    /// config, or this member has served what its own links made of them.
    mutating func readUntold(of ids: [String]? = nil, into effects: inout [ClusterEffect]) {
        for id in ids ?? stations.keys.sorted() {
            guard let record = stations[id], record.isUntold, !record.isLinked else { continue }
            effects.append(.store(session, .read(.station(id))))
        }
    }

    /// - Parameter entry: What the store has. What is newer than all that the watch has told, the
    ///   watch tells.
    private mutating func untoldRead(
        _ id: String, _ entry: StoreEntry?, at now: Instant, into effects: inout [ClusterEffect]
    ) {
        // An older one is the answer to an earlier question.
        guard entry?.revision ?? .max >= stations[id]?.revision ?? 0 else { return }
        stations[id]?.isUntold = false
        if entry == nil { stations[id]?.revision = 0 }
        if let entry, entry.revision <= lives.lastRevision {
            stationChanged(id, entry, at: now, into: &effects)
        }
        guard stations[id]?.awaited == .max else { return }
        rewrite(id, behind: entry?.revision ?? 0)
    }

    /// True if a state was written in an earlier term than the one that is served. No member does
    /// that: the store was restored from before the later owner's time.
    private func isOfFormerOwner(_ value: StationValue, _ record: StationRecord) -> Bool {
        value.upstream == record.served.upstream && value.term < record.served.term
    }

    /// True if a state was written in a later term than the one that this member knows.
    private func isOfLaterOwner(_ value: StationValue, _ record: StationRecord) -> Bool {
        value.upstream == record.upstream && value.term > owners[record.upstream]?.term ?? 0
    }

    /// True if this member's own link has gone on from a state, which it has not written since.
    private func isOutdated(_ value: StationValue, _ record: StationRecord) -> Bool {
        guard record.isLinked else { return false }
        return ownWrite(of: value).map { $0 < writes.first } ?? true
    }

    /// Has a state written that follows from the one at a revision: when that was told.
    mutating func rewrite(_ id: String, behind revision: UInt64) {
        let isWatched = stations[id].map { $0.lastWatched >= revision } ?? false
        stations[id]?.awaited = isWatched ? nil : revision
        if isWatched { rewrites.insert(id) }
    }

    /// Has states told once more, behind all that the event under way serves.
    mutating func tellRewrites(into effects: inout [ClusterEffect]) {
        guard !rewrites.isEmpty else { return }
        effects.append(.replicas(.rewrite(rewrites.sorted())))
        rewrites = []
    }

    // MARK: Writing

    /// A link of this member has changed a station's state.
    mutating func reduced(_ id: String, _ payload: [UInt8]) {
        guard let record = stations[id], upstreams[record.upstream]?.fence != nil,
            record.awaited == nil
        else { return }
        stations[id]?.pending = payload
        enqueue(id)
    }

    private mutating func enqueue(_ id: String) {
        guard stations[id]?.isQueued == false, stations[id]?.pending != nil else { return }
        stations[id]?.isQueued = true
        writes.queue.append(id)
    }

    /// Writes what waits: one write at once for each station, and not too many in all.
    mutating func writeStations(into effects: inout [ClusterEffect]) {
        guard connection == .current, rejections.pausedUntil == nil else { return }
        let most = rejections.since == nil ? timing.writesInFlight : timing.writesOnTrial
        while writes.statesInFlight < most, let id = writes.queue.popFirst() {
            stations[id]?.isQueued = false
            write(id, into: &effects)
        }
    }

    private mutating func write(_ id: String, into effects: inout [ClusterEffect]) {
        guard connection == .current, let record = stations[id], let payload = record.pending,
            record.inFlight == nil, !isYielded(record), let term = term(for: record.upstream)
        else { return }
        let value = StationValue(
            term: term, upstream: record.upstream, writeID: text(of: writes.last + 1),
            payload: payload)
        let write = write(
            .station(id), value.bytes, expecting: record.revision, into: &effects)
        stations[id]?.pending = nil
        stations[id]?.inFlight = (write, payload, record.revision)
        writes.statesInFlight += 1
    }

    /// The term in which this member may write the states of an upstream.
    private func term(for id: UpstreamID) -> UInt64? {
        isOwned(id) && upstreams[id]?.fence != nil ? owners[id]?.term : nil
    }

    /// Writes a key, expecting its last revision.
    mutating func write(
        _ key: StoreKey, _ value: [UInt8], expecting revision: UInt64?,
        into effects: inout [ClusterEffect]
    ) -> WriteID {
        let id = writes.begin(key)
        effects.append(.store(session, .write(id, key, value, expecting: revision)))
        return id
    }

    /// The connection is there again: writes that were under way on the one before are made again,
    /// if they were not stored. What has come of them was told.
    mutating func goOnWriting() {
        for (id, record) in stations.sorted(by: { $0.key < $1.key }) {
            guard let inFlight = record.inFlight else { continue }
            writeAgain(id, inFlight.payload)
        }
    }

    /// The number of a write among those of all members.
    private func text(of write: WriteID) -> String { "\(identity.incarnation)-\(write)" }

    /// The number of the write by which this member has written a state; `nil` where another has.
    private func ownWrite(of value: StationValue) -> WriteID? {
        let parts = value.writeID.split(separator: "-")
        guard parts.count == 2, parts[0] == identity.incarnation else { return nil }
        return WriteID(parts[1])
    }

    // MARK: Answers

    mutating func written(
        _ id: WriteID, _ outcome: WriteOutcome, at now: Instant,
        into effects: inout [ClusterEffect]
    ) {
        guard let key = writes.answered(id, outcome) else { return }
        switch (key, outcome) {
        case (.member, _):
            if id == heartbeats.unanswered { beatWritten(id, outcome, at: now, into: &effects) }
        // The watch tells of what was stored, and of the epoch of a member that was first.
        case (.epoch, .stored), (.epoch, .refused), (.owner, .stored): break
        case (.epoch, _): giveUp(after: outcome, at: now, into: &effects)
        case (.owner(let upstream), .unknown) where upstreams[upstream] == nil:
            disown(upstream, into: &effects)
        case (.owner(let upstream), _):
            guard upstreams[upstream]?.write == id else { return }
            upstreams[upstream]?.write = nil
            guard case .rejected = outcome else {
                if outcome == .refused { effects.append(.store(session, .read(key))) }
                return pauseOwning(upstream, at: now, into: &effects)
            }
            pauseOwning(upstream, for: timing.rejectionPause, at: now, into: &effects)
            note(outcome, of: key, 0, at: now, into: &effects)
        case (.station(let station), _):
            stationWritten(station, id, outcome, at: now, into: &effects)
        case (.document(let document), _):
            documentWritten(document, id, outcome, into: &effects)
        }
    }

    private mutating func stationWritten(
        _ id: String, _ write: WriteID, _ outcome: WriteOutcome, at now: Instant,
        into effects: inout [ClusterEffect]
    ) {
        writes.statesInFlight -= 1
        guard let inFlight = stations[id]?.inFlight, inFlight.id == write else { return }
        note(outcome, of: .station(id), inFlight.payload.count, at: now, into: &effects)
        switch outcome {
        case .stored(let revision): stored(id, at: revision, into: &effects)
        case .refused:
            counters.refusedWrites += 1
            effects.append(.store(session, .read(.station(id))))
        case .unknown:
            effects.append(.store(session, .read(.station(id))))
        case .rejected: writeAgain(id, inFlight.payload)
        case .tooLarge: giveUpWriting(id, into: &effects)
        }
    }

    /// Nothing has come of a write: what it was to write waits again, or something newer.
    private mutating func writeAgain(_ id: String, _ payload: [UInt8]) {
        stations[id]?.inFlight = nil
        if stations[id]?.pending == nil { stations[id]?.pending = payload }
        enqueue(id)
    }

    /// Notes whether the store takes writes.
    private mutating func note(
        _ outcome: WriteOutcome, of key: StoreKey, _ size: Int, at now: Instant,
        into effects: inout [ClusterEffect]
    ) {
        switch outcome {
        case .stored, .refused, .tooLarge: rejections.end(key)
        case .unknown: rejections.begin(key, size, "NATS does not answer writes", at: now)
        case .rejected(let reason):
            counters.rejectedWrites += 1
            rejections.begin(key, size, reason, at: now)
            rejections.pausedUntil = now + timing.rejectionPause
            guard !rejections.isReported else { return }
            rejections.isReported = true
            effects.append(.note(.writesRejected(reason: reason)))
        }
    }

    /// The store takes no state of that size: the next one may be smaller.
    private mutating func giveUpWriting(_ id: String, into effects: inout [ClusterEffect]) {
        if stations[id]?.isTooLarge == false {
            effects.append(.note(.stateTooLarge(station: id)))
        }
        stations[id]?.isTooLarge = true
        endWrite(of: id, into: &effects)
    }

    private mutating func stored(
        _ id: String, at revision: UInt64, into effects: inout [ClusterEffect]
    ) {
        let known = stations[id]?.revision ?? 0
        stations[id]?.revision = max(known, revision)
        stations[id]?.isTooLarge = false
        endWrite(of: id, into: &effects)
    }

    /// The write on its way is over, and the next one may follow.
    private mutating func endWrite(of id: String, into effects: inout [ClusterEffect]) {
        stations[id]?.inFlight = nil
        enqueue(id)
        fenced(id, into: &effects)
    }

    /// A station's key was read, because the outcome of a write was not as expected.
    mutating func readBack(
        _ key: StoreKey, _ entry: StoreEntry?, at now: Instant,
        into effects: inout [ClusterEffect]
    ) {
        // The watch does not tell of a key that the store has lost: it never had an owner.
        if case .owner(let upstream) = key, entry == nil { owners[upstream] = nil }
        guard case .station(let id) = key, let record = stations[id] else { return }
        if record.isUntold, !record.isLinked {
            return untoldRead(id, entry, at: now, into: &effects)
        }
        // The watch passed it while the config had no such station.
        if let entry, record.lastWatched < entry.revision, entry.revision <= lives.lastRevision {
            stationChanged(id, entry, at: now, into: &effects)
        }
        guard let inFlight = record.inFlight else { return }
        let value = entry?.value.flatMap { StationValue($0) }
        if let entry, let value, value.writeID == text(of: inFlight.id) {
            rejections.end(key)
            return stored(id, at: entry.revision, into: &effects)
        }
        stations[id]?.inFlight = nil
        stations[id]?.revision = entry?.revision ?? 0
        if let value, isOfLaterOwner(value, record) {
            pauseOwning(record.upstream, at: now, into: &effects)
        } else if let entry, let value, entry.revision > inFlight.expecting,
            ownWrite(of: value) == nil,
            !record.isLinked || isYielded(record, to: value.upstream, in: value.term)
        {
            rejections.end(key)
            outrun(id, by: entry.revision)
        } else {
            writeAgain(id, inFlight.payload)
        }
    }

    /// A former owner has written between this member's claim and its first write, or another
    /// upstream's owner: this member goes on from its state, once the watch has told it.
    private mutating func outrun(_ id: String, by revision: UInt64) {
        stations[id]?.pending = nil
        rewrite(id, behind: revision)
    }
}

import NowPlaying

/// The stations' keys: what is served of them, and what is written.
extension Member {
    // MARK: Serving

    mutating func stationChanged(
        _ id: String, _ entry: StoreEntry, into effects: inout [ClusterEffect]
    ) {
        guard let record = stations[id] else { return }
        stations[id]?.revision = max(record.revision, entry.revision)
        guard let value = entry.value.flatMap({ StationValue($0) }),
            entry.revision > record.served.revision
        else { return }
        guard isCurrent(value, of: record) else { return counters.ignoredStates += 1 }
        stations[id]?.served = StationRecord.Served(
            upstream: value.upstream, term: value.term, revision: entry.revision)
        effects.append(
            .serve(station: id, payload: value.payload, revision: entry.revision))
    }

    /// Whether a state was written by its upstream's owner, and not by a former one.
    private func isCurrent(_ value: StationValue, of record: StationRecord) -> Bool {
        if value.upstream == record.served.upstream, value.term < record.served.term {
            return false
        }
        return value.term >= upstreams[value.upstream]?.owner?.term ?? 0
    }

    // MARK: Writing

    /// A link of this member has changed a station's state.
    mutating func reduced(_ id: String, _ payload: [UInt8]) {
        guard let record = stations[id], upstreams[record.upstream]?.heldTerm != nil else { return }
        stations[id]?.pending = payload
        enqueue(id)
    }

    private mutating func enqueue(_ id: String) {
        guard stations[id]?.isQueued == false, stations[id]?.pending != nil else { return }
        stations[id]?.isQueued = true
        queue.append(id)
    }

    /// Writes what waits: one write at once for each station, and not too many in all.
    mutating func writeStations(into effects: inout [ClusterEffect]) {
        while writesInFlight < timing.writesInFlight, let id = queue.popFirst() {
            stations[id]?.isQueued = false
            write(id, into: &effects)
        }
    }

    private mutating func write(_ id: String, into effects: inout [ClusterEffect]) {
        guard connection == .current, let record = stations[id], let payload = record.pending,
            record.inFlight == nil, !record.isForeign, let term = term(for: record.upstream)
        else { return }
        let value = StationValue(
            term: term, upstream: record.upstream, writeID: messageID(of: lastWrite + 1),
            payload: payload)
        let write = write(
            .station(id), value.bytes, expecting: record.revision, into: &effects)
        stations[id]?.pending = nil
        stations[id]?.inFlight = (write, payload)
        writesInFlight += 1
    }

    /// The term in which this member may write the states of an upstream.
    private func term(for id: UpstreamID) -> UInt64? {
        guard isOwned(id), let upstream = upstreams[id], upstream.isHeld else { return nil }
        return upstream.owner?.term
    }

    /// Writes a key, expecting its last revision.
    mutating func write(
        _ key: StoreKey, _ value: [UInt8], expecting revision: UInt64,
        into effects: inout [ClusterEffect]
    ) -> WriteID {
        let id = nextWrite()
        writes[id] = key
        effects.append(
            .store(
                session,
                .write(id, key, value, messageID: messageID(of: id), expecting: revision)))
        return id
    }

    mutating func nextWrite() -> WriteID {
        lastWrite += 1
        return lastWrite
    }

    private func messageID(of write: WriteID) -> String { "\(identity.incarnation)-\(write)" }

    // MARK: Answers

    mutating func written(
        _ id: WriteID, _ outcome: WriteOutcome, at now: Instant,
        into effects: inout [ClusterEffect]
    ) {
        if id == beat { return beatWritten(outcome, at: now, into: &effects) }
        switch writes.removeValue(forKey: id) {
        case .epoch:
            // If another member was first, the watch tells its epoch.
            if outcome == .unknown { close("NATS does not answer", at: now, into: &effects) }
        case .owner(let upstream):
            // What was stored the watch tells.
            guard upstreams[upstream]?.write == id, !outcome.isStored else { return }
            upstreams[upstream]?.write = nil
            bar(upstream, at: now, into: &effects)
        case .station(let station):
            stationWritten(station, id, outcome, into: &effects)
        case nil: break
        }
    }

    private mutating func beatWritten(
        _ outcome: WriteOutcome, at now: Instant, into effects: inout [ClusterEffect]
    ) {
        beat = nil
        guard !outcome.isStored else { return }
        close("NATS does not answer", at: now, into: &effects)
    }

    private mutating func stationWritten(
        _ id: String, _ write: WriteID, _ outcome: WriteOutcome,
        into effects: inout [ClusterEffect]
    ) {
        writesInFlight -= 1
        guard stations[id]?.inFlight?.id == write else { return }
        switch outcome {
        case .stored(let revision): stored(id, at: revision)
        case .refused:
            counters.refusedWrites += 1
            effects.append(.store(session, .read(.station(id))))
        case .unknown:
            effects.append(.store(session, .read(.station(id))))
        }
    }

    private mutating func stored(_ id: String, at revision: UInt64) {
        let known = stations[id]?.revision ?? 0
        stations[id]?.revision = max(known, revision)
        stations[id]?.inFlight = nil
        enqueue(id)
    }

    /// A station's key was read, because the outcome of a write was not as expected.
    mutating func readBack(
        _ key: StoreKey, _ entry: StoreEntry?, at now: Instant,
        into effects: inout [ClusterEffect]
    ) {
        guard case .station(let id) = key, let record = stations[id],
            let inFlight = record.inFlight
        else { return }
        let value = entry?.value.flatMap { StationValue($0) }
        if let entry, let value, value.writeID == messageID(of: inFlight.id) {
            return stored(id, at: entry.revision)
        }
        stations[id]?.inFlight = nil
        stations[id]?.revision = entry?.revision ?? 0
        if let value, value.upstream != record.upstream {
            stations[id]?.isForeign = true
        } else if let value, value.term > upstreams[record.upstream]?.owner?.term ?? 0 {
            bar(record.upstream, at: now, into: &effects)
        } else {
            stations[id]?.pending = record.pending ?? inFlight.payload
            enqueue(id)
        }
    }
}

extension WriteOutcome {
    fileprivate var isStored: Bool {
        switch self {
        case .stored: true
        case .refused, .unknown: false
        }
    }
}

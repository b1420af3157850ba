import NowPlaying
import Support

/// The connection to the store, and what the watch tells.
extension Member {
    /// So many different reasons for being alone are told.
    private static let reasonsTold = 16

    // MARK: Connecting

    mutating func open(at now: Instant, into effects: inout [ClusterEffect]) {
        session += 1
        connection = .filling(since: now)
        initial = InitialState()
        effects.append(.store(session, .open(trying: rejections.trialSize)))
    }

    /// Gives the connection up. What is known of the store stays: the next connection goes on from
    /// there, and tells what has come of the writes that were under way.
    mutating func close(
        _ reason: String, at now: Instant, into effects: inout [ClusterEffect]
    ) {
        if connection == .current { counters.losses += 1 }
        hasLostStore = true
        hangUp(reason, at: now, into: &effects)
        connection = .closed(until: now + nextRedial())
    }

    private mutating func hangUp(
        _ reason: String, at now: Instant, into effects: inout [ClusterEffect]
    ) {
        if connection == .current { lostAt = now }
        if !heartbeats.isConfirmed, initial.toldAt != nil { isDoubted = true }
        lostReason = reason
        rejections.disconnected()
        effects.append(.store(session, .close))
        doubtProposals(into: &effects)
        // Events that still come from it are of an earlier session.
        session += 1
        heartbeats.disconnected()
        writes.disconnected()
        for id in upstreams.keys { upstreams[id]?.write = nil }
    }

    /// Makes the watch anew, at once: the store is there.
    mutating func refill(_ reason: String, at now: Instant, into effects: inout [ClusterEffect]) {
        hangUp(reason, at: now, into: &effects)
        open(at: now, into: &effects)
    }

    /// The wait before the next connection.
    private mutating func nextRedial() -> Interval {
        let doubled = timing.redial.milliseconds << Int64(min(redials, 16))
        if serving == .alone { redials += 1 }
        let most = min(doubled, timing.longestRedial.milliseconds)
        return .milliseconds(most - Int64(generator.next() % UInt64(most / 2 + 1)))
    }

    /// The deadline for going on alone, if the store has stored nothing by then; `nil` for none.
    ///
    /// An answer of the store does not extend it. Only the first store that tells its state is
    /// given time for that: the state may be large.
    var aloneDeadline: Instant? {
        let patience = serving == .nothing ? timing.firstPatience : timing.patience
        switch connection {
        case _ where serving == .alone, .ended: return nil
        case .current: return rejections.since.map { $0 + patience }
        case .closed: return lostAt + patience
        case .filling(let since):
            guard !isDoubted, let toldAt = initial.toldAt else { return lostAt + patience }
            return max(lostAt, min(toldAt, since + timing.filling)) + patience
        }
    }

    /// The deadline for the initial state, which each part of it extends: a store that goes on
    /// telling it is there. Other messages do not extend it: the watch may have been lost, and then
    /// an epoch that another member wrote never comes.
    func fillingEnd(since start: Instant) -> Instant {
        max(start, initial.toldAt ?? start) + timing.filling
    }

    /// The deadline for the confirmation of a heartbeat. Each message of the store extends it: the
    /// confirmation may wait behind many others.
    var answerEnd: Instant { max(heartbeats.sentAt, heardAt) + timing.answer }

    /// Goes on alone, if the store has stored nothing for too long.
    mutating func goAloneIfOverdue(at now: Instant, into effects: inout [ClusterEffect]) {
        guard let end = aloneDeadline, end <= now else { return }
        if connection == .current {
            // Others, whose writes the store may take, are to read. The links go on.
            leave(into: &effects)
            close(rejections.reason, at: now, into: &effects)
        }
        (serving, reasons) = (.alone, [lostReason])
        effects.append(.note(.alone(reason: lostReason)))
        forgetServed()
        holdOwnShare(into: &effects)
        effects.append(.replicas(.alone(epoch: makeEpoch(), reason: lostReason)))
    }

    // MARK: What it tells

    mutating func apply(
        _ event: StoreEvent, at now: Instant, into effects: inout [ClusterEffect]
    ) {
        switch event {
        // The store has not said these.
        case .closed, .written(_, .unknown): break
        default: heardAt = now
        }
        switch event {
        case .opened(let head): opened(head, at: now, into: &effects)
        case .changed(let entry): changed(entry, at: now, into: &effects)
        case .passed(let revision): passed(revision)
        case .filled:
            initial.isComplete = true
            enterIfReady(at: now, into: &effects)
        case .written(let id, let outcome): written(id, outcome, at: now, into: &effects)
        case .read(.document(let document), let entry):
            documentRead(document, entry, at: now, into: &effects)
        case .read(let key, let entry): readBack(key, entry, at: now, into: &effects)
        case .plays(let plays, let time):
            newestPlay = time
            for (station, plays) in plays.sorted(by: { $0.key < $1.key }) {
                effects.append(.replicas(.played(station: station, plays)))
            }
            // The history has taken them by then.
            effects.append(.playsTold(upTo: time))
            effects.append(.store(session, .nextPlays(since: time)))
        case .fills(let stream, let percent):
            warn(.store(.fills(stream: stream, percent: percent)), of: stream, into: &effects)
        case .clockDiffers(let difference):
            warn(.store(.clockDiffers(by: difference)), of: "clock", into: &effects)
        case .closed(let reason):
            noteReason(reason, into: &effects)
            close(reason, at: now, into: &effects)
        }
    }

    private mutating func noteReason(_ reason: String, into effects: inout [ClusterEffect]) {
        guard serving == .alone, reasons.count < Self.reasonsTold, reasons.insert(reason).inserted
        else { return }
        effects.append(.note(.stillAlone(reason: reason)))
    }

    /// Warns of something once in this life.
    mutating func warn(
        _ notice: ClusterNotice, of subject: String, into effects: inout [ClusterEffect]
    ) {
        if warned.insert(subject).inserted { effects.append(.note(notice)) }
    }

    private mutating func changed(
        _ entry: StoreEntry, at now: Instant, into effects: inout [ClusterEffect]
    ) {
        guard connection == .current else {
            initial.entries.append(entry)
            initial.toldAt = now
            // Others decide nothing, and each look goes through all that was told.
            switch entry.key {
            case .epoch, .member(identity.name): enterIfReady(at: now, into: &effects)
            default: break
            }
            return
        }
        passed(entry.revision)
        apply(entry, at: now, into: &effects)
    }

    private mutating func passed(_ revision: UInt64) {
        guard connection == .current else { return }
        toldAt = heardAt
        lives.passed(revision)
    }

    private mutating func apply(
        _ entry: StoreEntry, at now: Instant, into effects: inout [ClusterEffect]
    ) {
        switch entry.key {
        case .epoch:
            // Its states are told from the beginning, as those of any other epoch.
            guard name(of: entry) != lives.epoch.name else { return }
            refill("the store's epoch is another", at: now, into: &effects)
        case .member(let name): heard(entry, of: name, at: now, into: &effects)
        case .owner(let id): ownerChanged(of: id, entry, at: now, into: &effects)
        case .station(let id): stationChanged(id, entry, at: now, into: &effects)
        case .document(let document):
            documentChanged(document, entry, at: now, into: &effects)
        }
    }

    /// Keeps the connection alive, and notices where it only seems to be.
    mutating func keepAlive(at now: Instant, into effects: inout [ClusterEffect]) {
        if heartbeats.unanswered != nil, answerEnd <= now {
            return close("NATS does not answer", at: now, into: &effects)
        }
        if let silenceEnd, silenceEnd <= now {
            counters.silentWatches += 1
            effects.append(.note(.store(.watchSilent)))
            return refill("the watch was silent", at: now, into: &effects)
        }
        if filledAt + timing.trust <= now, rejections.since == nil { redials = 0 }
        if heartbeats.unanswered == nil, beatDue <= now {
            sendBeat(at: now, into: &effects)
            eraseRemains(at: now, into: &effects)
        }
        if measuredAt + timing.measure <= now {
            measuredAt = now
            effects.append(.store(session, .measure))
        }
        lookAround(at: now, into: &effects)
    }

    /// The deadline for the watch to tell something: this member's own heartbeats at least.
    var silenceEnd: Instant? { namesakeUntil == nil ? toldAt + timing.death : nil }

    mutating func beatWritten(
        _ id: WriteID, _ outcome: WriteOutcome, at now: Instant,
        into effects: inout [ClusterEffect]
    ) {
        heartbeats.unanswered = nil
        guard case .stored(let revision) = outcome else {
            return giveUp(after: outcome, at: now, into: &effects)
        }
        isDoubted = false
        heartbeats.stored(at: revision)
        noteTold()
        noteWhere(id, revision, at: now, into: &effects)
        enterIfReady(at: now, into: &effects)
    }

    /// Leaves a server that tells a heartbeat of this member under another revision than it was
    /// stored. Servers of NATS 2.9 can keep different streams under the same numbers
    /// (`docs/maintainers/cluster.md`): another connection may listen to the one that leads.
    mutating func noteWhere(
        _ write: WriteID, _ revision: UInt64, at now: Instant, into effects: inout [ClusterEffect]
    ) {
        guard heartbeats.isElsewhere(write, than: revision) else { return }
        warn(.store(.split), of: "servers", into: &effects)
        close("NATS' servers have different states", at: now, into: &effects)
    }

    /// Gives up a connection on which nothing can be begun.
    mutating func giveUp(
        after outcome: WriteOutcome, at now: Instant, into effects: inout [ClusterEffect]
    ) {
        guard case .rejected(let reason) = outcome else {
            return close("NATS does not answer", at: now, into: &effects)
        }
        counters.rejectedWrites += 1
        rejections.begin(.trial(of: identity.name), 0, reason, at: now)
        close(reason, at: now, into: &effects)
    }
}

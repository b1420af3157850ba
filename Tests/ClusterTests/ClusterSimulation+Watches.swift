import NowPlaying

@testable import Cluster

/// The events that the store sends unasked: its initial state, and then each change.
extension ClusterSimulation {
    // MARK: The initial state

    mutating func open(_ session: StoreSession, trying trial: Int, of index: Int) {
        let member = members[index]
        guard trial == 0 || !rejects(.station("")) else {
            return reply(.closed(reason: "full"), to: index, session)
        }
        member.session = session
        member.isWatchSilent = false
        member.watch = SimulatedWatch()
        member.watch.playsTold = member.newestPlay
        if now < member.outdatedUntil { member.watch.outdated = outdated }
        let found = member.watch.outdated ?? store
        var head = found.head(of: member.name)
        head.silence = .milliseconds(now - found.writtenAt)
        head.replicas = hasReplicas ? 3 : 1
        if head.silence > member.member.timing.desertion { deserted.insert(storedEpoch) }
        narrate("\(member.name) finds the store at \(head.last), silent for \(head.silence)")
        reply(.opened(head), to: index, session)
    }

    mutating func follow(behind revision: UInt64?, _ index: Int, _ session: StoreSession) {
        members[index].watch.told = revision ?? 0
        schedule(.fill(member: index, life: lives[index], session), after: pause)
    }

    /// Between two parts of an initial state.
    private var pause: Int64 {
        mutating get { hasFaults && random(8) == 0 ? random(2_100) : random(4) }
    }

    /// Tells some more of the initial state, as the store has it by now: a key that was written
    /// again meanwhile comes last.
    mutating func fill(_ index: Int, _ life: Int, _ session: StoreSession) {
        let member = members[index]
        guard isThere(index, life), member.session == session else { return }
        guard isReachable(index), !member.isWatchSilent else {
            return timeOut(.closed(reason: "timed out"), index, session)
        }
        let store = member.watch.outdated ?? store
        for entry in store.entries(behind: member.watch.told).prefix(1 + Int(random(12))) {
            member.watch.told = entry.revision
            reply(.changed(entry), to: index, session)
        }
        // Erased entries are not told.
        guard store.entries(behind: member.watch.told).isEmpty else {
            return schedule(.fill(member: index, life: life, session), after: pause)
        }
        if !member.watch.isTold { reply(.filled, to: index, session) }
        member.watch.isTold = true
        guard member.watch.outdated == nil else {
            // The server catches up with the others.
            member.watch.outdated = nil
            return schedule(.fill(member: index, life: life, session), after: random(1_500))
        }
        member.watch.isFilled = true
    }

    // MARK: Changes

    mutating func tellWatcher(_ event: StoreEvent, _ index: Int) {
        let member = members[index]
        guard let session = member.session else { return }
        switch event {
        case .changed where member.isWatchSilent || !member.watch.isFilled: break
        default: reply(event, to: index, session)
        }
    }

    // MARK: Plays

    /// Tells some of the plays that a member does not know, once it has taken those before.
    mutating func tellPlays(to index: Int) {
        let member = members[index]
        guard let session = member.session, isReachable(index), member.watch.isFilled,
            member.watch.wantsPlays
        else { return }
        let batch = store.plays(after: member.watch.playsTold).prefix(4)
        guard let newest = batch.last else { return }
        (member.watch.playsTold, member.watch.wantsPlays) = (newest.at, false)
        let plays = Dictionary(grouping: batch.map(\.play), by: \.station)
        let bytes = plays.mapValues { $0.reversed().map(\.bytes) }
        reply(.plays(bytes, upTo: Int64(newest.at)), to: index, session)
    }

    mutating func playsTaken(by index: Int, _ session: StoreSession) {
        let member = members[index]
        guard member.session == session else { return }
        member.newestPlay = max(member.newestPlay, member.watch.playsTold)
        member.watch.wantsPlays = true
        tellPlays(to: index)
    }
}

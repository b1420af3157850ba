import Cluster

/// The events that the store sends unasked: its initial state, and then each change.
extension ClusterSimulation {
    // MARK: The initial state

    mutating func open(_ session: StoreSession, trying trial: Int, of index: Int) {
        let member = members[index]
        guard trial == 0 || !rejects(.station("")) else {
            return reply(.closed(reason: "full"), to: index, session)
        }
        member.session = session
        (member.isWatchSilent, member.isRosterSilent) = (false, false)
        member.watch = SimulatedWatch()
        member.watch.playsTold = member.newestPlay
        for (name, heartbeat) in store.heartbeats.sorted(by: { $0.key < $1.key }) {
            reply(.heartbeat(name: name, heartbeat), to: index, session)
        }
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
        for entry in store.entries(behind: member.watch.told).prefix(1 + Int(random(12))) {
            member.watch.told = entry.revision
            reply(.changed(entry), to: index, session)
        }
        // Erased entries are not told.
        let isAtEnd = store.entries(behind: member.watch.told).isEmpty
        if isAtEnd, member.watch.end == store.last { return endFilling(index, session) }
        if isAtEnd { member.watch.end = store.last }
        schedule(.fill(member: index, life: life, session), after: pause)
    }

    /// Nothing was written since the store was asked how far it is: all was told.
    private mutating func endFilling(_ index: Int, _ session: StoreSession) {
        let member = members[index]
        reply(.filled(last: store.last), to: index, session)
        member.watch.isFilled = true
        for channel in [SimulatedWatch.Channel.heartbeats, .plays, .answers] {
            member.lastArrivals[channel] = member.lastArrivals[.states]
        }
        // These came meanwhile.
        for event in member.watch.heartbeats { reply(event, to: index, session) }
        member.watch.heartbeats = []
        tellPlays(to: index)
    }

    // MARK: Changes

    mutating func tellWatcher(_ event: StoreEvent, _ index: Int) {
        let member = members[index]
        guard let session = member.session else { return }
        switch event {
        case .heartbeat where member.isRosterSilent: break
        case .heartbeat where !member.watch.isFilled: member.watch.heartbeats.append(event)
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
        reply(.plays(plays.mapValues { $0.reversed().map(\.bytes) }), to: index, session)
    }

    mutating func playsTaken(by index: Int, _ session: StoreSession) {
        let member = members[index]
        guard member.session == session else { return }
        member.newestPlay = max(member.newestPlay, member.watch.playsTold)
        member.watch.wantsPlays = true
        tellPlays(to: index)
    }
}

import Cluster

/// The network, and the store behind it.
extension ClusterSimulation {
    // MARK: The network

    private mutating func delay(of index: Int) -> Int64 {
        if members[index].slowUntil > now { return random(2_000) }
        return 1 + (random(20) == 0 ? random(400) : random(5))
    }

    mutating func send(_ command: StoreCommand, of index: Int, _ session: StoreSession) {
        switch command {
        case .close: members[index].session = nil
        case .nextPlays: playsTaken(by: index, session)
        default:
            let time = max(members[index].lastDeparture, now + delay(of: index))
            members[index].lastDeparture = time
            schedule(.command(member: index, life: lives[index], session, command), at: time)
        }
    }

    mutating func reply(_ event: StoreEvent, to index: Int, _ session: StoreSession) {
        let channel = event.channel
        let time = max(members[index].lastArrivals[channel] ?? 0, now + delay(of: index))
        members[index].lastArrivals[channel] = time
        schedule(.arrival(member: index, life: lives[index], session, event), at: time)
    }

    func isReachable(_ index: Int) -> Bool {
        storeDownUntil <= now && members[index].cutOffUntil <= now
    }

    mutating func arrive(
        _ event: StoreEvent, at index: Int, _ life: Int, _ session: StoreSession
    ) {
        guard isThere(index, life) else { return }
        guard members[index].stoppedUntil <= now else {
            return schedule(
                .arrival(member: index, life: life, session, event),
                at: members[index].stoppedUntil)
        }
        handle(.store(session, event), of: index)
    }

    // MARK: The store

    mutating func execute(
        _ command: StoreCommand, of index: Int, _ life: Int, _ session: StoreSession
    ) {
        guard isThere(index, life) else { return }
        guard isReachable(index) else { return fail(command, of: index, session) }
        if case .open(let trial) = command { return open(session, trying: trial, of: index) }
        guard members[index].session == session else { return }
        // An answer is lost now and then; what was asked is done, is not, or is done too late.
        guard hasFaults, random(60) == 0 else {
            if case .follow(let revision) = command { follow(behind: revision, index, session) }
            if let answer = answer(to: command) { reply(answer, to: index, session) }
            return
        }
        fail(command, of: index, session)
        switch random(3) {
        case 0: break
        case 1: schedule(.lateCommand(command, store: storeLife), after: random(4_000))
        default: _ = answer(to: command)
        }
    }

    /// Executes a command after its member has stopped waiting for the answer.
    mutating func executeLate(_ command: StoreCommand, in life: Int) {
        guard life == storeLife, storeDownUntil <= now else { return }
        _ = answer(to: command)
    }

    /// The client's own time limit.
    private mutating func fail(_ command: StoreCommand, of index: Int, _ session: StoreSession) {
        switch command {
        case .write(let id, _, _, _): timeOut(.written(id, .unknown), index, session)
        case .open, .follow, .read: timeOut(.closed(reason: "timed out"), index, session)
        case .measure, .erase, .keep, .nextPlays, .close: break
        }
    }

    mutating func timeOut(_ event: StoreEvent, _ index: Int, _ session: StoreSession) {
        schedule(.arrival(member: index, life: lives[index], session, event), after: 2_000)
    }

    private mutating func answer(to command: StoreCommand) -> StoreEvent? {
        switch command {
        case .open, .follow, .measure, .close, .nextPlays: return nil
        case .write(let id, let key, let value, let expected):
            return .written(id, write(key, value, expecting: expected))
        case .keep where rejects(nil): return nil
        case .read(let key): return .read(key, store.entries[key])
        case .erase(let key, let revision):
            store.erase(key, upTo: revision)
            return nil
        case .keep(let station, let id, _):
            playTime += 1
            store.keep(SimulatedPlay(station: station, id: id), at: playTime)
            for index in members.indices { tellPlays(to: index) }
            return nil
        }
    }

    private mutating func write(
        _ key: StoreKey, _ value: [UInt8], expecting revision: UInt64?
    ) -> WriteOutcome {
        let before = store.entries[key]
        let expected = revision ?? before?.revision ?? 0
        if revision != nil {
            narrate("\(key.text) expects \(expected), is \(before?.revision ?? 0)")
        }
        if before?.revision ?? 0 == expected, rejects(key) {
            return .rejected(reason: "full")
        }
        guard let entry = store.write(key, value, expecting: revision) else { return .refused }
        store.writtenAt = now
        note(entry, behind: before)
        tellWatchers(.changed(entry))
        return .stored(entry.revision)
    }

    /// True if the store takes no write of a key of the states, or of what is kept beside them.
    func rejects(_ key: StoreKey?) -> Bool {
        guard now < storeRejectsUntil else { return false }
        switch (storeRejects, key) {
        case (.all, _), (.states, .some), (.stations, .station): return true
        default: return false
        }
    }

    var storedEpoch: String {
        store.entries[.epoch]?.value.map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    private mutating func tellWatchers(_ event: StoreEvent) {
        for index in members.indices {
            guard members[index].session != nil, isReachable(index) else { continue }
            tellWatcher(event, index)
        }
    }
}

import Cluster

/// The network, the store behind it, and what befalls both.
extension ClusterSimulation {
    // MARK: The network

    private mutating func delay(of index: Int) -> Int64 {
        if members[index].slowUntil > now { return random(2_000) }
        return 1 + (random(20) == 0 ? random(400) : random(5))
    }

    mutating func send(_ command: StoreCommand, of index: Int, _ session: StoreSession) {
        if case .close = command {
            members[index].session = nil
            return
        }
        let time = max(members[index].lastDeparture, now + delay(of: index))
        members[index].lastDeparture = time
        schedule(.command(member: index, life: lives[index], session, command), at: time)
    }

    private mutating func reply(_ event: StoreEvent, to index: Int, _ session: StoreSession) {
        let time = max(members[index].lastArrival, now + delay(of: index))
        members[index].lastArrival = time
        schedule(.arrival(member: index, life: lives[index], session, event), at: time)
    }

    private func isReachable(_ index: Int) -> Bool {
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
        if case .open = command {
            members[index].session = session
            (members[index].isWatchSilent, members[index].isRosterSilent) = (false, false)
            return tellInitialState(to: index, session)
        }
        guard members[index].session == session else { return }
        // An answer is lost now and then; what was asked is done, is not, or is done too late.
        guard hasFaults, random(60) == 0 else {
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

    /// What was asked is done when its member does not wait for it any more.
    mutating func executeLate(_ command: StoreCommand, in life: Int) {
        guard life == storeLife, storeDownUntil <= now else { return }
        _ = answer(to: command)
    }

    /// The client's own time limit.
    private mutating func fail(_ command: StoreCommand, of index: Int, _ session: StoreSession) {
        let event: StoreEvent
        switch command {
        case .write(let id, _, _, _), .beat(let id, _): event = .written(id, .unknown)
        case .open, .read: event = .closed(reason: "timed out")
        case .probe, .leave, .erase, .keep, .nextPlays, .close: return
        }
        schedule(
            .arrival(member: index, life: lives[index], session, event), after: 2_000)
    }

    private mutating func answer(to command: StoreCommand) -> StoreEvent? {
        switch command {
        case .open, .close, .keep, .nextPlays: return nil
        case .write(let id, let key, let value, let expected):
            guard let entry = store.write(key, value, expecting: expected) else {
                return .written(id, .refused)
            }
            note(entry)
            tellWatchers(.changed(entry))
            return .written(id, .stored(entry.revision))
        case .beat(let id, let heartbeat):
            store.beat(heartbeat)
            tellWatchers(.heartbeat(name: heartbeat.member.name, heartbeat))
            return .written(id, .stored(1))
        case .leave(let name):
            store.leave(name)
            tellWatchers(.heartbeat(name: name, nil))
            return nil
        case .read(let key): return .read(key, store.entries[key])
        case .erase(let key, let revision):
            store.erase(key, upTo: revision)
            return nil
        case .probe: return .probed(last: store.last)
        }
    }

    var storedEpoch: String {
        store.entries[.epoch]?.value.map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    /// Keeps what was written at which version. What is there when an epoch begins belongs to it,
    /// and so does what a member was told before it learnt of the epoch.
    private mutating func note(_ entry: StoreEntry) {
        if entry.key == .epoch {
            versions[storedEpoch] = versions[epochBefore]
            epochBefore = storedEpoch
        }
        guard case .station(let station) = entry.key, let bytes = entry.value,
            let value = StationValue(bytes),
            let track = Int(String(decoding: value.payload, as: UTF8.self))
        else { return }
        versions[storedEpoch, default: [:]][entry.revision] = (station, track, value.term)
        guard let number = Int(station.dropFirst(2)), track <= truth[number] else {
            return violate("a state was invented: \(track) of \(station)")
        }
    }

    private mutating func tellInitialState(to index: Int, _ session: StoreSession) {
        for (name, heartbeat) in store.heartbeats.sorted(by: { $0.key < $1.key }) {
            reply(.heartbeat(name: name, heartbeat), to: index, session)
        }
        for entry in store.initialState { reply(.changed(entry), to: index, session) }
        reply(.filled(last: store.last), to: index, session)
    }

    private mutating func tellWatchers(_ event: StoreEvent) {
        for index in members.indices {
            guard let session = members[index].session, isReachable(index) else { continue }
            switch event {
            case .heartbeat where members[index].isRosterSilent: continue
            case .changed where members[index].isWatchSilent: continue
            default: reply(event, to: index, session)
            }
        }
    }

    // MARK: Faults

    mutating func makeFault() {
        let index = Int(random(Int64(members.count)))
        switch random(12) {
        case 0: crash(index)
        case 1: stop(index)
        case 2:
            log.append("\(now) \(members[index].name) is cut off")
            members[index].cutOffUntil = now + random(20_000)
            // What is lost on a connection is followed by nothing: the library sees to the order.
            (members[index].isWatchSilent, members[index].isRosterSilent) = (true, true)
        case 3: members[index].isWatchSilent = true
        case 8: members[index].isRosterSilent = true
        case 9, 10:
            log.append("\(now) \(members[index].name) is slow")
            members[index].slowUntil = now + random(20_000)
        case 4: restartStore(store)
        case 5:
            log.append("\(now) the store has lost its data")
            restartStore(SimulatedStore())
        case 6:
            log.append("\(now) the store is restored")
            restartStore(backup)
        case 7: backup = store
        default: disconnect(index)
        }
        schedule(.fault, after: random(8_000))
    }

    private mutating func crash(_ index: Int) {
        guard members[index].isRunning else { return }
        log.append("\(now) \(members[index].name) crashes")
        members[index].isRunning = false
        members[index].planWake()
        members[index].links = [:]
        schedule(.start(member: index), after: random(12_000))
    }

    private mutating func stop(_ index: Int) {
        // What waits for its end would come in another order after a second one.
        guard members[index].stoppedUntil <= now else { return }
        log.append("\(now) \(members[index].name) is stopped")
        members[index].stoppedUntil = now + random(25_000)
        members[index].planWake()
    }

    mutating func start(_ index: Int) {
        log.append("\(now) \(members[index].name) starts")
        members[index] = makeMember(index)
        configure(index)
    }

    /// The store is another from now on, and all connections are gone.
    private mutating func restartStore(_ next: SimulatedStore) {
        log.append("\(now) the store restarts at \(next.last)")
        let isAnother = next.entries != store.entries
        store = next
        storeLife += 1
        if isAnother { forgetLostChanges() }
        epochBefore = storedEpoch
        storeDownUntil = now + random(8_000)
        for index in members.indices { disconnect(index) }
    }

    private mutating func disconnect(_ index: Int) {
        guard let session = members[index].session else { return }
        members[index].session = nil
        reply(.closed(reason: "connection lost"), to: index, session)
    }

    mutating func heal() {
        for index in members.indices {
            members[index].cutOffUntil = 0
            members[index].slowUntil = 0
        }
    }
}

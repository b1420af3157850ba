import NowPlaying

@testable import Cluster

/// Faults of the members, their network, their configs and the store.
extension ClusterSimulation {
    mutating func makeFault() {
        let index = Int(random(Int64(members.count)))
        switch random(21) {
        case 0: crash(index)
        case 1: stop(index)
        case 2:
            narrate("\(members[index].name) is cut off")
            members[index].cutOffUntil = now + random(20_000)
            // After a message is lost, the connection delivers nothing more: the library keeps the
            // order.
            members[index].isWatchSilent = true
        case 3, 8: members[index].isWatchSilent = true
        case 17, 18: connectToOutdated(index)
        case 9, 10:
            narrate("\(members[index].name) is slow")
            members[index].slowUntil = now + random(20_000)
        case 4: restartStore(store)
        case 5:
            narrate("the store has lost its data")
            restartStore(SimulatedStore())
        case 6:
            narrate("the store is restored")
            restartStore(backup)
            // A backup that is restored is no younger than that.
            let desertion = ClusterTiming(replicas: hasReplicas ? 3 : 1).desertion.milliseconds
            storeDownUntil = max(storeDownUntil, backup.writtenAt + desertion + 1)
            if random(2) == 0 { comeFirst(index) }
            playTimeOfRestore = playTime
        case 7: backup = store
        case 12, 13, 14: rollOut()
        case 15: rejectWrites(until: now + random(20_000))
        // For good.
        case 16: rejectWrites(until: .max)
        case 19: narrate("the store drops \(store.dropOldest().map { "\($0)" } ?? "nothing")")
        case 20: loseStation()
        default: disconnect(index)
        }
        schedule(.fault, after: random(8_000))
    }

    private mutating func rejectWrites(until end: Int64) {
        let kinds = SimulatedStore.Rejection.allCases
        storeRejects = kinds[Int(random(Int64(kinds.count)))]
        storeRejectsUntil = end
        narrate("the store takes no more: \(storeRejects) until \(end)")
    }

    /// The store is killed, and loses a station.
    private mutating func loseStation() {
        var next = store
        let lost = next.loseStation { Int(random(Int64($0))) }
        narrate("the store loses \(lost ?? "nothing")")
        restartStore(next)
    }

    /// A member that knows nothing finds the store before the others do, and writes to it.
    private mutating func comeFirst(_ index: Int) {
        for other in members.indices where other != index {
            members[other].cutOffUntil = storeDownUntil + 6_000 + random(6_000)
            members[other].isWatchSilent = true
        }
        members[index].isRunning = false
        members[index].planWake()
        schedule(.start(member: index), at: storeDownUntil)
    }

    /// A member loses its server, and finds one that is behind the others for a while.
    private mutating func connectToOutdated(_ index: Int) {
        guard hasReplicas, storeDownUntil <= now else { return }
        narrate("\(members[index].name) finds an outdated server")
        members[index].outdatedUntil = now + random(3_500)
        disconnect(index)
    }

    private mutating func crash(_ index: Int) {
        guard members[index].isRunning else { return }
        narrate("\(members[index].name) crashes")
        members[index].isRunning = false
        members[index].planWake()
        schedule(.start(member: index), after: random(12_000))
    }

    private mutating func stop(_ index: Int) {
        // A second stop may not move the end: events that wait for the first end change their
        // order.
        guard members[index].stoppedUntil <= now else { return }
        narrate("\(members[index].name) is stopped")
        members[index].stoppedUntil = now + random(25_000)
        members[index].planWake()
    }

    mutating func start(_ index: Int) {
        narrate("\(members[index].name) starts")
        members[index] = makeMember(index)
        handle(.configured(configurations[configured[index]].upstreams), of: index)
    }

    /// The store is another from now on, and all connections are gone.
    private mutating func restartStore(_ next: SimulatedStore) {
        narrate("the store restarts at \(next.last)")
        let isAnother = next.entries != store.entries
        store = next
        (outdated, current) = (store, store)
        storeLife += 1
        if isAnother {
            forgetLostChanges()
            hasLostData = true
        }
        epochBefore = storedEpoch
        storeDownUntil = now + random(8_000)
        for index in members.indices { disconnect(index) }
    }

    private mutating func disconnect(_ index: Int) {
        guard let session = members[index].session else { return }
        members[index].session = nil
        reply(.closed(reason: "connection lost"), to: index, session)
    }

    /// Nothing fails any more. The members are given one more config, which all of them keep.
    mutating func heal() {
        for index in members.indices {
            members[index].cutOffUntil = 0
            members[index].slowUntil = 0
            members[index].outdatedUntil = 0
        }
        storeRejectsUntil = 0
        rollOut(toAll: true)
    }

    // MARK: Configs

    /// The members are given another config, one after the other, and one of them perhaps not
    /// before the faults end.
    private mutating func rollOut(toAll: Bool = false) {
        configurations.append(
            configurations[configurations.count - 1].changed(by: &generator))
        let left = toAll || random(3) > 0 ? nil : Int(random(Int64(members.count)))
        for index in members.indices where index != left {
            schedule(
                .configure(member: index, config: configurations.count - 1), after: random(12_000))
        }
    }

    mutating func configure(_ index: Int, _ number: Int) {
        guard members[index].stoppedUntil <= now || !members[index].isRunning else {
            return schedule(
                .configure(member: index, config: number), at: members[index].stoppedUntil)
        }
        guard configured[index] < number else { return }
        configured[index] = number
        guard members[index].isRunning else { return }
        narrate("\(members[index].name) has config \(number)")
        reload(index)
    }
}

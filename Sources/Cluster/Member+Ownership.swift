import NowPlaying
import Support

/// The members that are present, and the owner of each upstream.
extension Member {
    /// This member as the others see it.
    var heartbeat: Heartbeat { Heartbeat(member: identity, owns: owns && namesakeUntil == nil) }

    // MARK: Members

    mutating func sendBeat(at now: Instant, into effects: inout [ClusterEffect]) {
        heartbeats.next = now + timing.heartbeat
        guard namesakeUntil == nil else { return }
        let write = write(
            .member(identity.name), Array(heartbeat.text.utf8), expecting: nil, into: &effects)
        heartbeats.sent(write, at: now)
    }

    /// The time of the next heartbeat: the usual one, or a member's end, which it proves.
    var beatDue: Instant {
        guard namesakeUntil == nil else { return heartbeats.next }
        let death = roster.nextDeath(
            after: heartbeats.sentAt, timing: timing, observer: identity.name)
        return death.map { min($0, heartbeats.next) } ?? heartbeats.next
    }

    /// The watch has told what was stored before the newest heartbeat of this member that it told.
    mutating func noteTold() {
        if let time = heartbeats.takeTold() { roster.told(upTo: time) }
    }

    /// Leaves what this member owns to others, and tells that it is gone. The name may be
    /// another's, which lives on.
    mutating func leave(into effects: inout [ClusterEffect]) {
        for id in upstreams.keys.sorted() where isOwned(id) {
            writeOwner(of: id, nil, into: &effects)
        }
        guard namesakeUntil == nil else { return }
        _ = write(.member(identity.name), [], expecting: nil, into: &effects)
    }

    /// Takes a member's key: its heartbeat, or nothing where it has left.
    mutating func heard(
        _ entry: StoreEntry, of name: String, at now: Instant, into effects: inout [ClusterEffect]
    ) {
        let text = entry.value.flatMap(\.word) ?? ""
        let heartbeat = Heartbeat(text)
        guard heartbeat.map({ $0.member.name == name }) ?? text.isEmpty else { return }
        remains[entry.key] = (entry.revision, now + timing.death + timing.mourning)
        guard name != identity.name else {
            heartbeats.echoed = max(heartbeats.echoed, entry.revision)
            noteTold()
            return heardOwn(entry, heartbeat?.member, at: now, into: &effects)
        }
        let isInitial = connection != .current
        let isNews =
            heartbeat.map {
                roster.heard($0, at: now, isInitialState: isInitial)
            } ?? roster.left(name)
        if inspection.unreadCount > 0 { inspection.isWanted = true }
        guard isNews, connection == .current else { return }
        inspection.isWanted = true
        reclaim()
        effects.append(.note(heartbeat == nil ? .memberLeft(name) : .memberCame(name)))
        review(at: now, into: &effects)
    }

    /// Takes the entry under this member's own name.
    private mutating func heardOwn(
        _ entry: StoreEntry, _ member: MemberIdentity?, at now: Instant,
        into effects: inout [ClusterEffect]
    ) {
        guard let other = member, other != identity else {
            _ = roster.heard(heartbeat, at: now)
            guard connection == .current, let write = entry.write, member != nil else { return }
            return noteWhere(write, entry.revision, at: now, into: &effects)
        }
        // In the initial state it is this member's life before. Of two that live one stands down.
        guard connection == .current, other.incarnation > identity.incarnation else { return }
        if namesakeUntil == nil { effects.append(.note(.nameTaken(identity.name))) }
        namesakeUntil = now + timing.death
        _ = roster.heard(heartbeat, at: now)
        review(at: now, into: &effects)
    }

    /// Looks who has died, and what may be claimed by now.
    mutating func lookAround(at now: Instant, into effects: inout [ClusterEffect]) {
        var isNews = false
        if let until = namesakeUntil, until <= now {
            (namesakeUntil, toldAt, isNews) = (nil, now, true)
            _ = roster.heard(heartbeat, at: now)
        }
        for name in roster.expireSilent(after: timing, observer: identity.name) {
            effects.append(.note(.memberDied(name)))
            reclaim()
            (isNews, inspection.isWanted) = (true, true)
        }
        if let due = upstreamsDueAt, due <= now, lookAtUpstreams(at: now) { isNews = true }
        if isNews { review(at: now, into: &effects) }
    }

    /// Ends bars, and passes over members that do not claim what they are to own.
    ///
    /// - Returns: Whether one of them was due.
    private mutating func lookAtUpstreams(at now: Instant) -> Bool {
        upstreamsDueAt = nil
        var isNews = false
        for (id, upstream) in upstreams {
            if let until = upstream.barredUntil, !isAwaited(until, at: now) {
                upstreams[id]?.barredUntil = nil
                isNews = true
            }
            if let since = upstream.vacantSince, !isAwaited(since + timing.death, at: now) {
                skipCandidate(id, at: now)
                isNews = true
            }
        }
        return isNews
    }

    /// Returns true if a time is still to come, and has upstreams looked at then.
    private mutating func isAwaited(_ time: Instant, at now: Instant) -> Bool {
        guard time > now else { return false }
        upstreamsDueAt = earliest(upstreamsDueAt, time)
        return true
    }

    // MARK: Ownership

    /// The member that is to own an upstream.
    private func preferredOwner(of id: UpstreamID) -> MemberIdentity? {
        roster.preferredOwner(of: id, without: upstreams[id]?.passedOver ?? [])
    }

    /// Leaves out the member that was to own an upstream and has not claimed it: what it knows may
    /// be older, or a server did not list its stations to it.
    private mutating func skipCandidate(_ id: UpstreamID, at now: Instant) {
        upstreams[id]?.vacantSince = now
        guard let preferred = preferredOwner(of: id), preferred != identity else { return }
        upstreams[id]?.passedOver.insert(preferred)
    }

    /// True if the store says that this member owns an upstream.
    func isOwned(_ id: UpstreamID) -> Bool { owners[id]?.member == identity }

    /// Claims what this member is to own, and gives up what it is not.
    mutating func review(at now: Instant, into effects: inout [ClusterEffect]) {
        for id in upstreams.keys.sorted() { review(id, at: now, into: &effects) }
    }

    private mutating func review(
        _ id: UpstreamID, at now: Instant, into effects: inout [ClusterEffect]
    ) {
        guard connection == .current else { return }
        let vacantSince = isVacant(id) ? upstreams[id]?.vacantSince ?? now : nil
        upstreams[id]?.vacantSince = vacantSince
        upstreamsDueAt = earliest(upstreamsDueAt, vacantSince.map { $0 + timing.death })
        if isToRead(id) {
            if isOwned(id) { return hold(id, into: &effects) }
            if upstreams[id]?.barredUntil == nil { writeOwner(of: id, identity, into: &effects) }
            return
        }
        // The links are closed before the successor can know that it may dial.
        letGo(id, into: &effects)
        if isOwned(id) { writeOwner(of: id, nil, into: &effects) }
    }

    /// True if this member is to read an upstream, by the store and the roster.
    func isToRead(_ id: UpstreamID) -> Bool {
        preferredOwner(of: id) == identity && (isOwned(id) || isVacant(id))
    }

    /// True if a living member owns an upstream in a term, or if the watch has not told that term
    /// yet.
    func isOwned(_ id: UpstreamID, in term: UInt64) -> Bool {
        guard let owner = owners[id] else { return false }
        guard owner.term == term else { return owner.term < term }
        return owner.member.map { isAlive($0) } ?? false
    }

    /// True if a member lives. So does one of this one's name, while this one stands down for it.
    private func isAlive(_ member: MemberIdentity) -> Bool {
        roster.isAlive(member) || namesakeUntil != nil && member.name == identity.name
    }

    /// True if no living member owns an upstream.
    private func isVacant(_ id: UpstreamID) -> Bool {
        owners[id]?.member.map { !isAlive($0) } ?? true
    }

    mutating func writeOwner(
        of id: UpstreamID, _ member: MemberIdentity?, into effects: inout [ClusterEffect]
    ) {
        guard upstreams[id]?.write == nil else { return }
        let value = Array((member?.text ?? "").utf8)
        let term = owners[id]?.term ?? 0
        let write = write(.owner(id), value, expecting: term, into: &effects)
        upstreams[id]?.write = write
    }

    mutating func ownerChanged(
        of id: UpstreamID, _ entry: StoreEntry, afterAlone: Bool = false, at now: Instant,
        into effects: inout [ClusterEffect]
    ) {
        let text = entry.value.flatMap(\.word)
        let owner = Upstream.Owner(
            member: text.flatMap { MemberIdentity($0) }, term: entry.revision)
        inspection.isWanted = true
        rejections.end(.owner(id))
        let predecessor = owners.updateValue(owner, forKey: id)?.member
        reclaim()
        guard let before = upstreams[id] else { return disown(id, into: &effects) }
        let isNewTerm = owner.member != identity || before.write != nil
        if isNewTerm { upstreams[id]?.needsTerm = false }
        upstreams[id]?.write = nil
        if owner.member == identity, let dead = predecessor, dead.name != identity.name {
            counters.takeovers += 1
        }
        if before.isHeld, let successor = owner.member, successor != identity {
            deposed[successor.name, default: 0] += 1
            pauseOwning(id, at: now, into: &effects)
        } else if owner.member == nil, !afterAlone {
            // Another member owned it meanwhile, and what this one's link has made is older.
            letGo(id, into: &effects)
        }
        review(id, at: now, into: &effects)
    }

    /// The config does not have an upstream any more: another member is to read it.
    mutating func disown(_ id: UpstreamID, into effects: inout [ClusterEffect]) {
        if upstreams[id] == nil, isOwned(id) { writeOwner(of: id, nil, into: &effects) }
    }

    /// Notes what was taken from this member; a reconnect can show it of many upstreams at once.
    mutating func noteDeposed(into effects: inout [ClusterEffect]) {
        guard !deposed.isEmpty else { return }
        for (name, count) in deposed.sorted(by: { $0.key < $1.key }) {
            effects.append(.note(.deposed(upstreams: count, by: name)))
        }
        deposed = [:]
    }

    /// This member was refused: it hangs up, and claims nothing before a heartbeat has passed, or
    /// as much time as it is told.
    mutating func pauseOwning(
        _ id: UpstreamID, for time: Interval? = nil, at now: Instant,
        into effects: inout [ClusterEffect]
    ) {
        letGo(id, into: &effects)
        bar(id, until: now + (time ?? timing.heartbeat))
    }

    /// This member claims an upstream at this time at the earliest.
    mutating func bar(_ id: UpstreamID, until time: Instant) {
        guard let upstream = upstreams[id], upstream.barredUntil ?? time <= time else { return }
        upstreams[id]?.barredUntil = time
        upstreamsDueAt = earliest(upstreamsDueAt, time)
    }

    // MARK: Links

    /// Begins a term: the states are written first, which keeps former owners out.
    private mutating func hold(_ id: UpstreamID, into effects: inout [ClusterEffect]) {
        guard let upstream = upstreams[id], let term = owners[id]?.term,
            upstream.fence?.term != term, upstream.write == nil
        else { return }
        guard !upstream.needsTerm else {
            return writeOwner(of: id, identity, into: &effects)
        }
        upstreams[id]?.fence = Upstream.Fence(term: term, unwritten: Set(upstream.stations))
        // A reload may have given it a station that another upstream's owner has read until now.
        for station in upstream.stations {
            guard let record = stations[station] else { continue }
            if record.isLinked {
                rewrites.insert(station)
            } else {
                rewrite(station, behind: record.isUntold ? .max : record.revision)
            }
        }
    }

    /// No former owner can write this station's key any more. When that holds for all of an
    /// upstream, it is dialled.
    mutating func fenced(_ station: String, into effects: inout [ClusterEffect]) {
        guard let id = stations[station]?.upstream, let upstream = upstreams[id],
            upstreams[id]?.fence?.unwritten.remove(station) != nil,
            let fence = upstreams[id]?.fence, fence.unwritten.isEmpty
        else { return }
        if !upstream.isHeld { effects.append(.note(.acquired(id, term: fence.term))) }
        acquire(id, into: &effects)
    }

    mutating func acquire(_ id: UpstreamID, into effects: inout [ClusterEffect]) {
        guard let upstream = upstreams[id] else { return }
        upstreams[id]?.isHeld = true
        for station in upstream.stations {
            stations[station]?.isLinked = true
            if serving == .alone { stations[station]?.diverge() }
        }
        effects.append(.replicas(.acquired(upstream.stations)))
    }

    mutating func letGo(_ id: UpstreamID, into effects: inout [ClusterEffect]) {
        guard let upstream = upstreams[id], upstream.isTaken else { return }
        upstreams[id]?.isHeld = false
        upstreams[id]?.fence = nil
        for station in upstream.stations {
            stations[station]?.giveUp()
            rejections.end(.station(station))
        }
        effects.append(.replicas(.released(upstream.stations)))
        if upstream.isHeld { effects.append(.note(.released(id))) }
        if connection == .current { readUntold(of: upstream.stations, into: &effects) }
    }

    /// Clients are served what links make, and not what the store has.
    mutating func forgetServed() {
        writes.outdate()
        for id in upstreams.keys { upstreams[id]?.fence = nil }
        for id in stations.keys { stations[id]?.goAlone() }
    }

    /// Without the store, a member reads what it would own, as far as it knows.
    mutating func holdOwnShare(into effects: inout [ClusterEffect]) {
        for id in upstreams.keys.sorted()
        where preferredOwner(of: id) == identity && upstreams[id]?.isHeld == false {
            acquire(id, into: &effects)
        }
    }
}

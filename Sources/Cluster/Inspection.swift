import NowPlaying

/// Compares the served states with the members that read them, and with their configs.
struct Inspection: Sendable {
    /// Something has changed that may decide it.
    var isWanted = false
    /// The time at which the stations are to be looked at.
    var due: Instant?
    /// Some of the stations that no member reads, in words; `nil` where all are read.
    var unread: String?
    /// The number of stations that no member reads.
    var unreadCount = 0
    /// The difference between members, with its beginning and in words.
    var difference: (since: Instant, text: String)?
}

/// Stations that no member reads, and configs that differ.
extension Member {
    /// Has stations be looked at in a moment, where something has changed.
    mutating func planInspection(at now: Instant) {
        guard inspection.isWanted, connection == .current else { return }
        inspection.isWanted = false
        inspection.due = earliest(inspection.due, now + timing.inspection)
    }

    mutating func inspectIfDue(at now: Instant, into effects: inout [ClusterEffect]) {
        guard let due = inspection.due, due <= now else { return }
        inspection.due = nil
        inspectStations(at: now, into: &effects)
        compareConfigs(at: now, into: &effects)
    }

    /// A state is served: it is known at once whether its writer reads the station.
    mutating func noteReader(of id: String) {
        guard let record = stations[id] else { return }
        let isRead = isRead(record)
        stations[id]?.doubt?.isTold = false
        if isRead { stations[id]?.doubt = nil }
        if !isRead || record.isUnread { inspection.isWanted = true }
        if record.isServedElsewhere, inspection.difference == nil {
            inspection.isWanted = true
        }
    }

    /// True if a member reads a station. An owner writes each of its stations in each of its terms:
    /// one that was last written in another is in its config no more, or not yet.
    private func isRead(_ record: StationRecord) -> Bool {
        if record.isLinked { return true }
        return record.served.upstream.map { isOwned($0, in: record.served.term) } ?? false
    }

    /// True if the member that reads a station has been heard on this connection: what is left of
    /// one that has died looks alive for a while after each.
    private func isSurelyRead(_ record: StationRecord) -> Bool {
        guard !record.isLinked, let upstream = record.served.upstream else { return true }
        let owner = owners[upstream]?.member
        return owner.map { $0 == identity || roster.hasBeaten($0) } ?? false
    }

    // MARK: Stations

    private mutating func inspectStations(at now: Instant, into effects: inout [ClusterEffect]) {
        let suspects = stations.filter { $0.value.doubt != nil || !isRead($0.value) }.keys
        var unread: [String] = []
        for id in suspects.sorted() {
            if isReadAgain(id, at: now) {
                if stations[id]?.isUnread == true {
                    effects.append(.replicas(.reread(station: id)))
                }
                stations[id]?.doubt = nil
            } else if doubt(id, at: now, into: &effects) {
                unread.append(id)
            }
        }
        let isNews = inspection.unreadCount == 0
        inspection.unreadCount = unread.count
        inspection.unread = unread.first.map { first in
            "\(Self.stations(unread.count, first)) read by no member: \(whyUnread(first))"
        }
        if isNews, let text = inspection.unread { effects.append(.note(.unread(text))) }
    }

    /// True if a doubt is over: the owner is there, and has written the station since, or stays.
    /// One that comes and goes, as where the store does not take its states, ends no doubt.
    private mutating func isReadAgain(_ id: String, at now: Instant) -> Bool {
        guard let record = stations[id], isRead(record), isSurelyRead(record) || !record.isUnread
        else {
            stations[id]?.doubt?.readSince = nil
            return false
        }
        guard !record.isLinked, let doubt = record.doubt, record.served.revision <= doubt.served
        else { return true }
        let since = doubt.readSince ?? now
        stations[id]?.doubt?.readSince = since
        guard since + timing.unread > now else { return true }
        inspection.due = earliest(inspection.due, since + timing.unread)
        return false
    }

    /// - Returns: Whether no member has read the station for long enough to say so.
    private mutating func doubt(
        _ id: String, at now: Instant, into effects: inout [ClusterEffect]
    ) -> Bool {
        guard let record = stations[id] else { return false }
        let doubt =
            record.doubt ?? StationRecord.Doubt(since: now, served: record.served.revision)
        stations[id]?.doubt = doubt
        guard doubt.since + timing.unread <= now else {
            inspection.due = earliest(inspection.due, doubt.since + timing.unread)
            return false
        }
        if !record.isUnread { tellUnread(id, into: &effects) }
        return true
    }

    private mutating func tellUnread(_ id: String, into effects: inout [ClusterEffect]) {
        stations[id]?.doubt?.isTold = true
        effects.append(.replicas(.unread(station: id, reason: whyUnread(id))))
    }

    /// The store's states are served again: those that no member reads are told as stale at once,
    /// since they may be old. A store that had no room has some when its members have left it, and
    /// then tells what it stored last.
    mutating func doubtUnread(at now: Instant, into effects: inout [ClusterEffect]) {
        for id in stations.keys.sorted() {
            guard let record = stations[id], record.served.upstream != nil, !isRead(record)
            else { continue }
            stations[id]?.doubt = StationRecord.Doubt(since: now, served: record.served.revision)
            tellUnread(id, into: &effects)
        }
    }

    private func whyUnread(_ id: String) -> String {
        guard let record = stations[id], let owner = owners[record.upstream]?.member,
            roster.isAlive(owner)
        else { return "no member of the cluster reads its server" }
        guard !isRead(record) else {
            return "\(owner.name), which reads its server, has come back and not told of it yet"
        }
        return "\(owner.name), which reads its server, does not have it: give all members one"
            + " config"
    }

    // MARK: Configs

    /// Looks whether members have configs that differ, or are of two clusters with one name.
    private mutating func compareConfigs(at now: Instant, into effects: inout [ClusterEffect]) {
        let since = inspection.difference?.since ?? now
        inspection.difference = (stationsReadElsewhere ?? serversOfOthers).map { (since, $0) }
        guard let text = inspection.difference?.text else {
            warned.remove("configs")
            return
        }
        if since + timing.difference > now {
            inspection.due = earliest(inspection.due, since + timing.difference)
        } else {
            warn(.configsDiffer(text), of: "configs", into: &effects)
        }
    }

    private var stationsReadElsewhere: String? {
        let elsewhere = stations.filter { $1.isServedElsewhere && isRead($1) }
        guard let (id, record) = elsewhere.min(by: { $0.key < $1.key }),
            let upstream = record.served.upstream
        else { return nil }
        let owner = owners[upstream]?.member?.name
        return "\(Self.stations(elsewhere.count, id)) read from another server than this config"
            + " says, by \(owner ?? identity.name)"
    }

    private var serversOfOthers: String? {
        let others = owners.filter { upstreams[$0.key] == nil }.compactMap(\.value.member)
            .filter { roster.isAlive($0) }
        return others.map(\.name).min().map {
            "\($0) reads servers that this config does not have (in all \(others.count) are read)"
        }
    }

    /// So many stations, with the first by its name, as the beginning of a sentence.
    private static func stations(_ count: Int, _ first: String) -> String {
        count == 1 ? "the station \(first) is" : "\(count) stations, such as \(first), are"
    }
}

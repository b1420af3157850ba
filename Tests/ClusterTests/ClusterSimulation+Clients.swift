import NowPlaying
import Views

@testable import Cluster
@testable import FanOut
@testable import Hub
@testable import Stations

/// A client that goes from member to member, and comes with what it was told up to.
struct SimulatedClient {
    /// A stay at a member, in one of its lives.
    struct Visit {
        let member: Int
        let life: Int
        /// The tracks of the member when the client came, and their versions.
        let told: [String: SimulatedTrack]
        let versions: [String: Revision]
    }

    var visit: Visit?
    var epoch = ""
    var revision: Revision = 0
    /// The track that it holds of each station.
    var holds: [String: SimulatedTrack] = [:]
    /// The versions of what it was told beyond `revision`, as where it is cut before it was told
    /// all: a member that is behind does not have them yet.
    var ahead: [String: Revision] = [:]
    /// Stations that a member did not have: what happened to them meanwhile it could not tell.
    var missed: Set<String> = []

    /// It is to be told everything.
    mutating func forget() { (holds, ahead, missed) = ([:], [:], []) }

    /// It is told of a station that a member has at a version which is beyond `revision`.
    mutating func tell(_ track: SimulatedTrack, of station: String, at version: Revision) {
        holds[station] = track
        ahead[station] = version
        missed.remove(station)
    }
}

/// A version of a station by which members tell of it.
struct SimulatedVersion: Hashable {
    let epoch: String
    let station: String
    let revision: Revision
}

/// The content of a version of a station.
struct SimulatedContent {
    let track: SimulatedTrack
    /// The life of the store in which it was told first.
    let storeLife: Int
    /// The members that have told it.
    var witnesses: Set<MemberIdentity> = []
}

/// Clients that go from member to member, and what is true of what they are told.
extension ClusterSimulation {
    /// A station that is shown as live plays what is shown, or has played it so long ago at most.
    ///
    /// A member that has died is known to have after 6 s, and what no member reads then is told
    /// after 3 more; reconnects and reloads begin anew with the 6 s. Several servers are given 10 s
    /// more to elect a leader. The time for which a member waits for the store comes to that, each
    /// time: it has an end of its own.
    private var longestLie: Int64 { hasReplicas ? 32_000 : 22_000 }

    private static let options = DocumentOptions(view: .nowPlaying)

    // MARK: Honesty

    mutating func audit() {
        schedule(.audit, after: 1_000)
        (outdated, current) = (current, store)
        for index in members.indices where members[index].isRunning && members[index].epoch != nil {
            for station in members[index].hub.store.present { audit(station, index) }
        }
    }

    private mutating func audit(_ station: StationIndex, _ index: Int) {
        let member = members[index]
        let id = member.hub.store.id(of: station)
        let (track, isClaimedLive) = member.told(station)
        if let track { note(track, of: id, at: version(of: id, by: member), by: member) }
        // The health of links is not simulated, which is what counts without the cluster.
        let isLive = isClaimedLive && !member.isAlone
        let isOld =
            SimulatedConfiguration.number(id).map { track?.number ?? 0 < truth[$0] } ?? false
        defer { member.toldTracks[id] = track }
        guard isLive, isOld, track == member.toldTracks[id], member.stoppedUntil <= now else {
            return member.lies[id] = 0
        }
        if member.member.connection == .current { member.lies[id, default: 0] += 1_000 }
        guard member.lies[id] ?? 0 > longestLie else { return }
        violate(
            "\(member.name) shows \(id) as live with an old \(track.map { "\($0)" } ?? "")"
                + " \(member.member.stations[id].map { "\($0)" } ?? "")")
    }

    // MARK: Clients

    mutating func hop(_ client: Int) {
        schedule(.hop(client: client), after: 100 + random(3_000))
        let index = Int(random(Int64(members.count)))
        leave(client)
        guard members[index].isRunning, members[index].stoppedUntil <= now,
            members[index].epoch != nil
        else { return }
        arrive(client, at: index)
    }

    /// The client was told all changes of its time. If the epoch changed, its connection was cut.
    private mutating func leave(_ client: Int) {
        guard let visit = clients[client].visit else { return }
        clients[client].visit = nil
        let member = members[visit.member]
        guard lives[visit.member] == visit.life, member.hub.fanOut.epoch == clients[client].epoch
        else { return }
        let told = tracks(of: member)
        for (station, track) in told
        where visit.told[station] != track
            || visit.versions[station] != version(of: station, by: member)
        {
            clients[client].holds[station] = track
            clients[client].ahead[station] = nil
        }
        for station in clients[client].holds.keys where told[station] == nil {
            clients[client].holds[station] = nil
            clients[client].ahead[station] = nil
            clients[client].missed.insert(station)
        }
        let fanOut = member.hub.fanOut
        clients[client].revision = fanOut.unconfirmed.isEmpty ? fanOut.revision : 0
        narrate("client \(client) leaves \(member.name) with \(clients[client].revision)")
    }

    private mutating func arrive(_ client: Int, at index: Int) {
        let member = members[index]
        let request = SubscriptionRequest(options: Self.options, coverage: .all, minInterval: .zero)
        let since = clients[client].revision
        let held = member.hub.fanOut.heldRevision(since, in: clients[client].epoch, of: request)
        if held == nil { clients[client].forget() }
        let told = tracks(of: member)
        var versions: [String: Revision] = [:]
        narrate(
            "client \(client) comes to \(member.name) with \(since), holds up to \(held ?? -1)")
        for (station, track) in told {
            let revision = version(of: station, by: member)
            versions[station] = revision
            note(track, of: station, at: revision, by: member)
            if let held, revision <= held {
                check(client, holds: track, of: station, at: index, since: held)
            } else {
                let isOwn = subject(of: station, by: member)?.isOwn == true
                clients[client].tell(track, of: station, at: isOwn ? 0 : revision)
            }
        }
        let known = Set(told.keys)
        for station in truth.indices.map(SimulatedConfiguration.name)
        where !known.contains(station) {
            clients[client].missed.insert(station)
        }
        clients[client].epoch = member.hub.fanOut.epoch
        clients[client].visit = SimulatedClient.Visit(
            member: index, life: lives[index], told: told, versions: versions)
        if held == nil { clients[client].revision = 0 }
    }

    private mutating func check(
        _ client: Int, holds track: SimulatedTrack, of station: String, at index: Int,
        since revision: Revision
    ) {
        guard !clients[client].missed.contains(station), clients[client].holds[station] != track,
            clients[client].ahead[station] ?? 0 <= revision
        else { return }
        // A member that has not found the restored store yet has versions that were lost, and cuts
        // its clients when it does.
        guard !hasLostData || isAtStore(members[index]) else { return }
        let held = clients[client].holds[station].map { "\($0)" } ?? "nothing"
        violate(
            "a client with \(held) of \(station) up to \(revision) is not told of \(track) by"
                + " \(members[index].name)")
    }

    /// One version is one content at all members, always. But of a version that a restored store
    /// does not have only the members know that served it: until one of them has found the store
    /// again, it may come again.
    private mutating func note(
        _ track: SimulatedTrack, of station: String, at revision: Revision,
        by member: SimulatedMember
    ) {
        let fanOut = member.hub.fanOut
        let isOwn = subject(of: station, by: member)?.isOwn == true
        let version = SimulatedVersion(
            epoch: isOwn ? fanOut.life : fanOut.epoch, station: station, revision: revision)
        let witness = member.member.identity
        if let told = contents[version], told.track != track {
            // A member that has not found the restored store tells what the one before had.
            guard isAtStore(member) else { return }
            guard told.storeLife < storeLife,
                !told.witnesses.contains(where: { knows($0, version) })
            else {
                return violate(
                    "\(member.name) tells \(track) of \(station) at \(revision), which was"
                        + " \(told.track)")
            }
            contents[version] = nil
        }
        contents[version, default: SimulatedContent(track: track, storeLife: storeLife)]
            .witnesses.insert(witness)
    }

    /// True if a member lives in the life in which it served a version, and is in its epoch and at
    /// the store.
    private func knows(_ witness: MemberIdentity, _ version: SimulatedVersion) -> Bool {
        members.contains {
            $0.isRunning && $0.member.identity == witness && $0.epoch == version.epoch
                && isAtStore($0)
        }
    }

    private func isAtStore(_ member: SimulatedMember) -> Bool {
        member.member.connection == .current && member.cutOffUntil <= now
    }

    private func version(of station: String, by member: SimulatedMember) -> Revision {
        subject(of: station, by: member)?.revision(of: Self.options) ?? 0
    }

    private func subject(of station: String, by member: SimulatedMember) -> Subject? {
        member.hub.store.index(of: station).map { member.hub.fanOut.subjects[.station($0)] }
    }

    private func tracks(of member: SimulatedMember) -> [String: SimulatedTrack] {
        var tracks: [String: SimulatedTrack] = [:]
        for station in member.hub.store.present {
            tracks[member.hub.store.id(of: station)] = member.told(station).track
        }
        return tracks
    }

    // MARK: At the end

    /// A client that comes holds what its member shows.
    mutating func checkClients() {
        for client in clients.indices {
            for index in members.indices {
                leave(client)
                arrive(client, at: index)
                let told = tracks(of: members[index])
                for station in configuration.stations
                where clients[client].holds[station] != told[station]
                    && !clients[client].missed.contains(station)
                {
                    violate("a client of \(members[index].name) has an old \(station)")
                }
            }
        }
    }
}

import FanOut
import NowPlaying

@testable import Cluster
@testable import Hub
@testable import Stations

/// The rules that must hold after each step, and at the end.
extension ClusterSimulation {
    mutating func violate(_ text: String) {
        violations.append("seed \(seed), \(now) ms: \(text)")
    }

    // MARK: What is written

    /// The state that was written at a version.
    struct Written {
        let station: String
        let track: SimulatedTrack
        let term: UInt64
        let upstream: UpstreamID
        /// The link that it was written by had told nothing yet.
        let isUntold: Bool
    }

    /// Keeps the state that was written at each version. The states at the beginning of an epoch
    /// belong to it, and so does everything that a member was told before it learnt of the epoch.
    mutating func note(_ entry: StoreEntry, behind before: StoreEntry?) {
        if entry.key == .epoch {
            let isDeserted = deserted.contains(epochBefore)
            versions[storedEpoch] = versions[epochBefore]
            epochBefore = storedEpoch
            if before != nil, !hasLostData, !isDeserted {
                violate("an epoch begins without a reason")
            }
        }
        guard case .station(let station) = entry.key,
            let value = entry.value.flatMap({ StationValue($0) }),
            let track = SimulatedTrack(value.payload)
        else { return }
        narrate(
            "\(station) is \(track) at \(entry.revision), term \(value.term) of \(value.upstream)")
        versions[storedEpoch, default: [:]][entry.revision] = Written(
            station: station, track: track, term: value.term, upstream: value.upstream,
            isUntold: untoldWrites.contains(value.writeID))
        guard let number = SimulatedConfiguration.number(station), track.number <= truth[number]
        else { return violate("a state was invented: \(track) of \(station)") }
    }

    // MARK: What clients are served

    mutating func serve(
        _ station: String, _ payload: [UInt8], _ revision: UInt64, _ index: Int
    ) {
        let member = members[index]
        guard let epoch = member.epoch, !member.isAlone else {
            return violate("\(member.name) serves outside of an epoch")
        }
        guard member.hub.store.index(of: station) != nil else {
            return violate("\(member.name) serves \(station), which its config does not have")
        }
        guard let track = SimulatedTrack(payload), let written = versions[epoch]?[revision]
        else { return violate("\(member.name) invented version \(revision) of \(station)") }
        if written.station != station || written.track != track {
            violate("\(member.name) serves something else at \(revision) of \(epoch)")
        }
        narrate("\(station) \(member.name) serves \(revision)")
        if let before = member.versions[station] {
            // A station that moves to another upstream is served its version once more.
            if before > revision { violate("\(station) goes back from \(before) to \(revision)") }
            if let old = versions[epoch]?[before] { check(written, behind: old, at: index) }
        }
        member.versions[station] = revision
        member.hub.fanOut.advance(to: Revision(clamping: revision))
        show(track, of: station, index)
    }

    private mutating func check(_ written: Written, behind old: Written, at index: Int) {
        let name = "\(members[index].name) \(written.station)"
        if old.upstream == written.upstream, old.term > written.term {
            violate("\(name): term \(written.term) after \(old.term)")
        }
        if old.track.source == written.track.source, old.track.number > written.track.number,
            !written.isUntold
        {
            violate("\(name): \(written.track) after \(old.track)")
        }
    }

    /// Clients are shown a track. From a link's first report on, what they are shown of its station
    /// does not go back, whatever the store does. While another upstream's owner writes the station
    /// it may: that one can know less.
    mutating func show(_ track: SimulatedTrack, of station: String, _ index: Int) {
        let member = members[index]
        let link = member.link(of: station).flatMap { $0 == member.toldBy[station] ? $0 : nil }
        let isYielded = member.member.stations[station].map(member.member.isYielded) ?? false
        if let link, let before = member.shownByLink[station], before.link == link, !isYielded,
            before.track.source == track.source, before.track.number > track.number
        {
            violate("\(member.name) \(station): \(track) after \(before.track), by one link")
        }
        member.shownByLink[station] = link.map { ($0, track) }
        member.shown[station] = track
        member.tellHub(track, of: station, at: member.moment(now))
    }

    // MARK: At the end

    mutating func checkRest() {
        guard violations.isEmpty else { return }
        for member in members {
            checkServed(by: member)
            checkUpstreams(of: member)
            checkPlays(of: member)
        }
        checkDocuments()
        checkClients()
        checkLinks()
        checkOwners()
    }

    private mutating func checkServed(by member: SimulatedMember) {
        if member.isAlone || member.epoch != storedEpoch {
            violate("\(member.name) is not in the cluster's epoch")
        }
        let stations = member.hub.store.present.map { member.hub.store.id(of: $0) }
        if stations != configuration.stations { violate("\(member.name) has \(stations)") }
        if !Set(member.shown.keys).isSubset(of: stations) {
            violate("\(member.name) shows \(member.shown.keys.sorted())")
        }
        for station in configuration.stations where !isServed(station, by: member) {
            violate(
                "\(member.name) shows \(member.shown[station].map { "\($0)" } ?? "nothing") of"
                    + " \(station), which is read from \(configuration.source(of: station) ?? "")")
        }
    }

    /// Clients are shown what a station plays, or what it played a moment ago.
    private func isServed(_ station: String, by member: SimulatedMember) -> Bool {
        guard let track = member.shown[station], let number = SimulatedConfiguration.number(station)
        else { return false }
        return track.source == configuration.source(of: station)
            && track.number >= truth[number] - 1
    }

    /// Nothing is left over of other configs, and no station is left to another upstream's owner.
    private mutating func checkUpstreams(of member: SimulatedMember) {
        let known = member.member.upstreams.mapValues(\.stations)
        if known != configuration.upstreams { violate("\(member.name) has the upstreams \(known)") }
        let records = member.member.stations
        if records.keys.sorted() != configuration.stations.sorted() {
            violate("\(member.name) has the stations \(records.keys.sorted())")
        }
        for (station, record) in records
        where member.member.isYielded(record) || record.isUntold || record.awaited != nil {
            violate("\(member.name) waits with \(station): \(record)")
        }
    }

    /// Checks that the member knows all plays of the store, except those that are still on their
    /// way.
    private mutating func checkPlays(of member: SimulatedMember) {
        let missing = store.plays.filter {
            playTimeOfRestore < $0.at && $0.at <= playTimeBeforeEnd
                && !member.plays.contains($0.play)
        }
        if !missing.isEmpty { violate("\(member.name) does not know \(missing)") }
    }

    /// Each station is on one link of all members, which leads to where the config says, and all of
    /// an upstream are one member's.
    private mutating func checkLinks() {
        for (upstream, stations) in configuration.upstreams.sorted(by: { $0.key < $1.key }) {
            let owners = members.filter { member in
                stations.contains { member.link(of: $0) != nil || member.owns($0) }
            }
            guard owners.count == 1, let owner = owners.first else {
                violate("\(upstream) is read by \(owners.map(\.name))")
                continue
            }
            for station in stations where !isLinked(station, by: owner) {
                violate("\(owner.name) does not read \(station)")
            }
        }
        let linked = members.flatMap { member in
            member.hub.links.ids.flatMap { member.hub.links[$0]?.identity.stations ?? [] }
        }
        if linked.count != configuration.stations.count {
            violate("links serve \(linked.count) stations")
        }
    }

    private func isLinked(_ station: String, by member: SimulatedMember) -> Bool {
        guard let link = member.link(of: station).flatMap({ member.hub.links[$0] }),
            let described = configuration.configuration.stations.first(where: { $0.id == station })
        else { return false }
        return link.identity.route == Route(described) && member.owns(station)
            && member.shares(station)
    }

    /// No member is the owner of an upstream that no config has.
    private mutating func checkOwners() {
        let living = Set(members.map { $0.member.identity.text })
        for (key, entry) in store.entries {
            guard case .owner(let upstream) = key, configuration.upstreams[upstream] == nil,
                let owner = entry.value.map({ String(decoding: $0, as: UTF8.self) }),
                living.contains(owner)
            else { continue }
            violate("\(upstream), which no config has, is owned by \(owner)")
        }
    }
}

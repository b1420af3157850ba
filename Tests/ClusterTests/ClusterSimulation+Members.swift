import Cluster
import Feeds
import NowPlaying

@testable import Hub
@testable import Stations

/// The actions of the members, and of the hubs that they are parts of.
extension ClusterSimulation {
    func isThere(_ index: Int, _ life: Int) -> Bool {
        members[index].isRunning && lives[index] == life
    }

    mutating func handle(_ event: ClusterEvent, of index: Int) {
        let member = members[index]
        guard member.isRunning, member.stoppedUntil <= now else { return }
        member.events.append(event)
        guard !member.isHandling else { return }
        member.isHandling = true
        while !member.events.isEmpty {
            var effects: [ClusterEffect] = []
            let next = member.events.removeFirst()
            member.member.handle(next, at: member.moment(now).monotonic, into: &effects)
            for effect in effects { execute(effect, of: index) }
        }
        member.isHandling = false
        member.planWake()
    }

    private mutating func execute(_ effect: ClusterEffect, of index: Int) {
        let member = members[index]
        switch effect {
        case .store(let session, let command):
            noteWrite(command, index)
            send(command, of: index, session)
        case .rewrite(let stations): rewrite(stations, index)
        case .acquire(let upstream):
            tell(.acquired(member.stations[upstream] ?? []), index)
        case .release(let upstream):
            tell(
                .released(member.stations[upstream] ?? member.stationsBefore[upstream] ?? []), index
            )
        case .serve(let station, let payload, let revision):
            serve(station, payload, revision, index)
        case .withhold(let station): tell(.withheld(station: station), index)
        case .unread(let station, let reason):
            tell(.unread(station: station, reason: reason), index)
        case .reread(let station): tell(.reread(station: station), index)
        case .enterEpoch(let epoch, let revision):
            enter(epoch, index)
            tell(.entered(epoch: epoch, revision: Revision(clamping: revision)), index)
        case .goAlone(let epoch, let reason):
            enter(epoch, index)
            member.documents.waiting = [:]
            goAlone(epoch, reason, index)
        case .document(let key, let content, let revision): told(key, content, revision, index)
        case .documentErased(let key): member.documents.revisions[key] = nil
        case .documentsTold(let away):
            allDocumentsTold(index)
            keepPlays(since: away.map { now - $0.milliseconds } ?? 0, index)
        case .answered(let number, let outcome): settled(number, outcome, index)
        case .members, .playsTold: break
        case .played(let station, let plays):
            for play in plays {
                member.plays.insert(
                    SimulatedPlay(station: station, id: String(decoding: play, as: UTF8.self)))
            }
        case .note(let notice):
            narrate("\(member.name) \(notice)")
        }
    }

    /// Notes a write by a link that has told nothing of the station yet: it may be older than the
    /// store's state.
    private mutating func noteWrite(_ command: StoreCommand, _ index: Int) {
        guard case .write(_, .station(let station), let bytes, _) = command,
            let value = StationValue(bytes), let link = members[index].link(of: station),
            members[index].toldBy[station] != link
        else { return }
        untoldWrites.insert(value.writeID)
    }

    private func enter(_ epoch: String, _ index: Int) {
        members[index].epoch = epoch
        members[index].isAlone = false
        members[index].versions = [:]
        members[index].documents.begin()
    }

    /// From now on, shows the states that the member's own links have made at once.
    private mutating func goAlone(_ epoch: String, _ reason: String, _ index: Int) {
        members[index].isAlone = true
        let reduced = members[index].reduced
        tell(.alone(epoch: epoch, reason: reason), index)
        for (station, track) in reduced.sorted(by: { $0.key < $1.key }) {
            show(track, of: station, index)
        }
    }

    /// A successor begins where the former owner was.
    private mutating func rewrite(_ stations: [String], _ index: Int) {
        let member = members[index]
        for station in stations where !member.owns(station) {
            member.reduced[station] = member.shown[station]
        }
        tell(.rewrite(stations), index)
    }

    // MARK: The hub

    private mutating func tell(_ news: ReplicaNews, _ index: Int) {
        tellHub(.replicas(news), index)
    }

    private mutating func tellHub(_ event: Event, _ index: Int) {
        let member = members[index]
        let links = Set(member.hub.links.ids)
        var effects: [Effect] = []
        member.hub.handle(event, at: member.moment(now), into: &effects)
        member.followReducers(at: member.moment(now))
        for link in member.hub.links.ids where !links.contains(link) { dialled(link, index) }
        for case .state(.snapshot(let station, _)) in effects { share(station, index) }
    }

    private mutating func share(_ station: String, _ index: Int) {
        let track = members[index].reduced[station] ?? SimulatedTrack()
        handle(.reduced(station: station, payload: track.bytes), of: index)
    }

    mutating func reload(_ index: Int) {
        let member = members[index]
        let configuration = configurations[configured[index]]
        tellHub(.reconfigured(configuration.configuration), index)
        (member.stationsBefore, member.stations) = (member.stations, configuration.upstreams)
        handle(.configured(member.stations), of: index)
    }

    // MARK: Links

    /// A server tells at first what is on air.
    private mutating func dialled(_ link: LinkID, _ index: Int) {
        let member = members[index]
        for station in member.hub.links[link]?.identity.stations ?? [] {
            if let number = SimulatedConfiguration.number(member.hub.store.id(of: station)) {
                tell(number, to: index, on: link)
            }
        }
    }

    /// Sends a station's track on a link. Each link keeps the order: all events take the same time.
    mutating func tell(_ station: Int, to index: Int, on link: LinkID) {
        guard let feed = members[index].hub.links[link]?.identity.route.feed else { return }
        let source = SimulatedConfiguration.source(of: feed)
        schedule(
            .heard(
                member: index, life: lives[index], link, station: station,
                SimulatedTrack(number: truth[station], source: source)), after: 20)
    }

    mutating func heard(
        _ track: SimulatedTrack, of number: Int, by index: Int, _ life: Int, _ link: LinkID
    ) {
        let member = members[index]
        let station = SimulatedConfiguration.name(number)
        guard isThere(index, life), member.link(of: station) == link else { return }
        guard member.stoppedUntil <= now else {
            return schedule(
                .heard(member: index, life: life, link, station: number, track),
                at: member.stoppedUntil)
        }
        member.toldBy[station] = link
        // Between plays there are jingles.
        let isPlay = track.number.isMultiple(of: 4)
        let play = SimulatedPlay(station: station, id: "\(track.number)")
        if isPlay, member.plays.insert(play).inserted { member.heard.append((play, now)) }
        guard member.shares(station) else {
            guard !member.isAlone else { return show(track, of: station, index) }
            return violate("\(member.name) shows \(station) beside its cluster")
        }
        guard member.reduced[station] != track else { return }
        member.reduced[station] = track
        member.followReducers(at: member.moment(now))
        handle(.reduced(station: station, payload: track.bytes), of: index)
        if isPlay { handle(.played(station: station, id: play.id, play.bytes), of: index) }
    }

    /// Puts into the store what was heard without it.
    private mutating func keepPlays(since time: Int64, _ index: Int) {
        let member = members[index]
        for (play, at) in member.heard where at >= time && member.owns(play.station) {
            handle(.played(station: play.station, id: play.id, play.bytes), of: index)
        }
    }
}

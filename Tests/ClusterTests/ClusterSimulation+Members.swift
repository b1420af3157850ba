import Feeds
import NowPlaying

@testable import Cluster
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
        switch effect {
        case .store(let session, let command):
            noteWrite(command, index)
            send(command, of: index, session)
        case .replicas(let news): told(news, index)
        case .documents(let news): told(news, index)
        case .playsTold: break
        case .note(let notice):
            narrate("\(members[index].name) \(notice)")
        }
    }

    private mutating func told(_ news: ReplicaNews, _ index: Int) {
        let member = members[index]
        switch news {
        case .rewrite(let stations): rewrite(stations, index)
        case .told(let station, let payload, let revision):
            serve(station, payload, UInt64(clamping: revision), index)
        case .entered(let epoch, _):
            enter(epoch, index)
            tell(news, index)
        case .alone(let epoch, let reason):
            enter(epoch, index)
            member.documents.waiting = [:]
            goAlone(epoch, reason, index)
        case .filled(let away): keepPlays(since: away.map { now - $0.milliseconds } ?? 0, index)
        case .played(let station, let plays):
            for play in plays {
                member.plays.insert(
                    SimulatedPlay(station: station, id: String(decoding: play, as: UTF8.self)))
            }
        case .acquired, .released, .withheld, .unread, .reread: tell(news, index)
        }
    }

    private mutating func told(_ news: DocumentNews, _ index: Int) {
        switch news {
        case .changed(let document, let content, let revision):
            told(document, content, revision, index)
        case .erased(let document): members[index].documents.revisions[document] = nil
        case .filled: allDocumentsTold(index)
        case .answered(let number, let outcome): settled(number, outcome, index)
        case .members: break
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
        let configuration = configurations[configured[index]]
        tellHub(.reconfigured(configuration.configuration), index)
        handle(.configured(configuration.upstreams), of: index)
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

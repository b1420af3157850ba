import Cluster
import NowPlaying
import Support

/// Several members, a store and some stations in a world of faults, all from a seed.
///
/// After each step it is checked what clients were served; at the end, when the faults have been
/// over for a while, that all is as it should be.
struct ClusterSimulation {
    /// Something that happens at a time.
    enum Step {
        /// A station plays its next track.
        case track(station: Int)
        /// A link brings what its station plays.
        case heard(member: Int, link: Int, station: Int, track: Int)
        /// A command reaches the store.
        case command(member: Int, life: Int, StoreSession, StoreCommand)
        /// A command that was on its way for too long reaches the store.
        case lateCommand(StoreCommand, store: Int)
        /// An answer, or what a watch tells, reaches a member.
        case arrival(member: Int, life: Int, StoreSession, StoreEvent)
        /// The process of a member that has crashed is started again.
        case start(member: Int)
        /// A client wants to change a document.
        case ask
        case fault
    }

    struct Scheduled {
        let time: Int64
        let number: Int
        let step: Step
    }

    private static let upstreamCount = 6
    private static let stationsPerUpstream = 2

    let seed: UInt64
    var generator: SeededGenerator
    var now: Int64 = 0
    var steps: [Scheduled] = []
    var stepCount = 0
    var store = SimulatedStore()
    var backup = SimulatedStore()
    var members: [SimulatedMember] = []
    var lives: [Int] = []
    /// What each station plays.
    var truth: [Int]
    /// What was written at each version of each epoch: the same for all members.
    var versions: [String: [UInt64: (station: String, track: Int, term: UInt64)]] = [:]
    var epochBefore = ""
    var violations: [String] = []
    /// What happened, for a person who looks into a seed.
    var log: [String] = []
    var hasFaults = true
    var linkCount = 0
    var storeDownUntil: Int64 = 0
    /// How often the store was started.
    var storeLife = 0
    /// The number of the last change that a client has asked for.
    var lastChange = 0
    /// The changes that clients were told to be done, as far as the store has kept its data.
    var acknowledged: [StoreKey: Set<Int>] = [:]
    /// Grows when the store becomes another.
    var storeNumber = 0

    init(seed: UInt64, memberCount: Int = 3) {
        self.seed = seed
        generator = SeededGenerator(seed: seed)
        truth = Array(repeating: 1, count: Self.upstreamCount * Self.stationsPerUpstream)
        for index in 0..<memberCount {
            lives.append(0)
            members.append(makeMember(index))
        }
        for index in members.indices { configure(index) }
        for station in truth.indices { schedule(.track(station: station), after: random(5_000)) }
        schedule(.ask, after: 3_000)
    }

    // MARK: The world

    static func upstream(_ station: Int) -> UpstreamID {
        "u\(station / stationsPerUpstream)"
    }

    static func name(_ station: Int) -> String { "s:\(station)" }

    static let stations: [UpstreamID: [String]] = Dictionary(
        grouping: (0..<upstreamCount * stationsPerUpstream).map { $0 }, by: upstream
    ).mapValues { $0.map(name) }

    mutating func random(_ bound: Int64) -> Int64 {
        Int64(generator.next() % UInt64(bound))
    }

    mutating func schedule(_ step: Step, at time: Int64) {
        stepCount += 1
        let scheduled = Scheduled(time: time, number: stepCount, step: step)
        let place = steps.firstIndex { $0.time > time } ?? steps.count
        steps.insert(scheduled, at: place)
    }

    mutating func schedule(_ step: Step, after delay: Int64) {
        schedule(step, at: now + delay)
    }

    mutating func makeMember(_ index: Int) -> SimulatedMember {
        lives[index] += 1
        // One machine of four only serves clients.
        return SimulatedMember(
            name: "m\(index)", life: lives[index], owns: index != 3, seed: generator.next(),
            offset: random(1_000_000), rate: 0.99 + Double(random(20)) / 1_000, at: now)
    }

    mutating func configure(_ index: Int) {
        handle(.configured(Self.stations), of: index)
    }

    // MARK: Running

    /// Runs with faults, then without, and looks what has become of it.
    mutating func run(faultsUntil end: Int64 = 70_000, restUntil rest: Int64 = 115_000) {
        schedule(.fault, after: random(10_000))
        advance(to: end)
        hasFaults = false
        heal()
        advance(to: rest)
        checkRest()
    }

    private mutating func advance(to end: Int64) {
        while violations.isEmpty {
            let wake = members.indices.map { (time: members[$0].wakesAt, index: $0) }
                .min { $0.time < $1.time }
            let step = steps.first
            let time = min(wake?.time ?? .max, step?.time ?? .max)
            guard time <= end else { break }
            now = max(now, time)
            if let step, step.time <= wake?.time ?? .max {
                steps.removeFirst()
                apply(step.step)
            } else if let wake {
                handle(.woke, of: wake.index)
            }
        }
        now = max(now, end)
    }

    private mutating func apply(_ step: Step) {
        switch step {
        case .track(let station): playNext(station)
        case .heard(let index, let link, let station, let track):
            heard(track, of: station, by: index, link)
        case .command(let index, let life, let session, let command):
            execute(command, of: index, life, session)
        case .lateCommand(let command, let life): executeLate(command, in: life)
        case .arrival(let index, let life, let session, let event):
            arrive(event, at: index, life, session)
        case .start(let index): start(index)
        case .ask: if hasFaults { ask() }
        case .fault: if hasFaults { makeFault() }
        }
    }

    // MARK: Stations

    private mutating func playNext(_ station: Int) {
        truth[station] += 1
        for index in members.indices { tell(station, to: index) }
        schedule(.track(station: station), after: 500 + random(6_000))
    }

    /// What a station plays is on its way on the link that a member has to it. Each link keeps the
    /// order: all take the same time.
    private mutating func tell(_ station: Int, to index: Int) {
        guard let link = members[index].links[Self.upstream(station)] else { return }
        schedule(
            .heard(member: index, link: link, station: station, track: truth[station]), after: 20)
    }

    private mutating func heard(_ track: Int, of number: Int, by index: Int, _ link: Int) {
        guard members[index].links[Self.upstream(number)] == link else { return }
        guard members[index].stoppedUntil <= now else {
            return schedule(
                .heard(member: index, link: link, station: number, track: track),
                at: members[index].stoppedUntil)
        }
        let station = Self.name(number)
        guard members[index].reduced[station] != track else { return }
        members[index].reduced[station] = track
        if members[index].isAlone {
            show(track, of: station, index)
        } else {
            handle(.reduced(station: station, payload: Array("\(track)".utf8)), of: index)
        }
    }

    // MARK: Members

    func isThere(_ index: Int, _ life: Int) -> Bool {
        members[index].isRunning && lives[index] == life
    }

    mutating func handle(_ event: ClusterEvent, of index: Int) {
        guard members[index].isRunning, members[index].stoppedUntil <= now else { return }
        var effects: [ClusterEffect] = []
        members[index].member.handle(event, at: members[index].local(now), into: &effects)
        for effect in effects { execute(effect, of: index) }
        members[index].planWake()
    }

    private mutating func execute(_ effect: ClusterEffect, of index: Int) {
        switch effect {
        case .store(let session, let command): send(command, of: index, session)
        case .rewrite(let stations): rewrite(stations, index)
        case .acquire(let upstream): acquire(upstream, index)
        case .release(let upstream):
            members[index].links[upstream] = nil
            for station in Self.stations[upstream] ?? [] { members[index].reduced[station] = nil }
        case .serve(let station, let payload, let revision):
            serve(station, payload, revision, index)
        case .enterEpoch(let epoch, _):
            (members[index].epoch, members[index].isAlone) = (epoch, false)
            members[index].versions = [:]
            members[index].documents.begin()
        case .goAlone(let epoch, _):
            (members[index].epoch, members[index].isAlone) = (epoch, true)
            members[index].versions = [:]
            members[index].documents.begin()
            members[index].documents.waiting = [:]
            for station in members[index].ownStations {
                guard let track = members[index].reduced[station] else { continue }
                show(track, of: station, index)
            }
        case .document(let key, let content, let revision): told(key, content, revision, index)
        case .documentErased(let key): members[index].documents.revisions[key] = nil
        case .documentsTold: allDocumentsTold(index)
        case .settled(let number, let outcome): settled(number, outcome, index)
        case .members, .played: break
        case .note(let notice):
            log.append("\(now) \(members[index].name) \(notice)")
        }
    }

    /// A successor begins where the former owner was.
    private mutating func rewrite(_ stations: [String], _ index: Int) {
        for station in stations {
            if !members[index].ownStations.contains(station) {
                members[index].reduced[station] = members[index].shown[station] ?? 0
            }
            let track = members[index].reduced[station] ?? 0
            handle(.reduced(station: station, payload: Array("\(track)".utf8)), of: index)
        }
    }

    private mutating func acquire(_ upstream: UpstreamID, _ index: Int) {
        guard members[index].links[upstream] == nil else { return }
        linkCount += 1
        members[index].links[upstream] = linkCount
        for station in Self.stations[upstream] ?? [] {
            if let number = Int(station.dropFirst(2)) { tell(number, to: index) }
        }
    }

    // MARK: What clients are served

    private mutating func serve(
        _ station: String, _ payload: [UInt8], _ revision: UInt64, _ index: Int
    ) {
        guard let epoch = members[index].epoch, !members[index].isAlone else {
            return violate("\(members[index].name) serves outside of an epoch")
        }
        guard let track = Int(String(decoding: payload, as: UTF8.self)),
            let written = versions[epoch]?[revision]
        else { return violate("\(members[index].name) invented version \(revision) of \(station)") }
        if written.station != station || written.track != track {
            violate("\(members[index].name) serves something else at \(revision) of \(epoch)")
        }
        if let before = members[index].versions[station] {
            if before >= revision { violate("\(station) goes back from \(before) to \(revision)") }
            if let old = versions[epoch]?[before] {
                if old.term > written.term {
                    violate("\(station): a lower term after a higher one")
                }
                if old.track > track {
                    violate("\(members[index].name) \(station): \(track) after \(old.track)")
                }
            }
        }
        members[index].versions[station] = revision
        show(track, of: station, index)
    }

    /// Clients are shown a track. As long as one link tells what a station plays, what they are
    /// shown does not go back, whatever the store does.
    private mutating func show(_ track: Int, of station: String, _ index: Int) {
        let link = Int(station.dropFirst(2)).flatMap { members[index].links[Self.upstream($0)] }
        let before = members[index].shownByLink[station]
        if let link, let before, before.link == link, before.track > track {
            violate(
                "\(members[index].name) \(station): \(track) after \(before.track), by one link")
        }
        members[index].shownByLink[station] = link.map { ($0, track) }
        members[index].shown[station] = track
    }

    mutating func violate(_ text: String) {
        violations.append("seed \(seed), \(now) ms: \(text)")
    }

    // MARK: At the end

    private mutating func checkRest() {
        guard violations.isEmpty else { return }
        for index in members.indices {
            let member = members[index]
            if member.isAlone || member.epoch != storedEpoch {
                violate("\(member.name) is not in the cluster's epoch")
            }
            for station in truth.indices where !isServed(station, by: member) {
                violate("\(member.name) does not serve \(Self.name(station)) as it is")
            }
        }
        checkDocuments()
        for upstream in Self.stations.keys.sorted() {
            let owners = members.filter { $0.links[upstream] != nil }.map(\.name)
            if owners.count != 1 { violate("\(upstream) has links of \(owners)") }
        }
    }

    /// Clients are shown what a station plays, or what it played a moment ago.
    private func isServed(_ station: Int, by member: SimulatedMember) -> Bool {
        (member.shown[Self.name(station)] ?? 0) >= truth[station] - 1
    }
}

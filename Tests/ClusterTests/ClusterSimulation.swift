import Cluster
import NowPlaying
import Stations
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
        case heard(member: Int, life: Int, LinkID, station: Int, SimulatedTrack)
        /// A command reaches the store.
        case command(member: Int, life: Int, StoreSession, StoreCommand)
        /// A command that was on its way for too long reaches the store.
        case lateCommand(StoreCommand, store: Int)
        /// An answer, or what a watch tells, reaches a member.
        case arrival(member: Int, life: Int, StoreSession, StoreEvent)
        /// The store tells some more of its initial state.
        case fill(member: Int, life: Int, StoreSession)
        /// A member is given a config.
        case configure(member: Int, config: Int)
        /// The process of a member that has crashed is started again.
        case start(member: Int)
        /// A client wants to change a document.
        case ask
        case fault
        /// A client goes from its member to another.
        case hop(client: Int)
        /// It is looked whether what clients are shown as live is.
        case audit
    }

    struct Scheduled {
        let time: Int64
        let number: Int
        let step: Step
    }

    let seed: UInt64
    var generator: SeededGenerator
    var now: Int64 = 0
    /// The scheduled steps, the first at the end.
    var steps: [Scheduled] = []
    var stepCount = 0
    var store = SimulatedStore()
    var backup = SimulatedStore()
    /// The store is on several servers, one of which has it as it was at a time.
    let hasReplicas: Bool
    var outdated = SimulatedStore()
    /// It has it so a second later.
    var current = SimulatedStore()
    var members: [SimulatedMember] = []
    var lives: [Int] = []
    /// All configs so far, and which of them each member was given last.
    var configurations = [SimulatedConfiguration()]
    var configured: [Int] = []
    /// The number of the track that each station plays.
    var truth: [Int]
    /// The state that was written at each version of each epoch: the same for all members.
    var versions: [String: [UInt64: Written]] = [:]
    /// The writes of stations whose links had told nothing yet.
    var untoldWrites: Set<String> = []
    var epochBefore = ""
    /// The epochs that a member has found after all had left them.
    var deserted: Set<String> = []
    var violations: [String] = []
    private let record: Record?
    var hasFaults = true
    var storeDownUntil: Int64 = 0
    /// The store was restored, or began with nothing.
    var hasLostData = false
    /// The writes that the store does not take, and until when: it answers, and tells what it has.
    var storeRejects = SimulatedStore.Rejection.nothing
    var storeRejectsUntil: Int64 = 0
    var clients = Array(repeating: SimulatedClient(), count: 4)
    /// The track of each station at each version of each epoch: the same by all members.
    var contents: [SimulatedVersion: SimulatedContent] = [:]
    /// The number of times that the store was started.
    var storeLife = 0
    /// The number of the last change that a client has asked for.
    var lastChange = 0
    /// The changes that clients were told to be done, as far as the store has kept its data.
    var acknowledged: [SharedDocument: Set<Int>] = [:]
    /// Grows with each play that is given to the store.
    var playTime = 0
    /// The value of `playTime` a while before the end.
    var playTimeBeforeEnd = 0
    /// The value of `playTime` when a backup was restored: members do not ask for plays that are
    /// older than the newest that they have taken.
    var playTimeOfRestore = 0
    /// Grows when the store becomes another.
    var storeNumber = 0

    init(seed: UInt64, memberCount: Int = 3, tellsStory: Bool = false) {
        self.seed = seed
        hasReplicas = seed % 3 == 0
        record = tellsStory ? Record() : nil
        generator = SeededGenerator(seed: seed)
        truth = Array(repeating: 1, count: SimulatedConfiguration.stationCount)
        for index in 0..<memberCount {
            lives.append(0)
            configured.append(0)
            members.append(makeMember(index))
        }
        for member in members.indices {
            handle(.configured(configurations[0].upstreams), of: member)
        }
        for station in truth.indices { schedule(.track(station: station), after: random(5_000)) }
        schedule(.ask, after: 3_000)
        schedule(.audit, after: 1_000)
        for client in clients.indices { schedule(.hop(client: client), after: random(5_000)) }
    }

    // MARK: The world

    /// The newest config, which all members have at the end.
    var configuration: SimulatedConfiguration { configurations[configurations.count - 1] }

    mutating func random(_ bound: Int64) -> Int64 {
        Int64(generator.next() % UInt64(bound))
    }

    mutating func schedule(_ step: Step, at time: Int64) {
        stepCount += 1
        let scheduled = Scheduled(time: time, number: stepCount, step: step)
        var (low, high) = (0, steps.count)
        while low < high {
            let middle = (low + high) / 2
            if steps[middle].time > time { low = middle + 1 } else { high = middle }
        }
        steps.insert(scheduled, at: low)
    }

    mutating func schedule(_ step: Step, after delay: Int64) {
        schedule(step, at: now + delay)
    }

    mutating func makeMember(_ index: Int) -> SimulatedMember {
        lives[index] += 1
        // One machine of four only serves clients.
        return SimulatedMember(
            name: "m\(index)", life: lives[index], owns: index != 3,
            configurations[configured[index]], seed: generator.next(),
            replicas: hasReplicas ? 3 : 1, offset: random(1_000_000),
            rate: 0.99 + Double(random(20)) / 1_000, at: now)
    }

    /// The story of the run, for a person who looks into a seed.
    var story: [String] { record?.lines ?? [] }

    func narrate(_ line: @autoclosure () -> String) {
        record?.lines.append("\(now) \(line())")
    }

    private final class Record {
        var lines: [String] = []
    }

    // MARK: Running

    /// Runs with faults, then without, and looks what has become of it.
    mutating func run(faultsUntil end: Int64 = 60_000, restUntil rest: Int64 = 130_000) {
        schedule(.fault, after: random(10_000))
        advance(to: end)
        hasFaults = false
        heal()
        advance(to: rest - 5_000)
        playTimeBeforeEnd = playTime
        advance(to: rest)
        checkRest()
    }

    private mutating func advance(to end: Int64) {
        while violations.isEmpty {
            var (wake, sleeper) = (Int64.max, 0)
            for index in members.indices where members[index].wakesAt < wake {
                (wake, sleeper) = (members[index].wakesAt, index)
            }
            let step = steps.last
            let time = min(wake, step?.time ?? .max)
            guard time <= end else { break }
            now = max(now, time)
            if let step, step.time <= wake {
                steps.removeLast()
                apply(step.step)
            } else {
                handle(.woke, of: sleeper)
            }
        }
        now = max(now, end)
    }

    private mutating func apply(_ step: Step) {
        switch step {
        case .track(let station): playNext(station)
        case .heard(let index, let life, let link, let station, let track):
            heard(track, of: station, by: index, life, link)
        case .command(let index, let life, let session, let command):
            execute(command, of: index, life, session)
        case .lateCommand(let command, let life): executeLate(command, in: life)
        case .arrival(let index, let life, let session, let event):
            arrive(event, at: index, life, session)
        case .fill(let index, let life, let session): fill(index, life, session)
        case .configure(let index, let config): configure(index, config)
        case .start(let index): start(index)
        case .ask: if hasFaults { ask() }
        case .fault: if hasFaults { makeFault() }
        case .hop(let client): hop(client)
        case .audit: audit()
        }
    }

    // MARK: Stations

    private mutating func playNext(_ station: Int) {
        truth[station] += 1
        let name = SimulatedConfiguration.name(station)
        for index in members.indices {
            guard members[index].isRunning, let link = members[index].link(of: name) else {
                continue
            }
            tell(station, to: index, on: link)
        }
        schedule(.track(station: station), after: 500 + random(13_000))
    }
}

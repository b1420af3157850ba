import NowPlaying
import Support
import TestSupport
import Testing
import Views

@testable import FanOut
@testable import Hub
@testable import Stations

/// A history drawn from a seed: stations' publications, listeners' commands, players' reports,
/// time, slow readers, reloads; and cars and lock screens that look on.
///
/// The documents that they hold are compared with those that others are given.
struct SessionHistory {
    /// The documents to compare, and when.
    enum Comparison {
        /// Those that have been given everything with newcomers, after every few steps.
        case newcomers
        /// Those that no interval holds back with what `get` answers, after each event, each
        /// turn and each waking, and right before the next waking.
        case answers
    }

    private static let ids = ["one", "two", "three", "four"]
    private let comparison: Comparison
    private let seed: UInt64
    private var generator: SeededGenerator
    private let world: World
    private var onlookers: [Onlooker] = []
    private var witness: Witness?
    private let phones: [Follower]
    private let player: Follower
    private let newcomer: Follower
    private var song = 0
    private var present = Set(ids)
    private var rates = [0.5, 1, 2]
    private var step = 0
    /// The updates and the changed rows that former onlookers were given.
    private var updates = 0
    private var rows = 0
    private(set) var complaints: [String] = []

    init(seed: UInt64, comparing comparison: Comparison = .newcomers) throws {
        self.seed = seed
        self.comparison = comparison
        generator = SeededGenerator(seed: seed)
        var limits = Limits()
        // Looking is not a client's request like others.
        limits.requestRate = comparison == .answers ? 1_000_000 : limits.requestRate
        limits.rememberedRemovals = Bool.random(using: &generator) ? 0 : 1_000
        world = World(Self.configuration(Set(Self.ids), [0.5, 1, 2]), limits: limits)
        phones = [Follower(world), Follower(world)]
        player = Follower(world)
        newcomer = Follower(world)
        for id in Self.ids { world.open(id) }
        switch comparison {
        case .newcomers:
            for wish in Onlooker.wishes {
                onlookers.append(try Onlooker(wish, in: world, place: onlookers.count))
            }
        case .answers:
            let witness = try Witness(world)
            world.observe = { try witness.look() }
            self.witness = witness
        }
    }

    private static func configuration(_ present: Set<String>, _ rates: [Double]) -> HubConfiguration
    {
        var stations = ids.filter(present.contains).map { id in
            StationConfiguration.program(id, streams: streams(of: id))
        }
        for place in stations.indices {
            stations[place].delay = delays[stations[place].id] ?? .zero
            stations[place].location = Location(latitude: Double(place), longitude: 0)
        }
        return HubConfiguration(
            stations: stations, sessions: ["main": .make(rates: rates, window: .seconds(600))])
    }

    /// The time by which stations' metadata runs ahead of their audio.
    private static let delays: [String: Interval] = ["three": .seconds(4)]

    /// The streams of a station, and by how many seconds each is behind.
    private static func streams(of station: String) -> KeyValuePairs<String, Int64> {
        switch station {
        case "two": ["a": 0, "b": 7]
        case "three": ["c": 11]
        default: [:]
        }
    }

    /// The number of updates, and the number of changes in place among them.
    var counts: (updates: Int, rows: Int) {
        (onlookers + (witness?.onlookers ?? [])).reduce((updates, rows)) {
            ($0.0 + $1.updates, $0.1 + $1.rows)
        }
    }

    mutating func run(steps: Int) throws {
        while step < steps, complaints.isEmpty {
            step += 1
            try act()
            try welcomeThoseCut()
            try read()
            // Newcomers cost most of the time that a history takes.
            if step.isMultiple(of: 4) { try compare() }
            witness?.complaints.forEach { complain($0) }
        }
        guard complaints.isEmpty else { return }
        try end()
    }

    /// Lets all read, and time pass, until nothing is pending.
    private mutating func end() throws {
        for onlooker in onlookers { onlooker.follower.block(false) }
        world.run(for: .seconds(12))
        try welcomeThoseCut()
        // Bars, feeds that fall silent and elements that end go on changing documents.
        for _ in 0..<30 where !areAllUpToDate { world.run(for: .seconds(1)) }
        if !areAllUpToDate { complain("something is still pending") }
        try read()
        try compare()
    }

    private var areAllUpToDate: Bool { onlookers.allSatisfy { $0.isUpToDate(in: world) } }

    private mutating func complain(_ text: String) {
        complaints.append("seed \(seed), step \(step): \(text)")
    }

    // MARK: What happens

    private mutating func act() throws {
        let onlooker = onlookers.randomElement(using: &generator)
        switch Int.random(in: 0..<100, using: &generator) {
        case 0..<22: publish()
        case 22..<55: try command()
        case 55..<63: try report()
        case 63..<69: onlooker?.follower.block()
        case 69..<79: onlooker?.follower.block(false)
        case 79..<82: reload()
        case 82..<84: toggleLink()
        case 84: stepClock()
        default: pass()
        }
    }

    private mutating func pass() {
        let lengths: [Int64] = [1, 300, 2_000, 9_000, 30_000, 100_000, 700_000]
        let most = lengths.randomElement(using: &generator) ?? 1
        world.run(for: .milliseconds(.random(in: 0...most, using: &generator)))
    }

    private mutating func anyStation() -> String { Self.ids.randomElement(using: &generator) ?? "" }

    private mutating func publish() {
        let now = (world.now.wall - Timestamp.at(0)).seconds
        var report = ProgramReport(nil)
        if Int.random(in: 0..<8, using: &generator) > 0 {
            song += Int.random(in: 0...1, using: &generator)
            report.title = "Song \(song)"
            report.startedAt = Bool.random(using: &generator) ? now - 2 : nil
            report.duration = Bool.random(using: &generator) ? 90 : nil
            report.kind = Bool.random(using: &generator) ? "news" : "music"
        }
        if Bool.random(using: &generator) {
            let start = (now / 300).rounded(.down) * 300
            report.programme = ("Show \(Int(start / 300))", start, start + 300)
        }
        report.isOnline = Int.random(in: 0..<10, using: &generator) > 0
        report.listeners = Int.random(in: 0..<3, using: &generator)
        world.say(report, from: anyStation())
    }

    private mutating func command() throws {
        let phone = phones[Int.random(in: 0..<2, using: &generator)]
        let station = anyStation()
        let sender =
            [#""sender":"a""#, #""sender":"b""#, #""session":"main""#]
            .randomElement(using: &generator) ?? ""
        let flag = Bool.random(using: &generator)
        let actions = [
            ("select", #""station":"\#(station)""#),
            ("select", #""station":"two","stream":"\#(flag ? "a" : "b")""#),
            ("play", ""), ("pause", ""), ("toggle", ""), ("stop", ""), ("live", ""), ("next", ""),
            ("previous", ""), ("rate", #""cycle":true"#), ("rate", #""value":0.5"#),
            ("seek", #""by":\#(Int.random(in: -300...60, using: &generator))"#),
            ("seek", #""to":\#(Int.random(in: 0...90, using: &generator))"#),
            ("favourite", #""station":"\#(station)","on":\#(flag)"#),
            ("order", #""stations":["\#(station)"]"#), ("reconnect", #""station":"\#(station)""#),
        ]
        let (action, rest) = actions.randomElement(using: &generator) ?? ("play", "")
        // Many of them are not possible now; that is an answer, too.
        let members = [#""action":"\#(action)""#, rest, sender].filter { !$0.isEmpty }
        let params = "{" + members.joined(separator: ",") + "}"
        world.write(
            #"{"jsonrpc":"2.0","method":"command","params":\#(params)}"# + "\n",
            as: phone.client)
    }

    private mutating func report() throws {
        let state = PlaybackState.allCases.randomElement(using: &generator) ?? .playing
        var rest: [String] = []
        if Int.random(in: 0..<3, using: &generator) == 0 {
            let heard = world.now.wall - .seconds(.random(in: -20...200, using: &generator))
            rest.append(#""position":\#(heard.seconds)"#)
        }
        if Int.random(in: 0..<4, using: &generator) == 0 {
            let rate: Double = [0.5, 1, 1.25].randomElement(using: &generator) ?? 1
            rest.append(#""rate":\#(rate)"#)
        }
        if Int.random(in: 0..<4, using: &generator) == 0 { rest.append(#""error":"it broke""#) }
        try player.report(state.rawValue, rest.joined(separator: ","))
    }

    private mutating func reload() {
        let station = anyStation()
        if Bool.random(using: &generator) {
            rates = Bool.random(using: &generator) ? [1] : [0.5, 1, 2]
        } else if present.remove(station) == nil {
            present.insert(station)
        }
        world.handle(.reconfigured(Self.configuration(present, rates)))
        for id in present { world.open(id) }
    }

    private mutating func toggleLink() {
        let station = anyStation()
        guard present.contains(station) else { return }
        if Bool.random(using: &generator) {
            world.lose(station)
        } else {
            world.open(station)
        }
    }

    private mutating func stepClock() {
        world.stepWallClock(by: .seconds(.random(in: -400...400, using: &generator)))
        world.handle(.woke)
    }

    /// A client that read nothing for too long comes back.
    private mutating func welcomeThoseCut() throws {
        for place in onlookers.indices
        where world.disconnected.contains(onlookers[place].follower.client) {
            onlookers[place].follower.leave()
            updates += onlookers[place].updates
            rows += onlookers[place].rows
            onlookers[place] = try Onlooker(onlookers[place].wish, in: world, place: place)
        }
    }

    // MARK: What must be true

    private mutating func read() throws {
        for place in onlookers.indices {
            for complaint in try onlookers[place].read() { complain(complaint) }
        }
        for violation in violations() { complain(violation) }
    }

    /// Compares those who have been given everything with newcomers.
    private mutating func compare() throws {
        for place in onlookers.indices where onlookers[place].isUpToDate(in: world) {
            let expected = try newest(for: onlookers[place])
            if let difference = onlookers[place].difference(from: expected) {
                let name = onlookers[place].name
                complain("\(name) holds something else than a newcomer: \(difference)")
            }
        }
    }

    /// Returns the document that a new subscriber with the same options is given now.
    private func newest(for onlooker: Onlooker) throws -> Tree? {
        let number = try newcomer.follow(onlooker.wish.view, onlooker.wish.options)
        let record = try newcomer.records().last
        _ = try newcomer.events()
        try newcomer.ask("unsubscribe", #"{"subscription":\#(number)}"#)
        return record?[onlooker.wish.view]
    }

    /// Returns the rules of cars that the delivered documents break.
    private func violations() -> [String] {
        let subscriptions = world.hub.fanOut.subscriptions
        return subscriptions.slots.flatMap { slot -> [String] in
            let held =
                subscriptions[slot][CursorIndex(0)].delivered?.document as? CarPlayViewDocument
            guard let held, let asked = subscriptions[slot].options.carPlay?.value else {
                return []
            }
            return CarPlayValidator.violations(
                of: held.document, category: asked.category, limits: asked.limits)
        }
    }
}

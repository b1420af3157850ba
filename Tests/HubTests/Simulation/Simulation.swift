import NowPlaying
import TestSupport
import Testing

@testable import FanOut
@testable import Hub
@testable import Stations

/// A world that plays a script, and checks after each step what the hub has promised.
struct Simulation {
    /// The result of a run.
    struct Outcome {
        /// Broken promises, with the step in which they were noticed.
        var complaints: [String] = []
        /// The bytes that each quick consumer was sent.
        var transcripts: [[[UInt8]]]
        /// Records that came, for knowing that something was tested at all.
        var updates = 0
    }

    private let script: SimulationScript
    /// Slow consumers do stop reading; without, they read like all others.
    private let isObstructed: Bool
    private let isChecked: Bool
    private let seed: UInt64
    private var limits = Limits()
    private var world: World
    private var models: [StationModel]
    /// The places of the stations in the order of the config.
    private var order: [Int]
    private var consumers: [SimulatedConsumer] = []
    private var probe: ClientID
    /// The stations that are connected for the first time, as far as the hub has told.
    private var connecting: Set<String> = []
    private var hubLife = 1
    private var step = 0
    private var outcome = Outcome(
        transcripts: Array(repeating: [], count: SimulationScript.quick))

    init(seed: UInt64, length: Int, isObstructed: Bool = true, isChecked: Bool = true) {
        self.isChecked = isChecked
        script = SimulationScript(seed: seed, length: length)
        self.seed = seed
        self.isObstructed = isObstructed
        order = Array(script.delays.indices)
        models = script.delays.enumerated().map { place, delay in
            StationModel(
                place: place, delay: delay, isPresent: place != SimulationScript.latecomer)
        }
        // A hub that remembers no removal may keep a place for a slow reader, which the others may
        // tell by the order of what happens at one instant.
        limits.rememberedRemovals = isChecked && seed.isMultiple(of: 3) ? 0 : 1_000
        world = World(epoch: "life 1", seed: seed, limits: limits)
        probe = world.connect()
        beginLife()
    }

    /// The hub starts, as the config is now.
    private mutating func beginLife() {
        world = World(
            HubConfiguration(stations: stations), epoch: epoch, seed: seed, limits: limits,
            at: world.now)
        probe = world.connect()
    }

    private var epoch: String { "life \(hubLife)" }

    /// The stations in the config.
    private var stations: [StationConfiguration] {
        order.map { models[$0] }.filter(\.isPresent).map(\.configuration)
    }

    /// The ids of the stations in the config.
    private var present: [String] {
        order.lazy.map { models[$0] }.filter(\.isPresent).map(\.id)
    }

    /// Plays the whole script.
    mutating func run() throws -> Outcome {
        for (place, wish) in script.wishes.enumerated() {
            consumers.append(newcomer(place, wish))
            try subscribe(place, comesBack: false)
        }
        for next in script.steps where outcome.complaints.isEmpty {
            step += 1
            world.run(for: next.pause)
            try collect()
            try perform(next.action)
            try collect()
            // Each other step is as good, in half the time.
            if isChecked, step.isMultiple(of: 2) { try check() }
        }
        if outcome.complaints.isEmpty { try end() }
        return outcome
    }

    private mutating func complain(_ complaint: String) {
        outcome.complaints.append("seed \(seed), step \(step): \(complaint)")
    }

    // MARK: Actions

    private mutating func perform(_ action: SimulationScript.Action) throws {
        let now = world.now.monotonic
        switch action {
        case .publish(let place): hear(models[place].publish(at: now), from: place)
        case .repeated(let place): hear(models[place].repeated(at: now), from: place)
        case .recall(let place): hear(models[place].recall(at: now), from: place)
        case .duplicate(let place): hear(models[place].duplicate(), from: place)
        case .reorder(let place):
            // Written with the offset that comes second, and so read first.
            for publication in models[place].reordered(at: now) { hear(publication, from: place) }
        case .signOff(let place): hear(models[place].signOff(at: now), from: place)
        case .garbage(let place): world.hear("garbage", from: models[place].id)
        case .lose(let place):
            for mate in mates(of: place) { models[mate].lose() }
            world.lose(models[place].id, code: "reset")
        case .open(let place):
            open(place)
        case .restartServer(let place):
            guard models[place].isPresent else { break }
            open(place)
            world.hear(models[place].restartServer(), from: models[place].id)
        case .reconfigure(let reform): try reconfigure(reform)
        case .stepClock(let step):
            world.stepWallClock(by: step)
            world.handle(.woke)
        case .block(let place): obstruct(place, true)
        case .drain(let place): obstruct(place, false)
        case .subscribe(let place, let wish): try subscribeAnew(place, wish)
        case .replace(let place, let wish): try replace(place, wish)
        case .resume(let place): try comeBack(place)
        case .resumeEarly(let place): try comeBackEarly(place)
        case .restartHub: try restartHub()
        case .wait: break
        }
    }

    private func hear(_ publication: Publication?, from place: Int) {
        if let publication { world.hear(publication.push, from: models[place].id) }
    }

    private mutating func open(_ place: Int) {
        for mate in mates(of: place) { models[mate].open() }
        world.open(models[place].id)
    }

    /// The places of the stations that are on a station's link, its own included.
    private func mates(of place: Int) -> [Int] {
        let link = link(of: models[place])
        return models.indices.filter { link != nil && self.link(of: models[$0]) == link }
    }

    private func link(of model: StationModel) -> LinkID? {
        world.hub.store.index(of: model.id).flatMap { world.hub.links.link(of: $0) }
    }

    private mutating func obstruct(_ place: Int, _ isBlocked: Bool) {
        guard isObstructed, !consumers[place].isDead, consumers[place].isBlocked != isBlocked
        else { return }
        consumers[place].isBlocked = isBlocked
        let client = consumers[place].client
        world.handle(isBlocked ? .sinkFull(client) : .sinkReady(client))
    }

    private func request(_ method: String, _ parameters: String, _ place: Int) {
        world.write(
            #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(parameters)}"# + "\n",
            as: consumers[place].client)
    }

    private func newcomer(_ place: Int, _ wish: SimulationScript.Wish) -> SimulatedConsumer {
        var consumer = SimulatedConsumer(place: place, client: world.connect(), wish: wish)
        consumer.present = Set(present)
        return consumer
    }

    private mutating func subscribe(_ place: Int, comesBack: Bool) throws {
        let parameters = consumers[place].parameters(
            comesBack: comesBack, isSameLife: consumers[place].epoch == epoch)
        request("subscribe", parameters, place)
        try collect()
        // The hub no longer remembers the revision or the stations that it named.
        if consumers[place].isRefused { try subscribe(place, comesBack: false) }
    }

    private mutating func subscribeAnew(
        _ place: Int, _ wish: SimulationScript.Wish
    ) throws {
        let number = consumers[place].subscription ?? 0
        request("unsubscribe", #"{"subscription":\#(number)}"#, place)
        try collect()
        consumers[place].wants(wish)
        try subscribe(place, comesBack: false)
    }

    private mutating func replace(_ place: Int, _ wish: SimulationScript.Wish) throws {
        world.handle(.clientDisconnected(consumers[place].client))
        consumers[place] = newcomer(place, wish)
        try subscribe(place, comesBack: false)
    }

    private mutating func comeBack(_ place: Int) throws {
        world.handle(.clientDisconnected(consumers[place].client))
        consumers[place].client = world.connect()
        try subscribe(place, comesBack: true)
    }

    /// A newcomer is cut when it has read the answer and one update.
    private mutating func comeBackEarly(_ place: Int) throws {
        world.handle(.clientDisconnected(consumers[place].client))
        consumers[place] = newcomer(place, consumers[place].wish)
        let parameters = consumers[place].parameters(comesBack: false, isSameLife: true)
        request("subscribe", parameters, place)
        for delivery in world.deliveries(to: consumers[place].client).prefix(2) {
            try take(delivery, place)
        }
        try comeBack(place)
    }

    private mutating func restartHub() throws {
        hubLife += 1
        beginLife()
        for place in models.indices { models[place].forget() }
        for place in consumers.indices {
            consumers[place].isBlocked = false
            consumers[place].isDead = false
            consumers[place].client = world.connect()
            try subscribe(place, comesBack: true)
        }
    }

    // MARK: The config

    private mutating func reconfigure(_ reform: SimulationScript.Reform) throws {
        let before = models.map { link(of: $0) }
        var loser: LinkID?
        switch reform {
        case .toggle(let place):
            if models[place].isPresent {
                // A config without stations is none.
                guard present.count > 1 else { return }
                models[place].remove()
                loser = before[place]
            } else {
                models[place].add()
            }
        case .rename(let place, let name): models[place].rename(to: name)
        case .delay(let place, let delay):
            models[place].delay(by: delay, at: world.now.monotonic)
        case .move(let place):
            models[place].move()
            loser = before[place]
        case .recode(let place):
            models[place].recode()
            loser = before[place]
        case .rotate: order.append(order.removeFirst())
        }
        for place in consumers.indices { consumers[place].present = Set(present) }
        world.reconfigure(stations)
        checkLinks(before, loser: loser)
    }

    /// Only the stations whose link has lost one have another link now.
    private mutating func checkLinks(_ before: [LinkID?], loser: LinkID?) {
        for (place, link) in before.enumerated() where link != nil {
            let isNew = self.link(of: models[place]) != link
            if isNew != (link == loser) {
                complain("\(models[place].id) \(isNew ? "has" : "lacks") another link")
            }
            if isNew { models[place].relink() }
        }
    }

    // MARK: Deliveries

    private mutating func collect() throws {
        noteOutcomes()
        for place in consumers.indices {
            let client = consumers[place].client
            let deliveries = world.deliveries(to: client)
            if world.disconnected.contains(client) {
                cut(place)
            } else if consumers[place].isBlocked, !deliveries.isEmpty {
                complain("consumer \(place) was sent something while it took nothing")
            } else {
                for delivery in deliveries { try take(delivery, place) }
            }
        }
    }

    /// No interval holds back what comes of connecting.
    private mutating func noteOutcomes() {
        let store = world.hub.store
        let now = present.filter { id in
            store.index(of: id).map { store.snapshot(of: $0).nowPlaying.connection.state }
                == .connecting
        }
        for station in connecting.subtracting(now) {
            for place in consumers.indices { consumers[place].mayComeEarly.insert(station) }
        }
        connecting = Set(now)
    }

    /// Only a consumer that took nothing may be cut.
    private mutating func cut(_ place: Int) {
        guard !consumers[place].isDead else { return }
        if !consumers[place].isBlocked { complain("consumer \(place) was cut") }
        consumers[place].isDead = true
        world.handle(.clientDisconnected(consumers[place].client))
    }

    private mutating func take(_ delivery: SentLine, _ place: Int) throws {
        let line = delivery.bytes
        if place < SimulationScript.quick { outcome.transcripts[place].append(line) }
        outcome.updates += 1
        for complaint in consumers[place].take(try Tree(line), at: delivery.at) {
            complain("consumer \(place): \(complaint)")
        }
    }

    // MARK: Checks

    /// A consumer that reads, and whose interval has passed, holds the newest of everything.
    private mutating func check() throws {
        let now = world.now.monotonic
        let newest = try newestDocuments()
        for model in models where !model.isPresent {
            for consumer in consumers
            where consumer.takesSomething && consumer.held[model.id] != nil {
                complain("consumer \(consumer.place) still holds \(model.id), which is gone")
            }
        }
        for model in models where model.isPresent {
            let title = newest[model.id]?["track"]?["title"]?.string
            if let title, title != model.line(at: now) {
                complain("\(model.id) shows \(title) in place of \(model.line(at: now))")
            }
            for consumer in consumers
            where consumer.covers(model.id) && consumer.isDue(model.id, at: now) {
                let expected =
                    consumer.wish.kind == .line
                    ? .string(model.line(at: now)) : newest[model.id]
                if consumer.held[model.id] != expected {
                    complain("consumer \(consumer.place) has not the newest of \(model.id)")
                }
            }
        }
    }

    /// The newest documents of all stations, for a client without a subscription.
    private mutating func newestDocuments() throws -> [String: Tree] {
        let answer = try #require(
            try world.call("get", #"{"view":"nowPlaying"}"#, as: probe).first)
        let records = answer["result"]?["records"]?.elements ?? []
        if records.map({ $0["station"]?.string }) != present { complain("get gives others") }
        let pairs = records.compactMap { record in
            record["station"]?.string.flatMap { id in record["nowPlaying"].map { (id, $0) } }
        }
        return Dictionary(pairs) { first, _ in first }
    }

    /// The stations fall quiet, and in the end the hub ends.
    private mutating func end() throws {
        for place in consumers.indices { obstruct(place, false) }
        try collect()
        world.run(for: .seconds(400))
        try collect()
        try check()
        if world.pendingDeadline != nil { complain("something is still pending") }
        for place in models.indices where models[place].isPresent && models[place].delay == .zero {
            open(place)
            hear(models[place].publish(at: world.now.monotonic), from: place)
        }
        world.handle(.stopping)
        try collectFlushed()
        if !world.isFinished { complain("the hub does not end") }
    }

    /// Collects the records that a shutdown flushes, without regard to intervals.
    private mutating func collectFlushed() throws {
        for consumer in consumers where !consumer.isDead && consumer.wish.kind == .line {
            var lines: [String: String] = consumer.held.compactMapValues(\.string)
            for update in try world.updates(consumer.client) {
                lines[update.station ?? ""] = update.line
            }
            for model in models
            where consumer.covers(model.id) && model.isPresent && model.delay == .zero {
                if lines[model.id] != model.line(at: world.now.monotonic) {
                    complain("consumer \(consumer.place) missed the last of \(model.id)")
                }
            }
        }
    }
}

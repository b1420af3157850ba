import Hub
import NowPlaying
import Testing

/// A world that plays a script, and checks after each step what the hub has promised.
struct Simulation {
    /// What a run has come to.
    struct Outcome {
        /// Broken promises, with the step in which they were noticed.
        var complaints: [String] = []
        /// What each quick consumer was sent, byte for byte.
        var transcripts: [[[UInt8]]]
        /// Records that came, for knowing that something was tested at all.
        var updates = 0
    }

    private let script: SimulationScript
    /// Slow consumers do stop reading; without, they read like everybody else.
    private let isObstructed: Bool
    private let isChecked: Bool
    private let seed: UInt64
    private var world: World
    private var models: [StationModel]
    private var consumers: [SimulatedConsumer] = []
    private var probe: ClientID
    private var hubLife = 1
    private var step = 0
    private var outcome = Outcome(
        transcripts: Array(repeating: [], count: SimulationScript.quick))

    init(seed: UInt64, length: Int, isObstructed: Bool = true, isChecked: Bool = true) {
        self.isChecked = isChecked
        script = SimulationScript(seed: seed, length: length)
        self.seed = seed
        self.isObstructed = isObstructed
        models = script.delays.enumerated().map { StationModel(place: $0, delay: $1) }
        world = Self.world(of: models, life: 1, seed: seed, at: .start)
        probe = world.connect()
    }

    private static func world(
        of models: [StationModel], life: Int, seed: UInt64, at now: Moment
    ) -> World {
        let stations = models.map { model in
            StationConfiguration.make(model.id, server: "\(model.id).example")
                .delayed(by: model.delay)
        }
        return World(
            HubConfiguration(stations: stations), epoch: "life \(life)", seed: seed, at: now)
    }

    /// Plays the whole script.
    mutating func run() throws -> Outcome {
        for (place, wish) in script.wishes.enumerated() {
            consumers.append(
                SimulatedConsumer(place: place, client: world.connect(), wish: wish))
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
        case .publish(let place): hear(models[place].publish(at: now))
        case .repeated(let place): hear(models[place].repeated(at: now))
        case .recall(let place): hear(models[place].recall(at: now))
        case .duplicate(let place): hear(models[place].duplicate())
        case .reorder(let place):
            // Written with the offset that comes second, and so read first.
            for publication in models[place].reordered(at: now) { hear(publication) }
        case .signOff(let place): hear(models[place].signOff(at: now))
        case .garbage(let place): world.hear("garbage", from: models[place].id)
        case .lose(let place):
            models[place].lose()
            world.lose(models[place].id, code: "reset")
        case .open(let place):
            models[place].open()
            world.open(models[place].id)
        case .restartServer(let place):
            world.open(models[place].id)
            world.hear(models[place].restartServer(), from: models[place].id)
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

    private func hear(_ publication: Publication?) {
        if let publication { world.publish(publication) }
    }

    private mutating func obstruct(_ place: Int, _ isBlocked: Bool) {
        guard isObstructed, !consumers[place].isDead, consumers[place].isBlocked != isBlocked
        else { return }
        consumers[place].isBlocked = isBlocked
        let client = consumers[place].client
        world.handle(isBlocked ? .clientBlocked(client) : .clientDrained(client))
    }

    private func request(_ method: String, _ parameters: String, _ place: Int) {
        world.write(
            #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(parameters)}"# + "\n",
            as: consumers[place].client)
    }

    private mutating func subscribe(_ place: Int, comesBack: Bool) throws {
        let parameters = consumers[place].parameters(comesBack: comesBack)
        request("subscribe", parameters, place)
        try collect()
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
        consumers[place] = SimulatedConsumer(place: place, client: world.connect(), wish: wish)
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
        let wish = consumers[place].wish
        consumers[place] = SimulatedConsumer(place: place, client: world.connect(), wish: wish)
        request("subscribe", consumers[place].parameters(comesBack: false), place)
        for delivery in world.deliveries(to: consumers[place].client).prefix(2) {
            try take(delivery, place)
        }
        try comeBack(place)
    }

    private mutating func restartHub() throws {
        hubLife += 1
        world = Self.world(of: models, life: hubLife, seed: seed, at: world.now)
        probe = world.connect()
        for place in models.indices { models[place].forget() }
        for place in consumers.indices {
            consumers[place].isBlocked = false
            consumers[place].isDead = false
            consumers[place].client = world.connect()
            try subscribe(place, comesBack: true)
        }
    }

    // MARK: Deliveries

    private mutating func collect() throws {
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

    /// Only a consumer that took nothing may be cut.
    private mutating func cut(_ place: Int) {
        guard !consumers[place].isDead else { return }
        if !consumers[place].isBlocked { complain("consumer \(place) was cut") }
        consumers[place].isDead = true
        world.handle(.clientDisconnected(consumers[place].client))
    }

    private mutating func take(_ delivery: Delivery, _ place: Int) throws {
        let line = delivery.line.bytes
        if place < SimulationScript.quick { outcome.transcripts[place].append(line) }
        outcome.updates += 1
        for complaint in consumers[place].take(try Tree(line), at: delivery.at) {
            complain("consumer \(place): \(complaint)")
        }
    }

    // MARK: Checks

    /// Whoever takes something and whose interval has passed holds the newest of everything.
    private mutating func check() throws {
        let now = world.now.monotonic
        let newest = try present()
        for model in models {
            let title = newest[model.id]?["track"]?["title"]?.string
            if let title, title != model.line(at: now) {
                complain("\(model.id) shows \(title) in place of \(model.line(at: now))")
            }
            for consumer in consumers
            where consumer.stations.contains(model.id) && consumer.isDue(model.id, at: now) {
                let expected =
                    consumer.wish.kind == .line
                    ? .string(model.line(at: now)) : newest[model.id]
                if consumer.held[model.id] != expected {
                    complain("consumer \(consumer.place) has not the newest of \(model.id)")
                }
            }
        }
    }

    /// The newest documents of all stations, which somebody asks for who has no subscription.
    private func present() throws -> [String: Tree] {
        let answer = try #require(
            try world.call("get", #"{"view":"nowPlaying"}"#, as: probe).first)
        let records = answer["result"]?["records"]?.elements ?? []
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
        if world.owedDeadline != nil { complain("somebody is still owed something") }
        for place in models.indices where models[place].delay == .zero {
            models[place].open()
            world.open(models[place].id)
            hear(models[place].publish(at: world.now.monotonic))
        }
        world.handle(.stopping)
        try collectFlushed()
        if !world.isFinished { complain("the hub does not end") }
    }

    /// What a shutdown gives out, in which no interval counts.
    private mutating func collectFlushed() throws {
        for consumer in consumers where !consumer.isDead && consumer.wish.kind == .line {
            var lines: [String: String] = consumer.held.compactMapValues(\.string)
            for update in try world.updates(consumer.client) {
                lines[update.station ?? ""] = update.line
            }
            for model in models
            where consumer.stations.contains(model.id) && model.delay == .zero {
                if lines[model.id] != model.line(at: world.now.monotonic) {
                    complain("consumer \(consumer.place) missed the last of \(model.id)")
                }
            }
        }
    }
}

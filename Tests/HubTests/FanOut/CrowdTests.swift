import HeapModule
import NowPlaying
import Support
import TestSupport
import Testing

@testable import FanOut
@testable import Hub

/// Clients that come and go, subscribe, unsubscribe, stop reading and begin again, in any order.
struct CrowdTests {
    @Test(arguments: 0..<20)
    func `whatever a crowd does, every subscription ends with the newest`(seed: UInt64) throws {
        var crowd = Crowd(seed: seed)
        for _ in 0..<250 { try crowd.act() }
        try crowd.fallQuiet()
        for complaint in crowd.complaints { Issue.record("seed \(seed): \(complaint)") }
        #expect(crowd.updates > 100)
    }
}

/// A client with any number of subscriptions.
private struct Member {
    /// The parameters of one subscription, and the records that it holds.
    struct Holding {
        var stations: [String]?
        var isGerman: Bool
        /// Lines, by station.
        var lines: [String: String] = [:]
        var sequence = 0
        var isSynced = false
    }

    let client: ClientID
    var isBlocked = false
    /// Subscriptions that were asked for and not answered, by the request.
    var wanted: [Int: Holding] = [:]
    var holdings: [Int: Holding] = [:]
    /// Subscriptions that are to be ended or changed, by the request.
    var ending: [Int: Int] = [:]
    var changing: [Int: (subscription: Int, isGerman: Bool)] = [:]
}

private struct Crowd {
    private static let ids = (1...6).map { "s\($0)" }

    private let world: World
    private var generator: SeededGenerator
    private var members: [Member] = []
    private var present = Set(Crowd.ids.dropLast())
    private var lastRequest = 0
    private var lastTitle = 0
    private(set) var complaints: [String] = []
    private(set) var updates = 0

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
        var limits = Limits()
        limits.stalledClient = .seconds(1_000_000)
        // Little enough for a turn to end in the middle of nearly everything.
        limits.requestSize = 512
        limits.turnSize = 600
        limits.turnTotal = 1_500
        limits.rememberedRemovals = seed.isMultiple(of: 2) ? 0 : 10
        world = World(.make(Crowd.ids.dropLast()), limits: limits)
    }

    private mutating func number(below end: Int) -> Int {
        Int.random(in: 0..<end, using: &generator)
    }

    // MARK: What happens

    mutating func act() throws {
        world.run(for: .milliseconds(Int64(number(below: 400))))
        try collect()
        switch number(below: 100) {
        case 0..<10 where members.count < 12: members.append(Member(client: world.connect()))
        case 0..<30: subscribe()
        case 30..<42: unsubscribe()
        case 42..<46: configure()
        case 46..<56: block()
        case 56..<66: drain()
        case 66..<69: leave()
        case 69..<73: reconfigure()
        case 73..<75: world.lose(Crowd.ids[number(below: 6)])
        default: publish()
        }
        try collect()
    }

    private mutating func publish() {
        let id = Crowd.ids[number(below: 6)]
        guard present.contains(id) else { return }
        lastTitle += 1
        world.open(id)
        world.publish("Song \(lastTitle)", from: id)
    }

    private mutating func reconfigure() {
        let id = Crowd.ids[number(below: 6)]
        if present.remove(id) == nil { present.insert(id) }
        if present.isEmpty { present.insert("s1") }
        world.reconfigure(Crowd.ids.filter(present.contains))
    }

    private mutating func request(_ place: Int, _ method: String, _ parameters: String) -> Int {
        lastRequest += 1
        let line =
            #"{"jsonrpc":"2.0","id":\#(lastRequest),"method":"\#(method)","params":\#(parameters)}"#
        world.write(line + "\n", as: members[place].client)
        return lastRequest
    }

    private mutating func subscribe() {
        guard !members.isEmpty else { return }
        let place = number(below: members.count)
        let named = Crowd.ids.filter { _ in number(below: 2) == 0 }.filter(present.contains)
        let stations = number(below: 2) == 0 || named.isEmpty ? nil : named
        let interval = [0, 0, 1, 20][number(below: 4)]
        var parameters = #"{"view":"line","minInterval":\#(interval)"#
        if let stations {
            parameters += #","stations":[\#(stations.map { "\"\($0)\"" }.joined(separator: ","))]"#
        }
        let request = request(place, "subscribe", parameters + "}")
        members[place].wanted[request] = Member.Holding(stations: stations, isGerman: false)
    }

    /// A member and one of its subscriptions.
    private mutating func anyHolding() -> (place: Int, subscription: Int)? {
        guard !members.isEmpty else { return nil }
        let place = number(below: members.count)
        let numbers = members[place].holdings.keys.sorted()
        return numbers.isEmpty ? nil : (place, numbers[number(below: numbers.count)])
    }

    private mutating func unsubscribe() {
        guard let (place, subscription) = anyHolding() else { return }
        let request = request(place, "unsubscribe", #"{"subscription":\#(subscription)}"#)
        members[place].ending[request] = subscription
    }

    private mutating func configure() {
        guard let (place, subscription) = anyHolding() else { return }
        let isGerman = number(below: 2) == 0
        let request = request(
            place, "configure",
            #"{"subscription":\#(subscription),"options":{"locale":"\#(isGerman ? "de" : "en")"}}"#)
        members[place].changing[request] = (subscription, isGerman)
    }

    private mutating func block() {
        guard !members.isEmpty else { return }
        let place = number(below: members.count)
        guard !members[place].isBlocked else { return }
        members[place].isBlocked = true
        world.handle(.sinkFull(members[place].client))
    }

    private mutating func drain() {
        guard !members.isEmpty else { return }
        drain(number(below: members.count))
    }

    private mutating func drain(_ place: Int) {
        guard members[place].isBlocked else { return }
        members[place].isBlocked = false
        world.handle(.sinkReady(members[place].client))
    }

    private mutating func leave() {
        guard !members.isEmpty else { return }
        let gone = members.remove(at: number(below: members.count))
        world.handle(.clientDisconnected(gone.client))
    }

    // MARK: What comes of it

    private mutating func collect() throws {
        for place in members.indices {
            for message in try world.receive(members[place].client) {
                if members[place].isBlocked {
                    complaints.append("a blocked client was sent \(message)")
                }
                take(message, place)
            }
        }
        checkLists()
    }

    private mutating func take(_ message: Tree, _ place: Int) {
        if let request = message["id"]?.int { return answered(request, message, place) }
        if let update = Update(message) { return updated(update, place) }
        guard let subscription = message["params"]?["subscription"]?.int,
            members[place].holdings[subscription] != nil
        else { return complaints.append("not expected: \(message)") }
        members[place].holdings[subscription]?.isSynced = true
    }

    private mutating func answered(_ request: Int, _ message: Tree, _ place: Int) {
        if let holding = members[place].wanted.removeValue(forKey: request) {
            // A station that was named may be gone by then.
            guard let number = message["result"]?["subscription"]?.int else { return }
            members[place].holdings[number] = holding
        } else if let subscription = members[place].ending.removeValue(forKey: request) {
            members[place].holdings[subscription] = nil
        } else if let change = members[place].changing.removeValue(forKey: request) {
            members[place].holdings[change.subscription]?.isGerman = change.isGerman
        }
    }

    private mutating func updated(_ update: Update, _ place: Int) {
        updates += 1
        guard var holding = members[place].holdings[update.subscription],
            let station = update.station
        else { return complaints.append("an update of a subscription that has ended") }
        holding.sequence += 1
        if update.sequence != holding.sequence { complaints.append("a gap before an update") }
        if update.record["removed"] != nil {
            if holding.lines.removeValue(forKey: station) == nil {
                complaints.append("told that \(station) is gone, of which it knew nothing")
            }
        } else if holding.lines.updateValue(update.line ?? "", forKey: station) == update.line {
            complaints.append("\(station) came twice as it was")
        }
        members[place].holdings[update.subscription] = holding
    }

    mutating func fallQuiet() throws {
        for place in members.indices { drain(place) }
        world.run(for: .seconds(200))
        try collect()
        let lines = [
            false: try newestLines(isGerman: false), true: try newestLines(isGerman: true),
        ]
        for member in members {
            if !member.wanted.isEmpty || !member.ending.isEmpty {
                complaints.append("requests were not answered")
            }
            for (number, holding) in member.holdings {
                let covered = lines[holding.isGerman]?.filter { id, _ in
                    holding.stations?.contains(id) ?? true
                }
                if !holding.isSynced { complaints.append("\(number) is not synced") }
                if holding.lines != covered {
                    complaints.append(
                        "\(number) holds \(holding.lines) in place of \(covered ?? [:])")
                }
            }
        }
    }

    private func newestLines(isGerman: Bool) throws -> [String: String] {
        let options = isGerman ? #","options":{"locale":"de"}"# : ""
        let client = world.connect()
        let answer = try world.call("get", #"{"view":"line"\#(options)}"#, as: client).first
        world.handle(.clientDisconnected(client))
        let records = answer?["result"]?["records"]?.elements ?? []
        return Dictionary(
            uniqueKeysWithValues: records.compactMap { record in
                record["station"]?.string.map { ($0, record["line"]?.string ?? "") }
            })
    }

    /// A cursor with nothing pending is marked at the next change, and lists hold little else.
    private mutating func checkLists() {
        let fanOut = world.hub.fanOut
        for slot in fanOut.subscriptions.slots {
            let subscription = fanOut.subscriptions[slot]
            for index in subscription.cursorIndices {
                let cursor = subscription[index]
                guard cursor.dirtySince == nil, !cursor.awaitsBackfill else { continue }
                let groups = fanOut.subjects[subscription.subject(of: index)].audience.groups
                let isListed = groups.contains { group in
                    (0..<group.upToDate.count).contains { group.upToDate[$0] == slot }
                }
                if !cursor.isListed || !isListed {
                    complaints.append("a cursor would miss a change")
                }
            }
        }
        if fanOut.waits.count > 2 * fanOut.cursorCount + 1_000 {
            complaints.append("waits pile up")
        }
    }
}

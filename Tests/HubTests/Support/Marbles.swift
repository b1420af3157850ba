import Feeds
import NowPlaying
import Testing

@testable import FanOut
@testable import Hub

/// One row of a drawing in time: each character is a step.
///
/// The first row is what a station plays: a letter is a title that begins, `-` is nothing, `!` is
/// the hub's shutdown. The rows below are what subscribers to its line are given, each with its
/// own interval.
struct MarbleRow {
    let symbols: [Character]
    var interval: Interval?
    /// `=` where the kernel takes nothing for the subscriber.
    var blocked: [Character] = []

    init(_ symbols: String) {
        self.symbols = Array(symbols)
    }

    /// A subscriber with an interval of its own, or one who reads nothing for a while.
    static func subscriber(
        _ symbols: String, interval: Interval? = nil, blocked: String = ""
    ) -> MarbleRow {
        var row = MarbleRow(symbols)
        row.interval = interval
        row.blocked = Array(blocked)
        return row
    }
}

@resultBuilder
enum MarbleDrawing {
    static func buildExpression(_ symbols: String) -> MarbleRow { MarbleRow(symbols) }
    static func buildExpression(_ row: MarbleRow) -> MarbleRow { row }
    static func buildBlock(_ rows: MarbleRow...) -> [MarbleRow] { rows }
}

extension Interval {
    /// The length of a character in a drawing.
    static let step = Interval.milliseconds(100)

    static func steps(_ count: Int64) -> Interval {
        Interval(milliseconds: count * step.milliseconds)
    }
}

/// Plays the first row to a hub, and expects each subscriber to be given its own row.
///
/// - Parameter interval: The interval of subscribers that have none of their own.
func expectFanOut(
    interval: Interval, sourceLocation: SourceLocation = #_sourceLocation,
    @MarbleDrawing _ drawing: () -> [MarbleRow]
) throws {
    let rows = drawing()
    let changes = try #require(rows.first).symbols
    var stage = try MarbleStage(subscribers: Array(rows.dropFirst()), interval: interval)
    for step in changes.indices { try stage.play(changes[step], at: step) }
    for (place, row) in rows.dropFirst().enumerated() {
        #expect(
            stage.drawn[place] == String(row.symbols), "subscriber \(place + 1)",
            sourceLocation: sourceLocation)
    }
}

private struct MarbleStage {
    private let world = World()
    private let subscribers: [MarbleRow]
    private let clients: [ClientID]
    private let beginning: Instant
    private(set) var drawn: [String]

    init(subscribers: [MarbleRow], interval: Interval) throws {
        self.subscribers = subscribers
        drawn = subscribers.map { _ in "" }
        world.open()
        world.hear(Publication(title: nil).push)
        var clients: [ClientID] = []
        for subscriber in subscribers {
            let client = world.connect()
            let seconds = (subscriber.interval ?? interval).seconds
            try world.call(
                "subscribe", #"{"view":"line","minInterval":\#(seconds)}"#, as: client)
            clients.append(client)
        }
        self.clients = clients
        // Long enough for every interval that began with the subscription to end.
        world.run(for: .steps(100))
        beginning = world.now.monotonic
    }

    mutating func play(_ symbol: Character, at step: Int) throws {
        // A delivery that is due at the very instant of a change meets the change.
        let start = beginning + .steps(Int64(step))
        world.run(until: start - .milliseconds(1))
        world.advance(to: start)
        for (place, client) in clients.enumerated() {
            obstruct(client, subscribers[place].blocked, at: step)
        }
        switch symbol {
        case "-": break
        case "!": world.handle(.stopping)
        default: world.publish(String(symbol))
        }
        world.run(until: start + .step - .milliseconds(1))
        for (place, client) in clients.enumerated() {
            let lines = try world.updates(client).compactMap(\.line)
            drawn[place] += lines.isEmpty ? "-" : lines.joined()
        }
    }

    private func obstruct(_ client: ClientID, _ blocked: [Character], at step: Int) {
        let isBlocked = step < blocked.count && blocked[step] == "="
        let wasBlocked = step > 0 && step <= blocked.count && blocked[step - 1] == "="
        if isBlocked, !wasBlocked { world.handle(.sinkFull(client)) }
        if wasBlocked, !isBlocked { world.handle(.sinkReady(client)) }
    }
}

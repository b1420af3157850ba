import NowPlaying
import TestSupport
import Testing

@testable import Hub
@testable import Sessions
@testable import Stations

/// The share of publications that is sent, in an hour of twenty stations and one listener.
///
/// `swift test --filter ChurnTests` prints the table of `docs/maintainers/churn.md`.
struct ChurnTests {
    /// The number and the size of the updates that one subscriber was sent.
    private struct Tally {
        let name: String
        let consumer: Follower
        /// It covers the session's station, and not all of them.
        let isOfOne: Bool
        var updates = 0
        var bytes = 0
        var rows = 0
    }

    private let world: World
    private let phone: Follower
    private let hour = RadioHour(seed: 20)
    private var tallies: [Tally] = []
    /// Publications of the station that was selected when they came.
    private var publishedOfSession = 0

    init() throws {
        world = World(
            HubConfiguration(
                stations: RadioHour.stations, sessions: ["main": .make(rates: [1, 1.5, 2])]))
        phone = Follower(world)
        for station in RadioHour.stations { world.open(station.id) }
        for (name, view, rest) in [
            ("nowPlaying, every change", "nowPlaying", #""minInterval":0"#),
            ("nowPlaying, once a second", "nowPlaying", #""minInterval":1"#),
            ("line", "line", #""minInterval":1"#), ("lockScreen", "lockScreen", ""),
            ("carPlay", "carPlay", ""),
        ] {
            let consumer = Follower(world)
            if view == "nowPlaying" || view == "line" {
                try consumer.ask("subscribe", #"{"view":"\#(view)",\#(rest)}"#)
            } else {
                try consumer.follow(view, rest)
            }
            let isOfOne = view == "lockScreen"
            tallies.append(Tally(name: name, consumer: consumer, isOfOne: isOfOne))
        }
    }

    /// The listener's commands, by the second.
    private static let habits: [(at: Double, action: String, rest: String)] = [
        (60, "select", #""station":"music0""#), (400, "select", #""station":"talk1""#),
        (900, "pause", ""), (960, "play", ""), (1_200, "seek", #""by":-300"#),
        (1_230, "rate", #""value":1.5"#), (1_500, "live", ""),
        (1_560, "select", #""station":"music3""#),
        (2_000, "favourite", #""station":"music3","on":true"#), (2_400, "next", ""),
        (2_700, "pause", ""), (2_900, "live", ""), (2_901, "play", ""),
        (3_200, "select", #""station":"talk4""#), (3_500, "stop", ""),
    ]

    private mutating func play() throws {
        var events: [(at: Double, act: (World, inout Int) throws -> Void)] = []
        for message in hour.messages {
            events.append(
                (
                    message.at,
                    { world, own in
                        world.hear(message.text, from: message.station)
                        if message.station == world.selected { own += 1 }
                    }
                ))
        }
        let phone = phone
        for habit in Self.habits {
            events.append((habit.at, { _, _ in try phone.command(habit.action, habit.rest) }))
        }
        let lost = RadioHour.lost
        events.append((lost.from, { world, _ in world.lose(lost.station) }))
        events.append((lost.to, { world, _ in world.open(lost.station) }))
        for event in events.sorted(by: { $0.at < $1.at }) {
            world.run(to: event.at)
            try event.act(world, &publishedOfSession)
        }
        world.run(to: RadioHour.length + 5)
        try count()
    }

    private mutating func count() throws {
        for place in tallies.indices {
            for delivery in world.deliveries(to: tallies[place].consumer.client) {
                guard let update = Update(try Tree(delivery.bytes)) else { continue }
                tallies[place].updates += 1
                tallies[place].bytes += delivery.bytes.count
                if update.record["rows"] != nil { tallies[place].rows += 1 }
            }
        }
    }

    /// Returns the redraws of a consumer that redraws with each publication, and each second for
    /// the position.
    private func naive(_ tally: Tally) -> Int {
        (tally.isOfOne ? publishedOfSession : hour.messages.count) + Int(RadioHour.length)
    }

    private var table: String {
        var lines = [
            "\(hour.messages.count) publications of \(RadioHour.stations.count) stations in an hour",
            "", "| View | Updates | in place | KB | of publications | Naive |",
            "|---|---:|---:|---:|---:|---:|",
        ]
        for tally in tallies {
            let share = Double(tally.updates) * 100 / Double(hour.messages.count)
            let percent = (share * 10).rounded() / 10
            let isCar = tally.name.hasPrefix("carPlay")
            lines.append(
                "| \(tally.name) | \(tally.updates) | \(isCar ? "\(tally.rows)" : "–") | \(tally.bytes / 1_000) | \(percent) % | \(naive(tally)) |"
            )
        }
        return lines.joined(separator: "\n")
    }

    @Test func `an hour of twenty stations causes few updates`() throws {
        var hour = self
        try hour.play()
        print(hour.table)
        let published = hour.hour.messages.count
        #expect(published > 4_000)
        let updates = hour.tallies.map(\.updates)
        // A track of every station each four minutes, and what begins with it.
        #expect(updates[0] < published / 8)
        #expect(updates[1] <= updates[0] && updates[2] <= updates[1])
        #expect(updates[3] < published / 50)
        #expect(updates[4] < published / 8)
        #expect(hour.tallies[4].rows * 10 > updates[4] * 8)
        for tally in hour.tallies {
            #expect(tally.updates * 10 < hour.naive(tally), "\(tally.name)")
        }
    }
}

extension World {
    /// The station that the listener has selected.
    fileprivate var selected: String? {
        hub.sessions.index(of: "main").flatMap { hub.sessions[$0]?.reported.station }
    }
}

import Expectations
import Hub
import NowPlaying
import Testing

@testable import Stations

/// The reports of lost links, for the log.
struct LinkOutageTests {
    private static let count = 12

    private let world: World
    private let wire: Wire

    init() {
        let stations = (0..<Self.count).map {
            StationConfiguration.make("s\($0)", server: "s\($0).example")
        }
        world = .dialling(HubConfiguration(stations: stations))
        wire = Wire(world)
    }

    /// The reports of outages, in order.
    private var news: [OutageNews] {
        world.effects.compactMap { effect in
            if case .journal(.observed(.outage(_, _, _, let news))) = effect { news } else { nil }
        }
    }

    private var changes: [StationConnection.State] {
        world.effects.compactMap { effect in
            guard case .journal(.observed(.connectionChanged(_, let connection))) = effect else {
                return nil
            }
            return connection.state
        }
    }

    /// Lets time pass in which each attempt of a link ends as `answer` has it.
    private func run(for length: Interval, answer: (LinkID) throws -> Void) rethrows {
        let end = world.now.monotonic + length
        while true {
            for link in wire.dials() { try answer(link) }
            guard let deadline = world.nextDeadline, deadline <= end else { break }
            world.run(until: deadline)
        }
        world.run(until: end)
    }

    private func refuse(_ link: LinkID) {
        wire.drop(link, code: "refused")
    }

    @Test func `a dead link is told of when it is lost and then once an hour`() {
        run(for: .seconds(60), answer: refuse)
        let refused = StationConnection.Reason(code: "refused", text: "it was refused")
        expect(news, is: Array(repeating: .lost(refused), count: Self.count))
        expect(changes, is: Array(repeating: .failing, count: Self.count))

        run(for: .seconds(2 * 3_600 + 60), answer: refuse)
        expect(news.count, is: Self.count * 3)
        expect(changes.count, is: Self.count)
        guard case .lasts(refused, let attempts, let time)? = news.last else {
            Issue.record("\(String(describing: news.last))")
            return
        }
        #expect(attempts > 300)
        #expect((7_200...7_240).contains(time.milliseconds / 1_000))
    }

    @Test func `reasons that alternate are not news`() {
        var count = 0
        run(for: .seconds(600)) { link in
            count += 1
            wire.drop(link, code: count % 7 < 3 ? "refused" : "timedOut")
        }
        expect(news.count, is: Self.count)
        expect(changes.count, is: Self.count)
    }

    @Test func `a link that works again for a minute is told of, and so is its next loss`() throws {
        let link = LinkID(number: 1)
        let began = world.now.monotonic
        run(for: .seconds(30), answer: refuse)
        var opened = began
        try run(for: .seconds(25)) { dialled in
            guard dialled == link else { return refuse(dialled) }
            try wire.open(dialled)
            opened = world.now.monotonic
        }
        let over = opened + .seconds(60)
        run(for: over - world.now.monotonic - .milliseconds(1), answer: refuse)
        expect(news.count, is: Self.count)
        run(for: .milliseconds(1), answer: refuse)
        guard case .ended(let attempts, opened - began)? = news.last else {
            Issue.record("\(String(describing: news.last))")
            return
        }
        #expect(attempts > 3)
        wire.drop(link)
        expect(news.count, is: Self.count + 2)
        expect(news.last, is: .lost(.init(code: "reset", text: "it was reset")))
    }

    @Test func `a server that takes every connection and drops it is told of once`() throws {
        try run(for: .seconds(600)) { link in
            try wire.open(link)
            wire.drop(link)
        }
        expect(news.count, is: Self.count)
    }

    @Test func `a server that closes for good is told of though the link was lost before`() throws {
        let link = LinkID(number: 1)
        try run(for: .seconds(20)) { $0 == link ? try wire.open($0) : refuse($0) }
        wire.drop(link)
        try run(for: .seconds(20)) { $0 == link ? try wire.open($0) : refuse($0) }
        wire.push(#"{"disconnect":{"code":3501,"reason":"bad request"}}"#, on: link)
        guard case .stopped(let reason)? = news.last else {
            Issue.record("\(String(describing: news.last))")
            return
        }
        #expect(reason.text.contains("3501 bad request"))
    }
}

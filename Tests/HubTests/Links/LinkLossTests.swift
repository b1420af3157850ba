import Expectations
import Feeds
import NowPlaying
import Support
import Testing

@testable import Hub
@testable import Stations

/// The end of an open link, and the time of its next dial.
struct LinkLossTests {
    private let world: World
    private let wire: Wire
    private let link = LinkID(number: 1)

    init() throws {
        world = .dialling()
        wire = Wire(world)
        try wire.open(link)
        _ = wire.dials()
        _ = wire.frames(from: link)
    }

    /// Returns the time until the link's next dial; `nil` if it is longer than `length`.
    private func nextDial(within length: Interval) -> Interval? {
        let start = world.now.monotonic
        while let deadline = world.nextDeadline, deadline <= start + length {
            world.run(until: deadline)
            if !wire.dials().isEmpty { return deadline - start }
        }
        return nil
    }

    // MARK: Silence

    @Test func `a server whose heartbeat stays out for 10 s more is dead`() throws {
        wire.push(Publication.connect(ping: 25), on: link)
        world.run(for: .milliseconds(34_999))
        #expect(wire.hangUps().isEmpty)
        world.run(for: .milliseconds(1))
        expect(wire.hangUps(), is: [link])
        expect(wire.frames(from: link).map(\.closeCode), is: [1000])
        try expect(world.connection().reason, is: "heartbeatMissing")
    }

    @Test func `a heartbeat once a year does not turn off the watch over a link`() {
        wire.push(
            Publication.connect(subscriptions: #""station:one":{}"#, ping: 31_536_000), on: link)
        world.run(for: .milliseconds(309_999))
        #expect(wire.hangUps().isEmpty)
        world.run(for: .milliseconds(1))
        expect(wire.hangUps(), is: [link])
    }

    @Test func `whatever a server says is a heartbeat`() {
        wire.push(Publication.connect(ping: 25), on: link)
        for bytes in [ServerFrame.text("{}"), ServerFrame.ping(), ServerFrame.pong(), [0x81]] {
            world.run(for: .seconds(34))
            wire.say(bytes, on: link)
        }
        world.run(for: .seconds(34))
        #expect(wire.hangUps().isEmpty)
    }

    @Test func `a server without a heartbeat is asked after a minute and dead 10 s later`() {
        wire.push(Publication.connect(ping: nil), on: link)
        world.run(for: .milliseconds(59_999))
        #expect(wire.frames(from: link).isEmpty)
        world.run(for: .milliseconds(1))
        expect(wire.frames(from: link).map(\.opcode), is: [9])
        world.run(for: .milliseconds(9_999))
        #expect(wire.hangUps().isEmpty)
        world.run(for: .milliseconds(1))
        expect(wire.hangUps(), is: [link])
    }

    @Test func `a server without a heartbeat that answers is asked again a minute later`() {
        for _ in 0..<3 {
            world.run(for: .seconds(60))
            expect(wire.frames(from: link).map(\.opcode), is: [9])
            world.run(for: .seconds(5))
            wire.say(ServerFrame.pong(), on: link)
        }
        #expect(wire.hangUps().isEmpty)
    }

    @Test func `a server's ping is answered`() {
        wire.say(ServerFrame.ping(), on: link)
        expect(wire.frames(from: link).map(\.opcode), is: [10])
    }

    // MARK: Garbage

    @Test func `a link that says nothing of use for 32 messages is dialled again`() throws {
        for _ in 0..<31 { wire.push("not JSON", on: link) }
        #expect(wire.hangUps().isEmpty)
        wire.push("not JSON", on: link)
        expect(wire.hangUps(), is: [link])
        try expect(world.connection().reason, is: "garbage")
        #expect(nextDial(within: .seconds(1)) != nil)
    }

    @Test func `one useful message forgives all useless ones before it`() {
        for _ in 0..<3 {
            for _ in 0..<31 { wire.push("[1,2", on: link) }
            wire.push(Publication(title: "First Light").push, on: link)
        }
        #expect(wire.hangUps().isEmpty)
    }

    @Test func `rejections of a kind are told the first time and then ever more rarely`() {
        for _ in 0..<20 { wire.push("not JSON", on: link) }
        let counts = world.effects.compactMap { effect -> Int? in
            guard
                case .journal(.observed(.rejected(_, _, ["one"], "notJSON", _, let count))) =
                    effect
            else { return nil }
            return count
        }
        expect(counts, is: [1, 2, 4, 8, 16])
    }

    // MARK: Being closed

    @Test func `a close frame is answered and the link dialled again`() throws {
        wire.say(ServerFrame.close(1001, "restart"), on: link)
        expect(wire.frames(from: link).map(\.closeCode), is: [1001])
        expect(wire.hangUps(), is: [link])
        try expect(world.connection().text?.contains("1001 restart"), is: true)
        #expect(nextDial(within: .seconds(1)) != nil)
    }

    @Test func `what a server says when it closes is shown without controls`() throws {
        let words = "\u{9B}31mgo\u{202E} away\u{2028}now\u{85}\n\u{7F}"
        wire.say(ServerFrame.close(1001, words), on: link)
        let text = try #require(try world.connection().text)
        #expect(text.contains("(1001  31mgo away now   )"))
    }

    @Test func `what a server says in its protocol is shown without controls and cut`() throws {
        let long = String(repeating: "x", count: 5_000)
        wire.push(
            #"{"disconnect":{"code":3501,"reason":"\u009b0mno\u202e \#(long)"}}"#, on: link)
        let text = try #require(try world.connection().text)
        #expect(text.contains("3501  0mno xxx"))
        #expect(text.contains("x…)"))
        #expect(text.count < 500)
    }

    @Test func `what is said of a message that is rejected is without controls`() throws {
        wire.push(#"{"connect":{}} \u{9B}"#, on: link)
        wire.push(#"{"unknown":{"\u009b31m":"\u202e"}}"#, on: link)
        wire.push(#"{"channel":"station:\u009b31m\u2028","pub":{"data":{}}}"#, on: link)
        let details = world.effects.compactMap { effect -> String? in
            if case .journal(.observed(.rejected(_, _, _, _, let detail, _))) = effect {
                detail
            } else {
                nil
            }
        }
        #expect(!details.isEmpty)
        for detail in details {
            let controls = detail.unicodeScalars.filter(\.isTextControl)
            #expect(controls.isEmpty)
        }
    }

    @Test(arguments: [3500, 3501, 3507, 4500])
    func `a server that closes for good is asked again after 5 min`(code: Int) throws {
        wire.push(#"{"disconnect":{"code":\#(code),"reason":"go away"}}"#, on: link)
        try expect(world.connection().state, is: "stopped")
        try expect(world.connection().text?.contains("\(code) go away"), is: true)
        let pause = try #require(nextDial(within: .seconds(400)))
        #expect((Interval.milliseconds(300_500)...Interval.seconds(301)).contains(pause))
    }

    @Test func `a terminal code counts in a close frame too`() throws {
        wire.say(ServerFrame.close(3501, "bad request"), on: link)
        try expect(world.connection().state, is: "stopped")
        expect(nextDial(within: .seconds(299)), is: nil)
    }

    @Test func `a server that refuses is not said to have closed the connection`() throws {
        var feed = Feed(type: "homeassistant", url: "ws://home.example/api/websocket")
        feed.settings["entity"] = .text("media_player.kitchen")
        feed.settings["token"] = .text("wrong")
        let world = World(
            HubConfiguration(stations: [.reading(feed, as: "one")]))
        world.open()
        world.hear(#"{"type":"auth_required"}"#)
        world.hear(#"{"type":"auth_invalid","message":"Invalid access token or password"}"#)
        let connection = try world.connection()
        expect(connection.state, is: "stopped")
        expect(connection.text, is: "the conversation ended: Invalid access token or password")
    }

    @Test func `being stopped again changes nothing that is shown`() throws {
        wire.push(#"{"disconnect":{"code":3501,"reason":"bad request"}}"#, on: link)
        let before = try world.connection()
        _ = try #require(nextDial(within: .seconds(400)))
        try wire.open(link)
        wire.push(#"{"disconnect":{"code":3501,"reason":"bad request"}}"#, on: link)
        try expect(world.connection(), is: before)
    }

    @Test func `a code that asks to come back is obeyed soon`() {
        wire.push(#"{"disconnect":{"code":3001,"reason":"shutdown"}}"#, on: link)
        #expect(nextDial(within: .seconds(1)) != nil)
    }

    @Test func `a breach of the protocol is answered with its code`() throws {
        wire.say([0xC1, 0x00], on: link)
        expect(wire.frames(from: link).map(\.closeCode), is: [1002])
        expect(wire.hangUps(), is: [link])
    }

    @Test func `text that is not UTF-8 is answered with its code`() throws {
        wire.say([0x81, 0x02, 0xC3, 0x28], on: link)
        expect(wire.frames(from: link).map(\.closeCode), is: [1007])
    }

    @Test func `a shutdown closes the link and hangs up`() {
        world.handle(.stopping)
        expect(wire.frames(from: link).map(\.closeCode), is: [1001])
        expect(wire.hangUps(), is: [link])
        #expect(world.isFinished)
    }

    // MARK: Backoff

    @Test func `failures in a row wait ever longer, until a good connection lasted`() throws {
        var pauses: [Interval] = []
        wire.drop(link)
        for _ in 0..<12 {
            pauses.append(try #require(nextDial(within: .seconds(30))))
            wire.drop(link)
        }
        #expect(pauses.allSatisfy { $0 >= .milliseconds(500) && $0 <= .seconds(20) })
        #expect(pauses.max() ?? .zero > .seconds(5))
        _ = try #require(nextDial(within: .seconds(30)))
        try wire.open(link)
        wire.push(Publication.connect(), on: link)
        world.run(for: .seconds(20))
        wire.drop(link)
        #expect(try #require(nextDial(within: .seconds(30))) <= .seconds(1))
    }

    @Test func `a server that agrees and closes at once is dialled ever more rarely`() throws {
        var pauses: [Interval] = []
        for _ in 0..<12 {
            wire.push(Publication.connect(), on: link)
            wire.push(Publication(title: "First Light").push, on: link)
            wire.say(ServerFrame.close(1001), on: link)
            pauses.append(try #require(nextDial(within: .seconds(30))))
            try wire.open(link)
        }
        #expect(pauses.suffix(6).max() ?? .zero > .seconds(5))
    }

    @Test func `a server that opens and says nothing is not a good connection`() throws {
        var longest = Interval.zero
        for _ in 0..<12 {
            wire.drop(link)
            longest = max(longest, try #require(nextDial(within: .seconds(30))))
            try wire.open(link)
        }
        #expect(longest > .seconds(2))
    }
}

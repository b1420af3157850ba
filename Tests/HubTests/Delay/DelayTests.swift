import Expectations
import Hub
import NowPlaying
import TestSupport
import Testing

@testable import FanOut

/// A station whose metadata runs 10 s ahead of its audio, by each kind of feed.
struct DelayTests {
    /// A delayed station that says things at times, and what a listener is shown of it.
    private struct Listening {
        let kind: DelayedFeed
        let world: World
        let client: ClientID
        /// Unix seconds at the start.
        private let start: Double
        private var shown: Tree?

        init(_ kind: DelayedFeed) throws {
            self.kind = kind
            world = World(HubConfiguration(stations: [kind.station(delay: .seconds(10))]))
            start = world.now.wall.seconds
            client = world.connect()
            try world.call(
                "subscribe", #"{"view":"nowPlaying","minInterval":0}"#, as: client)
            connect()
        }

        func connect() {
            world.open()
            for greeting in kind.greetings { world.hear(greeting) }
        }

        /// The station tells of a song that began so many seconds after the start.
        func tell(
            _ title: String, key: Int = 1, began: Double, isPlaying: Bool = true,
            show: String = "Nattradio"
        ) {
            let now = world.now.wall.seconds
            let song = DelayedFeed.Song(
                title: title, key: key, startedAt: start + began,
                elapsed: now - start - began, isPlaying: isPlaying, show: show)
            world.hear(kind.message(song))
        }

        /// Returns the document that is shown at this number of seconds after the start.
        mutating func shown(at seconds: Double) throws -> Tree {
            world.run(until: .at(seconds))
            shown = try world.updates(client).last?.document ?? shown
            return try #require(shown)
        }

        mutating func title(at seconds: Double) throws -> String? {
            try shown(at: seconds)["track"]?["title"]?.string
        }

        mutating func state(at seconds: Double) throws -> String? {
            try shown(at: seconds)["playback"]?["state"]?.string
        }

        /// Seconds into the song that are shown at this time.
        mutating func position(at seconds: Double) throws -> Double? {
            let playback = try shown(at: seconds)["playback"]
            guard let elapsed = playback?["elapsed"]?.number,
                let asOf = playback?["asOf"]?.number, let rate = playback?["rate"]?.number
            else { return nil }
            return max(0, elapsed + rate * (start + seconds - asOf)).rounded()
        }
    }

    @Test(arguments: DelayedFeed.all)
    func `the first state is shown at once, what follows when it is heard`(
        kind: DelayedFeed
    ) throws {
        var listening = try Listening(kind)
        listening.tell("A", key: 1, began: -60)
        let title1 = try listening.title(at: 0)
        expect(title1, is: "A")
        listening.world.run(until: .at(5))
        listening.tell("B", key: 2, began: 5)
        let title2 = try listening.title(at: 14.999)
        expect(title2, is: "A")
        let title3 = try listening.title(at: 15)
        expect(title3, is: "B")
    }

    @Test(arguments: DelayedFeed.all(with: .positions))
    func `positions are those of the audio, never before the beginning`(
        kind: DelayedFeed
    ) throws {
        var listening = try Listening(kind)
        listening.tell("A", key: 1, began: -4)
        let position4 = try listening.position(at: 0)
        expect(position4, is: 0)
        let position5 = try listening.position(at: 6)
        expect(position5, is: 0)
        let position6 = try listening.position(at: 9)
        expect(position6, is: 3)
        listening.world.run(until: .at(20))
        listening.tell("B", key: 2, began: 18)
        let position7 = try listening.position(at: 30)
        expect(position7, is: 2)
        let position8 = try listening.position(at: 40)
        expect(position8, is: 12)
    }

    @Test(arguments: DelayedFeed.all)
    func `a slip that is corrected is never shown, and the song not later`(
        kind: DelayedFeed
    ) throws {
        var listening = try Listening(kind)
        listening.tell("A", key: 1, began: -60)
        listening.world.run(until: .at(5))
        listening.tell("Bee", key: 2, began: 5)
        listening.world.run(until: .at(7))
        listening.tell("B", key: 2, began: 5)
        let title9 = try listening.title(at: 14.999)
        expect(title9, is: "A")
        let title10 = try listening.title(at: 15)
        expect(title10, is: "B")
    }

    @Test(arguments: DelayedFeed.all(with: .identity))
    func `a song that has a name of its own can be corrected until it is heard`(
        kind: DelayedFeed
    ) throws {
        var listening = try Listening(kind)
        listening.tell("A", key: 1, began: -60)
        listening.world.run(until: .at(5))
        listening.tell("Bee", key: 2, began: 5)
        listening.world.run(until: .at(14))
        listening.tell("B", key: 2, began: 5)
        let title11 = try listening.title(at: 14.999)
        expect(title11, is: "A")
        let title12 = try listening.title(at: 15)
        expect(title12, is: "B")
    }

    @Test(arguments: DelayedFeed.all)
    func `a loss in between keeps nothing from being heard, and repeats nothing`(
        kind: DelayedFeed
    ) throws {
        var listening = try Listening(kind)
        listening.tell("A", key: 1, began: -60)
        listening.world.run(until: .at(5))
        listening.tell("B", key: 2, began: 5)
        listening.world.run(until: .at(6))
        listening.world.lose()
        listening.world.run(until: .at(8))
        listening.connect()
        listening.tell("B", key: 2, began: 5)
        let title13 = try listening.title(at: 14.999)
        expect(title13, is: "A")
        let title14 = try listening.title(at: 15)
        expect(title14, is: "B")
        #expect(try listening.world.updates(listening.client).isEmpty)
        _ = try listening.shown(at: 60)
        let title15 = try listening.title(at: 60)
        expect(title15, is: "B")
    }

    @Test(arguments: DelayedFeed.all)
    func `what was told before a loss is heard during it`(kind: DelayedFeed) throws {
        var listening = try Listening(kind)
        listening.tell("A", key: 1, began: -60)
        listening.world.run(until: .at(5))
        listening.tell("B", key: 2, began: 5)
        listening.world.lose()
        let shown = try listening.shown(at: 15)
        expect(shown["track"]?["title"]?.string, is: "B")
        expect(shown["connection"]?["state"]?.string, is: "stale")
    }

    @Test(arguments: DelayedFeed.all(with: .pauses))
    func `a pause is heard as late as it is long`(kind: DelayedFeed) throws {
        var listening = try Listening(kind)
        listening.tell("A", key: 1, began: -60)
        listening.world.run(until: .at(5))
        listening.tell("A", key: 1, began: -60, isPlaying: false)
        listening.world.run(until: .at(8))
        listening.tell("A", key: 1, began: -57)
        let state16 = try listening.state(at: 14.999)
        expect(state16, is: "playing")
        let state17 = try listening.state(at: 15)
        expect(state17, is: "paused")
        let position18 = try listening.position(at: 15)
        expect(position18, is: 65)
        let state19 = try listening.state(at: 17.999)
        expect(state19, is: "paused")
        let state20 = try listening.state(at: 18)
        expect(state20, is: "playing")
        let position21 = try listening.position(at: 20)
        expect(position21, is: 67)
    }

    @Test(arguments: DelayedFeed.all(with: .pauses))
    func `a song that is paused before it is heard begins when it began`(
        kind: DelayedFeed
    ) throws {
        var listening = try Listening(kind)
        listening.tell("A", key: 1, began: -60)
        listening.world.run(until: .at(5))
        listening.tell("B", key: 2, began: 5)
        listening.world.run(until: .at(9))
        listening.tell("B", key: 2, began: 5, isPlaying: false)
        let state22 = try listening.state(at: 15)
        expect(state22, is: "playing")
        let title23 = try listening.title(at: 15)
        expect(title23, is: "B")
        let state24 = try listening.state(at: 19)
        expect(state24, is: "paused")
        let position25 = try listening.position(at: 30)
        expect(position25, is: 4)
    }

    @Test(arguments: DelayedFeed.all(with: .pauses))
    func `a jump is heard where it is in the audio`(kind: DelayedFeed) throws {
        var listening = try Listening(kind)
        listening.tell("A", key: 1, began: -60)
        listening.world.run(until: .at(5))
        listening.tell("B", key: 2, began: 5)
        listening.world.run(until: .at(11))
        listening.tell("B", key: 2, began: -100)
        let position26 = try listening.position(at: 15)
        expect(position26, is: 0)
        let position27 = try listening.position(at: 20)
        expect(position27, is: 5)
        let position28 = try listening.position(at: 21)
        expect(position28, is: 111)
    }

    @Test(arguments: DelayedFeed.all(with: .programmes))
    func `a show begins when it is heard`(kind: DelayedFeed) throws {
        var listening = try Listening(kind)
        listening.tell("A", key: 1, began: -60)
        listening.world.run(until: .at(5))
        listening.tell("B", key: 2, began: 5, show: "Morgen")
        let before = try listening.shown(at: 14.999)
        expect(before["programme"]?["title"]?.string, is: "Nattradio")
        let after = try listening.shown(at: 15)
        expect(after["programme"]?["title"]?.string, is: "Morgen")
    }
}

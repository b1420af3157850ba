import Expectations
import NowPlaying
import TestSupport
import Testing
import Views

@testable import FanOut
@testable import Hub
@testable import Stations

/// The documents of cars and other clients: their options, and requests that make no sense.
struct CarTests {
    private let world: World
    private let car: Follower

    init() throws {
        var stations = (0..<6).map { StationConfiguration.program("s\($0)") }
        for place in stations.indices {
            stations[place].location = Location(latitude: 48, longitude: Double(place))
        }
        world = .programs(stations)
        car = Follower(world)
    }

    private func points(_ document: Tree?) -> [String?] {
        document?.part("nearby")?["pointsOfInterest"]?.elements.map { $0["id"]?.string } ?? []
    }

    @Test func `moving the map brings the nearest, and keeps all else that was asked for`() throws {
        let number = try car.follow(
            "carPlay",
            #""options":{"category":"charging","locale":"de","limits":{"pointsOfInterest":2},"region":{"latitude":48,"longitude":5}}"#
        )
        let document = try #require(try car.latest()["carPlay"])
        expect(points(document), is: ["nearby/s5", "nearby/s4"])
        let title = document.part("stations")?["title"]
        expect(title?.string, is: "Sender")
        try car.ask(
            "configure",
            #"{"subscription":\#(number),"options":{"region":{"latitude":48,"longitude":0}}}"#)
        let moved = try #require(try car.latest()["carPlay"])
        expect(points(moved), is: ["nearby/s0", "nearby/s1"])
        expect(moved.part("stations")?["title"], is: title)
    }

    @Test func `a lock screen says what surrounds it, for the logo`() throws {
        var station = StationConfiguration.program("one")
        station.logo = .init(light: "https://a.example/l", dark: "https://a.example/d")
        let phone = Follower(.programs([station]))
        func logo() throws -> String? {
            try phone.latest().lockScreen?["MPMediaItemPropertyArtwork"]?["url"]?.string
        }
        try phone.command("select", #""station":"one""#)
        let number = try phone.follow("lockScreen")
        try expect(logo(), is: "https://a.example/l")
        try phone.ask("configure", #"{"subscription":\#(number),"options":{"style":"dark"}}"#)
        try expect(logo(), is: "https://a.example/d")
    }

    @Test func `the same options again send nothing`() throws {
        let number = try car.follow("carPlay", #""options":{"style":"light"}"#)
        _ = try car.records()
        try car.ask("configure", #"{"subscription":\#(number),"options":{"style":"light"}}"#)
        #expect(try car.records().isEmpty)
    }

    @Test func `limits and language can be changed, and no interval delays that`() throws {
        let number = try car.follow("carPlay", #""minInterval":60"#)
        _ = try car.records()
        try car.ask(
            "configure",
            #"{"subscription":\#(number),"options":{"locale":"de","limits":{"listItems":3}}}"#)
        let document = try #require(try car.latest()["carPlay"])
        let list = document.part("stations")
        let rows = list?["sections"]?.elements.first?["items"]?.elements
        expect(rows?.count, is: 3)
        expect(rows?.last?["text"]?.string, is: "Weitere Sender")
    }

    @Test func `two cars with other options are given their own documents`() throws {
        let german = Follower(world)
        try car.follow("carPlay")
        try german.follow("carPlay", #""options":{"locale":"de"}"#)
        #expect(
            try car.latest()["carPlay"]?.part("stations")?["title"]
                != german.latest()["carPlay"]?.part("stations")?["title"])
    }

    @Test func `bars move every half minute, of all rows in one update`() throws {
        for station in ["s0", "s1"] {
            world.say(ProgramReport("Long", at: 0, for: 600), from: station)
        }
        try car.follow("carPlay")
        _ = try car.records()
        world.run(for: .seconds(65))
        let records = try car.records()
        expect(records.count, is: 2)
        for record in records {
            expect(record["rows"]?.names, is: ["stations/s0", "stations/s1"])
        }
    }

    @Test func `a bar that moves makes a document of another revision`() throws {
        world.say(ProgramReport("Long", at: 0, for: 600), from: "s0")
        try car.follow("carPlay")
        world.run(to: 200)
        let revisions = try car.records().compactMap { $0["revision"]?.int }
        #expect(revisions.count > 3)
        expect(Set(revisions).count, is: revisions.count)
    }

    @Test func `a bar is not forgotten where something else happens at the same time`() throws {
        world.say(ProgramReport("Long", at: 0, for: 600), from: "s0")
        try car.follow("carPlay")
        try car.command("select", #""station":"s1""#)
        _ = try car.records()
        // A clock that is set by less than a step counts for makes events come before alarms.
        world.stepWallClock(by: .milliseconds(700))
        world.advance(to: .at(29.5))
        world.say(ProgramReport("Song of s1", at: 0), from: "s1")
        world.run(to: 31)
        let fresh = Follower(world)
        try fresh.follow("carPlay")
        let expected = try fresh.latest()["carPlay"]?.part("stations/s0")?["playbackProgress"]
        let shown = try car.records().compactMap {
            $0["rows"]?["stations/s0"]?["playbackProgress"]
        }
        expect(shown.last, is: expected)
        #expect(expected != nil)
    }

    @Test func `no document is made of a station without a subscription`() throws {
        try car.follow("carPlay", #""options":{"limits":{"listItems":2,"templateDepth":1}}"#)
        _ = try car.records()
        let suppressed = world.hub.fanOut.counters.suppressedDocuments
        world.say(ProgramReport("Unheard", at: 5), from: "s4")
        expect(world.hub.fanOut.counters.suppressedDocuments, is: suppressed)
        // Nor of what no row shows.
        var report = ProgramReport("Song of s0", at: 0)
        report.next = "Soon"
        report.listeners = 7
        world.say(report, from: "s0")
        expect(world.hub.fanOut.counters.suppressedDocuments, is: suppressed)
        #expect(try car.records().isEmpty)
    }

    // MARK: Refusals

    @Test func `options that make no sense are refused by their names`() throws {
        for (view, rest, subject) in [
            ("carPlay", #""options":{"speed":1}"#, "speed"),
            ("carPlay", #""options":{"category":"rocket"}"#, "category"),
            ("carPlay", #""options":{"style":"blue"}"#, "style"),
            ("carPlay", #""options":{"limits":{"tabs":-1}}"#, "tabs"),
            ("carPlay", #""options":{"limits":{"wheels":4}}"#, "wheels"),
            ("carPlay", #""options":{"region":{"latitude":91,"longitude":0}}"#, "latitude"),
            ("carPlay", #""options":{"region":{"latitude":1}}"#, "longitude"),
            ("carPlay", #""stations":["s0"]"#, "stations"), ("carPlay", #""history":3"#, "history"),
            ("lockScreen", #""patch":true"#, "patch"),
            ("lockScreen", #""options":{"category":"audio"}"#, "options"),
            ("line", #""options":{"style":"dark"}"#, "options"),
            ("line", #""session":"main","stations":["s0"]"#, "session"),
        ] {
            for method in ["subscribe", "get"] where !(method == "get" && subject == "patch") {
                let refusal = try car.refusal(method, #"{"view":"\#(view)",\#(rest)}"#)
                expect(refusal.code, is: -32602, "\(method) \(rest)")
                expect(refusal.subject, is: subject, "\(method) \(rest)")
            }
        }
    }

    @Test func `get gives the present document, and knows sessions that there are`() throws {
        try car.command("select", #""station":"s1""#)
        for view in ["lockScreen", "carPlay", "line", "nowPlaying"] {
            let answer = try car.ask("get", #"{"view":"\#(view)","session":"main"}"#)
            let record = try #require(answer["records"]?.elements.first)
            expect(record["session"]?.string, is: "main")
            #expect(record[view] != nil)
        }
        let refusal = try car.refusal("get", #"{"view":"lockScreen","session":"attic"}"#)
        expect(refusal.code, is: -32002)
        expect(refusal.subject, is: "attic")
    }
}

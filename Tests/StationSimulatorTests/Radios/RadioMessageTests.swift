import JSON
import NowPlaying
import Testing

@testable import StationSimulator

/// What the messages of each protocol look like, to the letter.
struct RadioMessageTests {
    /// A farm at a time at which the station is what is wanted, and what is on air then.
    private func farm(
        _ feed: SimulatedFeed, of station: SimulatedStation = .steady,
        when isWanted: (Broadcast) -> Bool = { _ in true }
    ) throws -> (farm: VirtualFarm, broadcast: Broadcast) {
        var farm = VirtualFarm(stations: [station], feed: feed)
        for _ in 0..<3_000 {
            let broadcast = Playout(station: station).broadcast(at: farm.now.wall)
            if isWanted(broadcast) { return (farm, broadcast) }
            farm.run(for: .seconds(1))
        }
        throw Absent()
    }

    private struct Absent: Error {}

    private func messages(
        _ farm: inout VirtualFarm, _ feed: SimulatedFeed, of station: SimulatedStation = .steady
    ) -> [String] {
        PoliteListener(feed, of: station).open(in: &farm)
        return farm.takeMessages(of: .car)
    }

    @Test func `Radiolise tells the title as it stands in the stream`() throws {
        var (farm, broadcast) = try farm(.radiolise)
        let text = try #require(broadcast.current?.track.text)
        #expect(
            messages(&farm, .radiolise)
                == [#"{"action":"setTitle","data":{"title":"\#(text)"}}"#])
        // The same address again brings the title again, another one replaces it.
        farm.send(#"{"action":"subscribe","data":{"url":"https://x.example/"}}"#, from: .car)
        farm.send("{}", from: .car)
        farm.send(#"{"action":"unsubscribe"}"#, from: .car)
        farm.run(for: .seconds(60))
        #expect(
            farm.takeMessages(of: .car) == [
                #"{"action":"reportError","data":{"type":"serverUnreachable"}}"#,
                #"{"action":"reportError","data":{"type":"malformedPayload"}}"#,
            ])
    }

    @Test func `streamABC tells seconds and milliseconds, and the channel where nothing plays`()
        throws
    {
        var (farm, broadcast) = try farm(.streamABC)
        let item = try #require(broadcast.current)
        try withJSON(try #require(messages(&farm, .streamABC).first)) {
            #expect($0["type"]?.string == "now")
            #expect($0["artist"]?.string == item.track.artist)
            #expect($0["song"]?.string == item.track.title)
            #expect($0["start_timestamp"]?.int == Int(item.startsAt.wholeSeconds))
            #expect($0["duration"]?.int == Int(item.length.wholeSeconds) * 1_000)
            #expect($0["start"]?.string?.hasPrefix("15.01.2027 0") == true)
            #expect($0.value(at: "/images/large/url")?.string?.hasPrefix("https://") == true)
        }
        var (offline, _) = try self.farm(.streamABC, of: .shaky) { !$0.isOnline }
        try withJSON(try #require(messages(&offline, .streamABC, of: .shaky).first)) {
            #expect($0["artist"]?.string == "Shaky")
            #expect($0["song"]?.string == "")
            #expect($0["duration"]?.int == 0)
        }
    }

    @Test func `Global Player begins with an empty song, and keeps the show without one`() throws {
        var (farm, broadcast) = try farm(.globalPlayer, of: .shaky) { $0.isOnline }
        let first = messages(&farm, .globalPlayer, of: .shaky)
        try withJSON(first[0]) {
            #expect($0.value(at: "/now_playing/title")?.isNull == true)
            #expect($0["type"]?.string == "station")
        }
        try withJSON(first[1]) {
            let title = $0.value(at: "/now_playing/title")?.string
            #expect(title == broadcast.current?.track.title)
            #expect($0.value(at: "/current_show/start")?.string == "2027-01-15T08:00:00.000Z")
            #expect($0.value(at: "/current_show/finish")?.string == "2027-01-15T09:00:00.000Z")
        }
        while Playout(station: .shaky).broadcast(at: farm.now.wall).isOnline {
            farm.run(for: .seconds(1))
        }
        farm.run(for: .seconds(1))
        try withJSON(try #require(farm.takeMessages(of: .car).last)) {
            #expect($0["now_playing"]?.isNull == true)
            #expect($0.value(at: "/current_show/name")?.string == "Shaky Non-Stop")
        }
    }

    @Test func `Qmusic's plays are JSON in a string in JSON in a string in SockJS`() throws {
        var (farm, broadcast) = try farm(.qmusic)
        let item = try #require(broadcast.current)
        let frames = messages(&farm, .qmusic)
        #expect(frames.first == "o")
        #expect(frames.count == 2)
        try withJSON(String(try #require(frames.last).dropFirst())) { frame in
            #expect(frame.elements.map { _ in 1 }.count == 1)
            let outer = try #require(frame.value(at: "/0")?.string)
            let inner = try withJSON(outer) {
                #expect($0["action"]?.string == "data")
                return try #require($0["data"]?.string)
            }
            try withJSON(inner) {
                #expect($0["station"]?.string == "steady")
                #expect($0["entity"]?.string == "plays")
                #expect($0.value(at: "/data/title")?.string == item.track.title)
                #expect($0.value(at: "/data/artist/name")?.string == item.track.artist)
                #expect(
                    $0.value(at: "/data/played_at")?.string
                        == CivilTime(item.startsAt, offsetHours: 1).iso)
                #expect($0.value(at: "/data/thumbnail")?.string?.hasPrefix("/") == true)
                #expect($0.value(at: "/data/next/title")?.string == broadcast.next.track.title)
            }
        }
    }

    @Test func `Qmusic tells as many plays as are asked for, the oldest first`() throws {
        var (farm, broadcast) = try farm(.qmusic)
        farm.connect(.car, to: .steady)
        farm.send(PoliteListener.join("steady", backlog: 3), from: .car)
        let frames = farm.takeMessages(of: .car).dropFirst()
        let items = broadcast.history.prefix(2).reversed() + [try #require(broadcast.current)]
        #expect(frames.count == 3)
        for (frame, item) in zip(frames, items) { #expect(frame.contains(item.track.title)) }
        farm.send(PoliteListener.join("nowhere"), from: .car)
        #expect(farm.takeSights(of: .car).isEmpty)
    }

    @Test(arguments: ["broken", "{}", "[1]"])
    func `SockJS breaks off on what is no message`(frame: String) {
        var farm = VirtualFarm(feed: .qmusic)
        farm.connect(.car, to: .steady)
        farm.send("", from: .car)
        #expect(farm.takeSights(of: .car) == [.message("o")])
        farm.send(frame, from: .car)
        #expect(farm.takeSights(of: .car) == [.cut])
    }

    @Test(arguments: [
        "/api/001/session", "/api/001/session/xhr", "/api//session/websocket",
        "/api/001/a/b/websocket", "/api/0.1/session/websocket", "/other/001/session/websocket",
    ])
    func `an address that is no SockJS session is cut off`(path: String) {
        var farm = VirtualFarm(feed: .qmusic)
        farm.connect(.car, path: path)
        #expect(farm.takeSights(of: .car) == [.cut])
    }

    @Test func `LISTEN.moe says hello, then when the song ends`() throws {
        var (farm, broadcast) = try farm(.listenMoe)
        let item = try #require(broadcast.current)
        let first = messages(&farm, .listenMoe)
        #expect(first.count == 2)
        try withJSON(first[0]) {
            #expect($0["op"]?.int == 0)
            #expect($0.value(at: "/d/heartbeat")?.int == 35_000)
        }
        farm.send(#"{"op":2}"#, from: .car)
        let again = try #require(farm.takeMessages(of: .car).first)
        for (message, type) in [(first[1], "TRACK_UPDATE"), (again, "TRACK_UPDATE_REQUEST")] {
            try withJSON(message) {
                let seconds = Int64(try #require($0.value(at: "/d/song/duration")?.int))
                let end = CivilTime(item.startsAt + .seconds(seconds)).isoWithMilliseconds
                #expect($0["t"]?.string == type)
                #expect($0.value(at: "/d/startTime")?.string == end)
                #expect($0.value(at: "/d/song/title")?.string == item.track.title)
                #expect($0.value(at: "/d/song/artists/0/name")?.string == item.track.artist)
                #expect($0.value(at: "/d/lastPlayed/1/title") != nil)
                #expect($0.value(at: "/d/event")?.isNull == true)
            }
        }
    }

    @Test func `LISTEN.moe announces an event, and then tells of it with each song`() throws {
        var (farm, broadcast) = try farm(.listenMoe, of: .live) { $0.show == nil }
        var listener = PoliteListener(.listenMoe, of: .live)
        listener.open(in: &farm)
        var told = ""
        while broadcast.show == nil {
            told = listener.live(for: 1, in: &farm).map { "\($0.sight)" }.joined()
            broadcast = Playout(station: .live).broadcast(at: farm.now.wall)
        }
        told += listener.live(for: 2, in: &farm).map { "\($0.sight)" }.joined()
        let streamer = try #require(broadcast.show?.streamer)
        #expect(told.contains("NOTIFICATION") && told.contains("TRACK_UPDATE"))
        #expect(told.contains(streamer))
    }

    @Test func `Plaza opens Engine.IO, waits for the client, and tells where the song stood`()
        throws
    {
        var (farm, broadcast) = try farm(.plaza)
        let item = try #require(broadcast.current)
        farm.connect(.car, to: .steady)
        let open = try #require(farm.takeMessages(of: .car).first)
        #expect(open.first == "0")
        try withJSON(String(open.dropFirst())) {
            #expect($0["pingInterval"]?.int == 25_000)
            #expect($0["pingTimeout"]?.int == 20_000)
        }
        farm.run(for: .seconds(5))
        #expect(farm.takeSights(of: .car).isEmpty)
        farm.send("40", from: .car)
        let messages = farm.takeMessages(of: .car)
        #expect(messages[0].hasPrefix(#"40{"sid":""#))
        #expect(messages[1].hasPrefix(#"42["status",{"song":{"id":"#))
        #expect(messages[2].hasPrefix(#"42["listeners","#))
        #expect(messages[3] == #"42["reactions",0]"#)
        try withJSON(String(messages[1].dropFirst(2))) {
            let updated = try #require($0.value(at: "/1/updated_at")?.int)
            let position = try #require($0.value(at: "/1/position")?.double)
            let start = Double(updated) - position
            #expect($0.value(at: "/1/song/length") != nil)
            #expect(abs(start - Double(item.startsAt.milliseconds) / 1_000) < 20)
        }
    }

    @Test(arguments: ["", "EIO=3&transport=websocket", "EIO=4&transport=polling"])
    func `Engine.IO of another kind is cut off`(query: String) {
        var farm = VirtualFarm(feed: .plaza)
        farm.connect(.car, path: "/ws/", query: query)
        #expect(farm.takeSights(of: .car) == [.cut])
    }

    @Test func `who never connects to Socket.IO is dropped, and who speaks before too`() {
        var farm = VirtualFarm(feed: .plaza)
        farm.connect(.car, to: .steady)
        farm.run(for: .seconds(45))
        #expect(farm.takeSights(of: .car).last == .cut)
        farm.connect(.car, to: .steady)
        farm.send("42[\"hello\"]", from: .car)
        #expect(farm.takeSights(of: .car).last == .cut)
    }

    @Test func `Gensokyo tells seconds as numbers and as strings, and empty texts`() throws {
        var kinds: Set<Bool> = []
        for _ in 0..<2 {
            let wanted = !kinds.contains(true)
            var (farm, broadcast) = try farm(.gensokyo) {
                (($0.current?.number ?? 0) % 2 == 0) == wanted
            }
            let first = messages(&farm, .gensokyo)
            #expect(first[0] == #"{"message":"welcome","id":1001}"#)
            try withJSON(first[1]) {
                kinds.insert($0["duration"]?.isString == false)
                let length = broadcast.current?.length.wholeSeconds
                #expect($0["duration"]?.lenientInt.map { Int64($0) } == length)
                #expect($0["title"]?.string == broadcast.current?.track.title)
            }
        }
        #expect(kinds.count == 2)
        var (offline, _) = try farm(.gensokyo, of: .shaky) { !$0.isOnline }
        try withJSON(messages(&offline, .gensokyo, of: .shaky)[1]) {
            for name in ["title", "artist", "albumart", "duration", "played"] {
                #expect($0[named: name]?.string == "")
            }
        }
    }

    @Test func `Rainwave tells nothing before it is asked, and asks who is there`() throws {
        var farm = VirtualFarm(feed: .rainwave)
        farm.connect(.car, to: .steady)
        farm.send(#"{"action":"check_sched_current_id","sched_id":1}"#, from: .car)
        farm.send(#"{"action":"auth","user_id":"1","key":"x"}"#, from: .car)
        farm.send(#"{"action":"auth","user_id":1}"#, from: .car)
        #expect(
            farm.takeMessages(of: .car).map { $0.prefix(30) } == [
                #"{"wserror":{"tl_key":"auth_req"#, #"{"wserror":{"tl_key":"invalid_"#,
                #"{"wserror":{"tl_key":"missing_"#,
            ])
        let auth = #"{"action":"auth","user_id":1,"key":"\#(RainwaveSession.key)"}"#
        farm.send(auth, from: .car)
        #expect(farm.takeSights(of: .car) == [.message(#"{"wsok":true}"#)])
        farm.send(#"{"action":"check_sched_current_id","sched_id":0}"#, from: .car)
        #expect(farm.takeMessages(of: .car).first?.contains("missing_argument") == true)
        farm.connect(.kitchen, to: .steady)
        farm.send(#"{"action":"auth","user_id":1,"key":"wrong"}"#, from: .kitchen)
        #expect(farm.takeSights(of: .kitchen).last == .closed(1_000))
    }

    @Test func `Rainwave's songs begin when they did, not when they were planned`() throws {
        var (farm, broadcast) = try farm(.rainwave)
        let item = try #require(broadcast.current)
        let messages = messages(&farm, .rainwave)
        #expect(messages.last == #"{"outdated_data_warning":{"outdated":true}}"#)
        try withJSON(messages[1]) {
            let current = try #require($0["sched_current"])
            let start = Int(item.startsAt.wholeSeconds)
            #expect(current["start_actual"]?.int == start)
            #expect(current["start"]?.int != start)
            #expect(current.value(at: "/songs/0/title")?.string == item.track.title)
            #expect(current.value(at: "/songs/0/albums/0/art")?.string?.hasPrefix("/art/") == true)
            #expect($0.value(at: "/api_info/time")?.int == Int(farm.now.wall.wholeSeconds))
            #expect($0.value(at: "/sched_next/0/songs/0/title") != nil)
            #expect($0.value(at: "/sched_history/4/songs/0/title") != nil)
        }
        farm.send(
            #"{"action":"check_sched_current_id","sched_id":\#(item.number)}"#, from: .car)
        #expect(farm.takeSights(of: .car).isEmpty)
    }

    @Test func `Rainwave throttles the fifth message within three seconds`() {
        var farm = VirtualFarm(feed: .rainwave)
        PoliteListener(.rainwave).open(in: &farm)
        _ = farm.takeSights(of: .car)
        for _ in 0..<3 { farm.send(#"{"action":"ping"}"#, from: .car) }
        #expect(farm.takeMessages(of: .car).allSatisfy { $0.contains("pong") })
        farm.send(#"{"action":"ping"}"#, from: .car)
        #expect(farm.takeMessages(of: .car).first?.contains("wsthrottle") == true)
    }

    @Test func `Rainwave says that it is offline`() throws {
        var (farm, _) = try farm(.rainwave, of: .shaky) { !$0.isOnline }
        #expect(messages(&farm, .rainwave, of: .shaky)[1].contains("station_offline"))
    }

    @Test func `dates are right across leap days and years`() {
        func iso(_ seconds: Int64) -> String {
            CivilTime(Timestamp(milliseconds: seconds * 1_000)).iso
        }
        #expect(iso(0) == "1970-01-01T00:00:00Z")
        #expect(iso(951_782_399) == "2000-02-28T23:59:59Z")
        #expect(iso(951_868_800) == "2000-03-01T00:00:00Z")
        #expect(iso(1_709_164_800) == "2024-02-29T00:00:00Z")
        #expect(iso(1_735_689_599) == "2024-12-31T23:59:59Z")
        let late = Timestamp(milliseconds: 1_735_687_800_250)
        #expect(CivilTime(late, offsetHours: 1).german == "01.01.2025 00:30:00")
        #expect(CivilTime(late, offsetHours: 1).iso == "2025-01-01T00:30:00+01:00")
        #expect(CivilTime(late).isoWithMilliseconds == "2024-12-31T23:30:00.250Z")
    }
}

import Expectations
import JSON
import NowPlaying
import Testing

@testable import Simulator

struct CentrifugoTests {
    private static let channel = "station:steady"

    /// Epoch and offset of the newest publication, as a client with `recover` learns them.
    private func position(in farm: inout VirtualFarm) throws -> (epoch: String, offset: Int) {
        farm.subscribe(.kitchen, to: Self.channel, settings: #"{"recover":true}"#)
        return try withJSON(try #require(farm.takeMessages(of: .kitchen).first)) {
            let found = try #require($0.value(at: "/connect/subs/station:steady"))
            let epoch = try #require(found["epoch"]?.readable)
            return (epoch, try #require(found.value(at: "/publications/0/offset")?.int))
        }
    }

    @Test func `the connect frame says who, what and when`() throws {
        var farm = VirtualFarm()
        farm.subscribe(.car, to: Self.channel, settings: #"{"recover":true}"#)
        let messages = farm.takeMessages(of: .car)
        expect(messages.count, is: 1)
        try withJSON(try #require(messages.first)) {
            let connect = try #require($0["connect"])
            expect(connect["client"]?.readable?.count, is: 36)
            expect(connect["session"]?.readable?.count, is: 36)
            #expect(connect["client"]?.readable != connect["session"]?.readable)
            expect(connect["version"]?.readable, is: "0.0.0")
            expect(connect["ping"]?.int, is: 25)
            #expect(connect["pong"] == nil)
            expect(connect["time"]?.int, is: 1_800_000_000_000)
            let found = try #require(connect.value(at: "/subs/station:steady"))
            expect(found["recoverable"]?.bool, is: true)
            expect(found["positioned"]?.bool, is: true)
            expect(found["recovered"]?.bool, is: true)
            expect(found["was_recovering"]?.bool, is: true)
            expect(found["epoch"]?.readable, is: "1800000000")
            #expect(found["offset"] == nil)
            expect(found.value(at: "/publications/0/offset")?.int, is: 1)
            expect(
                found.value(at: "/publications/0/data/np/station/shortcode")?.readable,
                is: "steady")
            expect(found.value(at: "/publications/0/data/current_time")?.int, is: 1_800_000_000)
            expect(found.value(at: "/publications/0/data/triggers")?.isArray, is: true)
        }
    }

    @Test func `without recover there is an offset and no publication`() throws {
        var farm = VirtualFarm()
        farm.subscribe(.car, to: Self.channel)
        try withJSON(try #require(farm.takeMessages(of: .car).first)) {
            let found = try #require($0.value(at: "/connect/subs/station:steady"))
            expect(found["offset"]?.int, is: 1)
            #expect(found["publications"] == nil)
            #expect(found["recovered"] == nil)
            #expect(found["was_recovering"] == nil)
        }
    }

    @Test(
        arguments: [
            // epoch is the present one, offset against the present one → publication, offset
            (true, 0, false, true),
            (true, -1, true, true),
            (false, 0, true, true),
        ] as [(Bool, Int, Bool, Bool)])
    func `recovery sends the newest publication to clients for which it is news`(
        isSameEpoch: Bool, distance: Int, hasPublication: Bool, isRecovered: Bool
    ) throws {
        var farm = VirtualFarm()
        farm.run(for: .seconds(40))
        let newest = try position(in: &farm)
        let epoch = isSameEpoch ? newest.epoch : "older"
        let offset = newest.offset + distance
        farm.subscribe(
            .car, to: Self.channel,
            settings: #"{"recover":true,"offset":\#(offset),"epoch":"\#(epoch)"}"#)
        try withJSON(try #require(farm.takeMessages(of: .car).first)) {
            let found = try #require($0.value(at: "/connect/subs/station:steady"))
            expect(found["publications"] != nil, is: hasPublication)
            expect(found["recovered"]?.bool == true, is: isRecovered)
            expect(found["offset"]?.int, is: offset)
            expect(found["was_recovering"]?.bool, is: true)
        }
    }

    @Test func `what was published 30 s ago is no longer cached`() throws {
        var channel = CentrifugoChannel(epoch: "e")
        let start = Instant(milliseconds: 0)
        _ = channel.publish([], at: start)
        let fresh = CentrifugoConnectCommand.Subscription(channel: "c", isRecovering: true)
        var holder = fresh
        (holder.offset, holder.epoch) = (1, "e")
        #expect(channel.subscribe(fresh, at: start + .milliseconds(29_999)).publication != nil)

        let late = start + .seconds(30)
        expect(channel.subscribe(fresh, at: late).publication, is: nil)
        #expect(!channel.subscribe(fresh, at: late).isRecovered)
        expect(channel.subscribe(fresh, at: late).offset, is: 1)
        #expect(channel.subscribe(holder, at: late).isRecovered)
        expect(channel.subscribe(holder, at: late).publication, is: nil)
    }

    @Test(arguments: ["station:1", "station:staedy", "station:"])
    func `a name that no station has is an ordinary, silent subscription`(name: String) throws {
        var farm = VirtualFarm(rate: 1)
        farm.subscribe(.car, to: name, settings: #"{"recover":true}"#)
        try withJSON(try #require(farm.takeMessages(of: .car).first)) {
            let found = try #require($0.value(at: "/connect/subs/\(name)"))
            expect(found["epoch"]?.isString, is: true)
            #expect(found["publications"] == nil)
            #expect(found["recovered"] == nil)
            expect(found["was_recovering"]?.bool, is: true)
        }
        farm.run(for: .seconds(60))
        expect(farm.takeSights(of: .car), is: [.message("{}"), .message("{}")])
    }

    @Test(
        arguments: [
            "", "hello", "[]", "null", "{\"subs\":[]}", "{\"subs\":{\"station:steady\":true}}",
            "{\"subs\":{\"station:steady\":{\"offset\":\"1\"}}}",
            "{\"subs\":{\"station:steady\":{\"offset\":-1}}}",
            "{\"subs\":{\"station:steady\":{\"recover\":1}}}",
            "{\"subs\":{\"station:steady\":{\"epoch\":5}}}",
            "{\"subs\":{\"global:time\":{}}}", "{\"subs\":{\"station:steady\":{},\"steady\":{}}}",
            "{\"subs\":{\"station:steady\":{}}",
        ])
    func `what is not a connect request, or asks for an unknown namespace, ends with 3501`(
        message: String
    ) {
        var farm = VirtualFarm()
        farm.connect(.car)
        farm.send(message, from: .car)
        let push = #"{"disconnect":{"code":3501,"reason":"bad request"}}"#
        expect(farm.takeSights(of: .car), is: [.message(push), .closed(3501)])
    }

    @Test(arguments: ["{}", "{\"subs\":null}", "{\"subs\":{}}", "{\"token\":\"x\"}"])
    func `a request without subscriptions is a connection without`(message: String) throws {
        var farm = VirtualFarm(rate: 1)
        farm.connect(.car)
        farm.send(message, from: .car)
        try withJSON(try #require(farm.takeMessages(of: .car).first)) {
            #expect($0["connect"]?["subs"] == nil)
            #expect($0["connect"]?["client"] != nil)
        }
        farm.run(for: .seconds(20))
        #expect(farm.takeSights(of: .car).isEmpty)
    }

    @Test(arguments: [
        "{\"subs\":{\"station:steady\":null}}",
        "{\"subs\":{\"station:steady\":{\"recover\":null,\"offset\":null,\"epoch\":null}}}",
    ])
    func `null is as good as nothing`(message: String) {
        var farm = VirtualFarm()
        farm.connect(.car)
        farm.send(message, from: .car)
        expect(farm.takeMessages(of: .car).first?.contains("station:steady"), is: true)
    }

    @Test func `the request may come in the query, and a first message is then ignored`() {
        var farm = VirtualFarm()
        let query = "x=1&cf_connect=%7B%22subs%22%3A%7B%22station%3asteady%22:%7b%7D%7d%7D"
        farm.connect(.car, query: query)
        expect(farm.takeMessages(of: .car).first?.contains("station:steady"), is: true)
        farm.send("garbage", from: .car)
        #expect(farm.takeSights(of: .car).isEmpty)
    }

    @Test(arguments: ["cf_connect=", "cf_connect=%7B", "cf_connect=%", "cf_connect=%zz%7"])
    func `a malformed query ends with 3501`(query: String) {
        var farm = VirtualFarm()
        farm.connect(.car, query: query)
        expect(farm.takeSights(of: .car).last, is: .closed(3501))
    }

    @Test func `another path leads nowhere`() {
        var farm = VirtualFarm()
        farm.connect(.car, path: "/api/live/nowplaying")
        expect(farm.takeSights(of: .car), is: [.cut])
    }

    @Test func `what a client says later is thrown away`() {
        var farm = VirtualFarm(stations: [.steady, .live], rate: 1)
        farm.subscribe(.car, to: Self.channel)
        _ = farm.takeSights(of: .car)
        farm.send(#"{"subs":{"station:live":{}}}"#, from: .car)
        farm.send("nonsense", from: .car)
        farm.run(for: .seconds(10))
        let publications = farm.takePublications(of: .car)
        #expect(!publications.isEmpty)
        #expect(publications.allSatisfy { $0.contains(#""channel":"station:steady""#) })
    }

    @Test(arguments: [(128, false), (129, true)])
    func `a connection carries 128 channels and no more`(count: Int, isRefused: Bool) {
        var farm = VirtualFarm()
        farm.connect(.car)
        let channels = (0..<count).map { "\"station:s\($0)\":{}" }.joined(separator: ",")
        farm.send("{\"subs\":{\(channels)}}", from: .car)
        expect(farm.takeSights(of: .car).last == .closed(3505), is: isRefused)
    }

    @Test func `who never asks for anything is stale after 25 s`() {
        var farm = VirtualFarm()
        farm.connect(.car)
        farm.run(for: .milliseconds(24_999))
        #expect(farm.takeSights(of: .car).isEmpty)
        farm.run(for: .milliseconds(1))
        expect(farm.takeSights(of: .car).last, is: .closed(3502))
    }

    @Test func `pings come every 25 s from the connection on`() {
        var farm = VirtualFarm()
        farm.subscribe(.car, to: "station:nowhere")
        _ = farm.takeSights(of: .car)
        for _ in 0..<4 {
            farm.run(for: .milliseconds(24_999))
            #expect(farm.takeSights(of: .car).isEmpty)
            farm.run(for: .milliseconds(1))
            expect(farm.takeSights(of: .car), is: [.message("{}")])
        }
        expect(farm.pings[.car], is: 4)
    }
}

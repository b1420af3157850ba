import Expectations
import Feeds
import NowPlaying
import Testing

struct AzuraCastConnectingTests {
    @Test func `the first frame names every station`() {
        var conversation = Conversation(shortcodes: ["a", "b\"c", "a"])
        let frame = #"{"subs":{"station:a":{"recover":true},"station:b\"c":{"recover":true}}}"#
        expect(conversation.open(), is: [.send(frame)])
    }

    @Test func `the reply gives clock, heartbeat and the cached states`() throws {
        var conversation = Conversation(shortcodes: ["other", "nordlicht"])
        _ = conversation.open()
        let publication = Fixture.publication(Fixture.nowPlaying(), offset: 12)
        let other = Fixture.subscription(channel: "station:other", recovered: true)
        let reply = Fixture.connect(
            other + "," + Fixture.subscription(epoch: "e", publication))
        let actions = conversation.receive(reply)
        let clock = ServerClock(
            time: Timestamp(milliseconds: 1_734_714_247_565), resolution: .milliseconds(1))
        expect(
            actions.prefix(3),
            is: [
                .serverClock(clock), .expectHeartbeat(every: .seconds(25)), .accepted,
            ])
        expect(actions.count, is: 4)
        expect(actions.stations, is: [1])
        expect(actions.reports.first?.track?.title, is: "First Light")
    }

    @Test func `a reply without any of it is accepted all the same`() {
        var conversation = Conversation()
        _ = conversation.open()
        expect(conversation.receive(#"{"connect":{}}"#).first, is: .accepted)
        expect(
            conversation.receive(#"{"connect":{"subs":7,"ping":"x","time":null,"data":{}}}"#),
            is: [.accepted])
    }

    @Test func `what was read is named when asking again`() {
        var conversation = Conversation()
        _ = conversation.open()
        let publication = Fixture.publication(Fixture.nowPlaying(), offset: 12)
        _ = conversation.receive(Fixture.connect(Fixture.subscription(epoch: "e", publication)))
        _ = conversation.receive(Fixture.push(offset: 13))
        let frame =
            #"{"subs":{"station:nordlicht":{"recover":true,"offset":13,"epoch":"e"}}}"#
        expect(conversation.open(), is: [.send(frame)])
    }

    @Test func `nothing newer than what was read means that it still holds`() throws {
        var conversation = Conversation()
        _ = conversation.open()
        let publication = Fixture.publication(Fixture.nowPlaying(), offset: 12)
        _ = conversation.receive(Fixture.connect(Fixture.subscription(epoch: "e", publication)))
        _ = conversation.open()
        let reply = Fixture.connect(Fixture.subscription(epoch: "e", recovered: true))
        let report = try #require(conversation.receive(reply).reports.first)
        expect(report.track?.title, is: "First Light")
        expect(
            report.track?.positions, is: [.startedAt(Timestamp(milliseconds: 1_734_713_887_000))])
    }

    @Test func `a numeric epoch is one`() {
        var conversation = Conversation()
        _ = conversation.open()
        let publication = Fixture.publication(Fixture.nowPlaying(), offset: 3)
        _ = conversation.receive(
            Fixture.connect(
                #""station:nordlicht":{"epoch":1732311254,"publications":[\#(publication)]}"#))
        let frame =
            #"{"subs":{"station:nordlicht":{"recover":true,"offset":3,"epoch":"1732311254"}}}"#
        expect(conversation.open(), is: [.send(frame)])
    }

    @Test(arguments: [
        (3001, FeedDisconnect.Retry.backoff), (3012, .backoff), (3499, .backoff), (4000, .backoff),
        (4499, .backoff), (3500, .terminal), (3501, .terminal), (3999, .terminal),
        (4500, .terminal), (4999, .terminal), (3505, .backoffWithFewerStations), (0, .backoff),
    ])
    func `the code of a disconnect says when to come back`(
        code: Int, retry: FeedDisconnect.Retry
    ) {
        var conversation = Conversation.connected()
        let actions = conversation.receive(#"{"disconnect":{"code":\#(code),"reason":"why"}}"#)
        expect(actions.disconnects.map(\.code), is: [code])
        expect(actions.disconnects.map(\.reason), is: ["why"])
        expect(actions.disconnects.map(\.retry), is: [retry])
    }

    @Test(arguments: [
        (#"{"code":100,"message":"internal server error"}"#, FeedDisconnect.Retry.backoff),
        (#"{"code":109,"message":"x","temporary":true}"#, .backoff),
        (#"{"code":106,"message":"limit"}"#, .backoffWithFewerStations),
        (#"{"code":103,"message":"denied"}"#, .terminal), ("{}", .terminal),
    ])
    func `an error of the bidirectional protocol ends the connection`(
        error: String, retry: FeedDisconnect.Retry
    ) {
        var conversation = Conversation()
        _ = conversation.open()
        let ends = conversation.receive(#"{"id": 1, "error": \#(error)}"#).disconnects
        expect(ends.map(\.retry), is: [retry])
    }

    @Test func `a ping needs no answer unless the server asked for one`() {
        var conversation = Conversation.connected()
        #expect(conversation.receive("{}").isEmpty)
        _ = conversation.open()
        _ = conversation.receive(#"{"connect":{"pong":true}}"#)
        expect(conversation.receive("{}"), is: [.send("{}")])
        _ = conversation.open()
        #expect(conversation.receive("{}").isEmpty)
    }

    @Test func `an unsubscribe that asks for another subscription ends the connection`() {
        var conversation = Conversation.connected(shortcodes: ["nordlicht", "b"])
        let text =
            #"{"channel":"station:nordlicht","unsubscribe":{"code":2500,"reason":"state"}}"#
        let end = FeedDisconnect(code: 2_500, reason: "state", retry: .backoff)
        expect(conversation.receive(text), is: [.disconnect(end)])
    }

    @Test func `one of several stations taken away is asked for again after five minutes`() {
        var conversation = Conversation.connected(shortcodes: ["nordlicht", "b"])
        let text = #"{"channel":"station:nordlicht","unsubscribe":{"code":2000,"reason":"no"}}"#
        expect(conversation.receive(text).rejections, is: ["unsubscribed"])
        expect(conversation.deadline, is: Instant(milliseconds: 300_000))
        conversation.now.monotonic = Instant(milliseconds: 299_999)
        #expect(conversation.wake().isEmpty)
        conversation.now.monotonic = Instant(milliseconds: 300_000)
        expect(conversation.wake().disconnects.map(\.retry), is: [.backoff])
        expect(conversation.deadline, is: nil)
    }

    @Test func `stations that are all taken away are asked for again after five minutes`() {
        var conversation = Conversation.connected(shortcodes: ["nordlicht", "b"])
        func text(_ shortcode: String) -> String {
            #"{"channel":"station:\#(shortcode)","unsubscribe":{"code":2000,"reason":"no"}}"#
        }
        _ = conversation.receive(text("b"))
        let actions = conversation.receive(text("nordlicht"))
        expect(actions.rejections, is: ["unsubscribed"])
        expect(actions.refusals, is: ["0 the server took `station:nordlicht` away (2000 no)"])
        #expect(actions.disconnects.isEmpty)
        expect(conversation.deadline, is: Instant(milliseconds: 300_000))
        _ = conversation.open()
        expect(conversation.deadline, is: nil)
    }

    @Test func `a station that the server leaves out of its answer is told so at once`() {
        var conversation = Conversation(shortcodes: ["nordlicht", "früh"])
        _ = conversation.open()
        let publication = Fixture.publication(Fixture.nowPlaying(), offset: 12)
        let reply = Fixture.connect(Fixture.subscription(epoch: "e", publication))
        let actions = conversation.receive(reply)
        expect(actions.stations, is: [0])
        let reason =
            "1 the server leaves `station:früh` out of its answer: it accepts no such name"
        expect(actions.refusals, is: [reason])
        expect(conversation.deadline, is: nil)
    }

    @Test func `a station that is pushed though it was left out is not asked for again`() {
        var conversation = Conversation()
        _ = conversation.open()
        _ = conversation.receive(#"{"connect":{}}"#)
        expect(conversation.deadline, is: Instant(milliseconds: 300_000))
        expect(conversation.receive(Fixture.push(offset: 1)).stations, is: [0])
        expect(conversation.deadline, is: nil)
    }
}

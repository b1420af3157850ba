import Expectations
import Feeds
import NowPlaying
import Testing

struct AzuraCastPushTests {
    @Test func `a push goes to its station, after the server's clock`() {
        var conversation = Conversation.connected(shortcodes: ["a", "nordlicht", "nordlicht"])
        let actions = conversation.receive(Fixture.push(offset: 1))
        let clock = ServerClock(
            time: Timestamp(milliseconds: 1_734_714_245_000), resolution: .seconds(1))
        expect(actions.first, is: .serverClock(clock))
        expect(actions.stations, is: [1, 2])
    }

    @Test func `the server's clock is not learnt from cached messages`() {
        var conversation = Conversation()
        _ = conversation.open()
        let publication = Fixture.publication(Fixture.nowPlaying())
        let actions = conversation.receive(
            #"{"connect":{"subs":{\#(Fixture.subscription(publication))}}}"#)
        expect(actions.count, is: 2)
        expect(actions.first, is: .accepted)
        expect(actions.reports.count, is: 1)
    }

    @Test func `the wrapped push of the bidirectional protocol is read too`() {
        var conversation = Conversation.connected()
        expect(conversation.receive(#"{"push":\#(Fixture.push())}"#).reports.count, is: 1)
    }

    @Test func `messages joined by newlines are read one by one, blank lines skipped`() {
        var conversation = Conversation.connected()
        let text = "{}\n\(Fixture.push(offset: 1))\n\n \r\n\(Fixture.push(offset: 2))\n{}\n"
        let actions = conversation.receive(text)
        expect(actions.reports.count, is: 2)
        #expect(actions.rejections.isEmpty)
        #expect(conversation.receive("\n\n").isEmpty)
    }

    @Test func `a message that is spread over lines is one message`() {
        var conversation = Conversation.connected()
        let spread = Fixture.push().split(separator: ",").joined(separator: ",\n  ")
        expect(conversation.receive(spread).reports.count, is: 1)
    }

    @Test func `a bad line does not spoil the others`() {
        var conversation = Conversation.connected()
        let actions = conversation.receive("\(Fixture.push())\ngarbage\n\(Fixture.push())")
        expect(actions.reports.count, is: 2)
        expect(actions.rejections, is: ["notJSON"])
    }

    @Test func `a frame of countless messages has an end`() {
        var conversation = Conversation.connected()
        let actions = conversation.receive(String(repeating: "x\n", count: 100_000))
        expect(actions.count, is: 1_025)
        expect(actions.rejections.last, is: "tooManyMessages")
    }

    @Test func `a publication is read once in an epoch`() {
        var conversation = Conversation()
        _ = conversation.open()
        let at = { Fixture.publication(Fixture.nowPlaying(), offset: $0) }
        _ = conversation.receive(Fixture.connect(Fixture.subscription(epoch: "e", at(5))))
        expect(conversation.receive(Fixture.push(offset: 5)).rejections, is: ["duplicate"])
        expect(conversation.receive(Fixture.push(offset: 4)).rejections, is: ["duplicate"])
        expect(conversation.receive(Fixture.push(offset: 6)).reports.count, is: 1)
        _ = conversation.open()
        let older = Fixture.connect(Fixture.subscription(epoch: "e", at(5)))
        expect(conversation.receive(older).rejections, is: ["duplicate"])
        let same = Fixture.connect(Fixture.subscription(epoch: "e", at(6)))
        expect(conversation.receive(same).reports.count, is: 1)
        let restarted = Fixture.connect(Fixture.subscription(epoch: "f", at(1)))
        expect(conversation.receive(restarted).reports.count, is: 1)
        expect(conversation.receive(Fixture.push(offset: 2)).reports.count, is: 1)
    }

    @Test func `publications without offsets are all read`() {
        var conversation = Conversation.connected()
        for _ in 0..<3 { expect(conversation.receive(Fixture.push()).reports.count, is: 1) }
    }

    @Test(arguments: [
        ("", []), ("x", ["notJSON"]), ("[1]", ["unexpectedShape"]), ("7", ["unexpectedShape"]),
        ("null", ["unexpectedShape"]), (#"{"foo":1}"#, ["unexpectedShape"]),
        (#"{"channel":"station:nordlicht"}"#, ["unexpectedShape"]),
        (#"{"channel":"station:nordlicht","pub":7}"#, ["unexpectedShape"]),
        (#"{"channel":"station:nordlicht","pub":{}}"#, ["unexpectedShape"]),
        (#"{"channel":"station:nordlicht","pub":{"data":[]}}"#, ["unexpectedShape"]),
        (#"{"channel":"station:nordlicht","pub":{"data":{"np":[]}}}"#, ["unexpectedShape"]),
        (#"{"channel":"station:nordlicht","pub":{"data":{"np":{}}}}"#, ["unexpectedShape"]),
        (#"{"channel":7,"pub":{}}"#, ["unexpectedShape"]),
        (#"{"channel":"station:x","pub":{"data":{}}}"#, ["unknownChannel"]),
        (#"{"channel":"global:time","pub":{"data":{"time":1}}}"#, ["unknownChannel"]),
        (#"{"channel":"station:nordlicht","join":{"info":{}}}"#, []),
        (#"{"channel":"station:nordlicht","leave":{"info":{}}}"#, []),
        (#"{"channel":"station:nordlicht","subscribe":{}}"#, []),
        (#"{"message":{"data":1}}"#, []), (#"{"refresh":{}}"#, []),
    ])
    func `what is not a publication is passed over or rejected`(
        text: String, codes: [String]
    ) {
        var conversation = Conversation.connected()
        let actions = conversation.receive(text)
        expect(actions.rejections, is: codes)
        expect(actions.count, is: codes.count)
    }

    @Test(arguments: ["now_playing", "now_playing/song"])
    func `a damaged publication does not pass for silence`(path: String) {
        var conversation = Conversation.connected()
        let damaged = ["[]", "7", "\"x\"", "true"].map { value in
            path == "now_playing"
                ? Fixture.nowPlaying(current: value)
                : Fixture.nowPlaying(
                    current: Fixture.current.replacing(Fixture.song, with: value))
        }
        for text in damaged {
            expect(conversation.receive(Fixture.push(text)).rejections, is: ["unexpectedShape"])
        }
    }

    @Test func `the first states of early 2024 come in the reply's own data`() {
        var conversation = Conversation()
        _ = conversation.open()
        let text =
            #"{"connect":{"client":"c","data":[\#(Fixture.push()),7],"subs":{},"ping":25}}"#
        let actions = conversation.receive(text)
        expect(actions.reports.count, is: 1)
        expect(actions.rejections, is: ["unexpectedShape"])
    }

    @Test func `the pushes of 2023 carry np alone`() {
        var conversation = Conversation.connected()
        let text =
            #"{"channel":"station:nordlicht","pub":{"data":{"np":\#(Fixture.nowPlaying())}}}"#
        let actions = conversation.receive(text)
        expect(actions.count, is: 1)
        expect(actions.reports.first?.track?.artist, is: "Aurora")
    }

    @Test(arguments: [
        "wss://nordlicht.example/api/live/nowplaying/nordlicht",
        "ws://nordlicht.example:8080/api/live/nowplaying/nordlicht/?x=/websocket",
    ])
    func `before 2023 a connection of its own gives the bare object`(url: String) {
        var conversation = Conversation(url: url)
        #expect(conversation.open().isEmpty)
        let first = conversation.receive(Fixture.nowPlaying())
        expect(first.first, is: .accepted)
        expect(first.reports.count, is: 1)
        let second = conversation.receive(Fixture.nowPlaying())
        expect(second.count, is: 1)
        expect(second.reports.count, is: 1)
        expect(conversation.receive(#"{"time":1}"#).rejections, is: ["unexpectedShape"])
    }

    @Test func `a bare object among several stations belongs to none`() {
        var conversation = Conversation.connected(shortcodes: ["a", "b"])
        expect(conversation.receive(Fixture.nowPlaying()).rejections, is: ["unexpectedShape"])
    }
}

import Expectations
import NowPlaying
import Testing

@testable import Feeds

/// The events that a mapping makes of a conversation.
struct MappedMachineTests {
    @Test func `messages are opened with, as JSON or as they are`() throws {
        var talk = try MappedTalk(
            #"""
            {"values":{"token":"a\"b","user":1},"track":{"title":"/t"},
             "open":["hello {station}",{"action":"auth","user":"{user}","key":"{token}","n":null},
                     "{ \"id\": \"{station}\", \"list\": [1, true, \"x{user}\"] }"]}
            """#)
        expect(
            talk.open(),
            is: [
                "send hello one", #"send {"action":"auth","user":1,"key":"a\"b","n":null}"#,
                #"send {"id":"one","list":[1,true,"x1"]}"#,
            ])
    }

    @Test func `a text that is not JSON is taken apart`() throws {
        var talk = try MappedTalk(
            #"""
            {"unwrap":{"pattern":["play {title} / {artist}","play {title}","{line}"]},
             "messages":[{"when":{"/title":{"exists":true}}},
                         {"when":{"/line":["","stop"]},"do":"clear"},
                         {"map":{"track":{"text":"/line"}}}],
             "track":{"title":"/title","artist":"/artist"}}
            """#)
        _ = talk.open()
        let both = try talk.reported("play Say \"so\" / Fjord")
        expect(both.track?.title, is: "Say \"so\"")
        expect(both.track?.artist, is: "Fjord")
        expect(talk.report("play Deep")?.track?.title, is: "Deep")
        expect(talk.report("stop")?.track, is: nil)
        expect(talk.report("Fjord - Deep")?.track?.text, is: "Fjord - Deep")
        expect(talk.report("{\"a\":1}")?.track?.text, is: "{\"a\":1}")
    }

    @Test func `a text that does not look like it stays as it is`() throws {
        var talk = try MappedTalk(
            #"{"unwrap":{"pattern":"now:{title}"},"track":{"title":"/title"}}"#)
        _ = talk.open()
        expect(talk.receive("now:Deep"), is: ["accepted", "report 0 Deep"])
        expect(talk.receive(#"{"title":"Water"}"#), is: ["report 0 Water"])
        expect(talk.receive("then:Deep"), is: ["rejected notJSON"])
        let endless = "now:" + String(repeating: "x", count: 16 << 10)
        expect(talk.receive(endless), is: ["rejected notJSON"])
    }

    @Test(arguments: ["/items", "/items/*", "/keyed", "/one"])
    func `a message may hold several`(each: String) throws {
        var talk = try MappedTalk(#"{"unwrap":{"each":"\#(each)"},"track":{"title":"/t"}}"#)
        _ = talk.open()
        let reports = talk.read(
            #"""
            {"items":[{"t":"A"},{"t":"B"}],"keyed":{"0":{"t":"A"},"1":{"t":"B"}},"one":{"t":"A"}}
            """#
        ).reports
        expect(reports.map(\.track?.title), is: each == "/one" ? ["A"] : ["A", "B"])
    }

    @Test(arguments: ["null", "7", #""x""#, "true"])
    func `a message that holds no list stays as it is`(items: String) throws {
        var talk = try MappedTalk(#"{"unwrap":{"each":"/items"},"track":{"title":"/t"}}"#)
        _ = talk.open()
        expect(talk.report(#"{"items":\#(items),"t":"T"}"#)?.track?.title, is: "T")
        expect(talk.receive(#"{"items":[],"t":"U"}"#), is: [])
    }

    @Test func `rules are tried in turn`() throws {
        var talk = try MappedTalk(
            #"""
            {"track":{"title":"/t"},"messages":[
              {"text":["ping",""],"do":"ignore"},
              {"when":{"/op":0},"do":"hello"},
              {"when":{"/op":1,"/t":["A","B"]}},
              {"when":{"/op":{"above":10,"below":20}},"do":"clear"},
              {"when":{"/op":{"not":[2,3],"exists":true}},"do":"ignore"},
              {"when":{"/s":{"startsWith":"off"}},"do":"offline"},
              {"when":{"/s":{"contains":"on"}},"do":"online"},
              {"when":{"/e":{"exists":true}},"do":"error","reason":"/e/m"},
              {"when":{"/x":1},"do":"terminal","reason":"/why"},
              {"when":{"/x":2},"do":"reconnect"}]}
            """#)
        _ = talk.open()
        expect(talk.receive("ping"), is: [])
        expect(talk.receive(#"{"op":0}"#), is: ["accepted"])
        expect(talk.receive(#"{"op":1,"t":"A"}"#), is: ["report 0 A"])
        expect(talk.receive(#"{"op":1,"t":"C"}"#), is: [])
        expect(talk.receive(#"{"op":15}"#), is: ["report 0 nothing"])
        expect(talk.receive(#"{"op":2}"#), is: ["rejected unmapped"])
        expect(talk.read(#"{"s":"offline"}"#).reports.first?.online, is: false)
        expect(talk.read(#"{"s":"it is on"}"#).reports.first?.online, is: true)
        let error = FeedRejection(code: "serverError", detail: "the server says: bad")
        expect(talk.read(#"{"e":{"m":"bad"}}"#), is: [.rejected(error)])
        let end = FeedDisconnect(code: 0, reason: "full", retry: .terminal)
        expect(talk.read(#"{"x":1,"why":"full"}"#), is: [.disconnect(end)])
        expect(talk.receive(#"{"x":2}"#), is: ["disconnect 0 backoff"])
        expect(talk.receive("nonsense"), is: ["rejected notJSON"])
    }

    @Test func `a rule can have its own place and its own map`() throws {
        var talk = try MappedTalk(
            #"""
            {"track":{"title":"/t"},"messages":[
              {"when":{"/k":1},"at":"/d"},
              {"when":{"/k":2},"map":{"programme":{"title":"/p"}}}]}
            """#)
        _ = talk.open()
        expect(talk.receive(#"{"k":1,"d":{"t":"T"}}"#), is: ["accepted", "report 0 T"])
        expect(talk.receive(#"{"k":1}"#), is: ["rejected unmapped"])
        expect(talk.report(#"{"k":2,"p":"P","t":"T"}"#)?.programme?.title, is: "P")
    }

    @Test func `an answer repeats what was asked, with its type`() throws {
        var talk = try MappedTalk(
            #"""
            {"track":{"title":"/t"},"messages":[
              {"when":{"/m":"welcome"},"do":"hello","pick":{"id":"/id","key":["/no","/key"]},
               "send":{"subscribe":"{station}","as":"{key}"}},
              {"when":{"/m":"ping"},"do":"ignore","send":["pong {id}",{"m":"pong","id":"{id}"}]},
              {"when":{"/m":"echo"},"do":"ignore","send":{"back":"{/what}"}}]}
            """#)
        _ = talk.open()
        expect(talk.receive(#"{"m":"ping"}"#), is: ["rejected unfilled", "rejected unfilled"])
        expect(
            talk.receive(#"{"m":"welcome","id":7,"key":"k"}"#),
            is: [#"send {"subscribe":"one","as":"k"}"#, "accepted"])
        expect(talk.receive(#"{"m":"ping"}"#), is: ["send pong 7", #"send {"m":"pong","id":7}"#])
        expect(
            talk.receive(#"{"m":"echo","what":{"a":["b"]}}"#), is: [#"send {"back":{"a":["b"]}}"#])
        expect(talk.receive(#"{"m":"echo"}"#), is: ["rejected unfilled"])
        let long = String(repeating: "x", count: 5_000)
        expect(talk.receive(#"{"m":"echo","what":"\#(long)"}"#), is: ["rejected unfilled"])
        _ = talk.open()
        expect(talk.receive(#"{"m":"ping"}"#), is: ["rejected unfilled", "rejected unfilled"])
    }

    @Test func `a heartbeat goes out as often as is asked for`() throws {
        var talk = try MappedTalk(
            #"""
            {"track":{"title":"/t"},"staleAfter":"90s","messages":[{"when":{"/op":0},"do":"hello"}],
             "keepAlive":[{"send":"beat","every":20},
                          {"send":{"op":9},"every":{"at":"/d/heartbeat","unit":"ms"}}]}
            """#)
        expect(talk.open(), is: ["heartbeat 90s"])
        expect(talk.wait, is: 20)
        expect(talk.wake(after: 20), is: ["send beat"])
        _ = talk.receive(#"{"op":0,"d":{"heartbeat":5000}}"#)
        expect(talk.wait, is: 5)
        expect(talk.wake(after: 5), is: [#"send {"op":9}"#])
        expect(talk.wake(after: 4), is: [])
        expect(talk.wake(after: 1), is: [#"send {"op":9}"#])
        expect(talk.open(), is: ["heartbeat 90s"])
        expect(talk.wait, is: 20)
    }

    @Test func `a message may wait whether a state comes by itself`() throws {
        let settings = #"{"track":{"title":"/t"},"open":["a",{"send":{"op":2},"after":3}]}"#
        var talk = try MappedTalk(settings)
        expect(talk.open(), is: ["send a"])
        expect(talk.wait, is: 3)
        expect(talk.wake(after: 3), is: [#"send {"op":2}"#])
        expect(talk.wait, is: nil)
        _ = talk.open()
        _ = talk.receive(#"{"t":"T"}"#)
        expect(talk.wait, is: nil)
        expect(talk.wake(after: 3), is: [])
    }

    @Test func `what is wrapped is unwrapped, step by step`() throws {
        var talk = try MappedTalk(
            #"{"unwrap":[{"prefix":"msg,11,"},"/data",{"each":"/items"}],"track":{"title":"/t"}}"#)
        _ = talk.open()
        expect(
            talk.receive(#"msg,11,{"data":"{\"items\":[{\"t\":\"A\"},{\"t\":\"B\"}]}"}"#),
            is: ["accepted", "report 0 A", "report 0 B"])
        expect(talk.receive(#"{"data":{"t":"C"}}"#), is: ["report 0 C"])
        expect(talk.receive(#"{"t":"D"}"#), is: ["report 0 D"])
        expect(talk.receive(#"msg,11,{"data":"{"}"#), is: ["rejected notJSON"])
        expect(talk.receive(#"msg,12,{}"#), is: ["rejected notJSON"])
        let many = Array(repeating: #"{"t":"A"}"#, count: 1_100).joined(separator: ",")
        expect(talk.receive(#"{"data":{"items":[\#(many)]}}"#).count, is: 1_024)
    }

    @Test func `an empty state counts only if none with a track follows`() throws {
        var talk = try MappedTalk(#"{"emptyAfter":1,"track":{"title":"/t"}}"#)
        _ = talk.open()
        expect(talk.receive(#"{"t":null}"#), is: ["accepted"])
        expect(talk.wait, is: 1)
        expect(talk.receive(#"{"t":"A"}"#), is: ["report 0 A"])
        expect(talk.receive(#"{"t":null}"#), is: [])
        expect(talk.wait, is: 1)
        expect(talk.receive(#"{"t":"B"}"#), is: ["report 0 B"])
        expect(talk.wait, is: nil)
        _ = talk.receive(#"{"t":null}"#)
        talk.pass(0.5)
        expect(talk.receive(#"{"t":null}"#), is: [])
        expect(talk.wake(after: 0.5), is: ["report 0 nothing"])
        expect(talk.wait, is: nil)
    }

    @Test func `close codes mean what the config says, else what the layer says`() throws {
        let talk = try MappedTalk(
            #"""
            {"layer":{"pusher":{"channel":"c"}},"track":{"title":"/t"},
             "close":{"terminal":["4200-4210",1008],"fewer":4009,"retry":[4001]}}
            """#)
        expect(talk.disconnect(4205)?.retry, is: .terminal)
        expect(talk.disconnect(1008)?.retry, is: .terminal)
        expect(talk.disconnect(4009)?.retry, is: .backoffWithFewerStations)
        expect(talk.disconnect(4001)?.retry, is: .backoff)
        expect(talk.disconnect(4002)?.retry, is: .terminal)
        expect(talk.disconnect(1006), is: nil)
    }
}

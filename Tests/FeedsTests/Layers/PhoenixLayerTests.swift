import Expectations
import Testing

@testable import Feeds

struct PhoenixLayerTests {
    private func reply(_ number: Int, _ status: String = "ok", topic: String = "room:x") -> String {
        #"["\#(number)","\#(number)","\#(topic)","phx_reply",{"status":"\#(status)","response":{}}]"#
    }

    private func joined() -> LayerTalk {
        .opened(PhoenixLayer(.two, topics: ["room:x"]), reply(1))
    }

    @Test func `a topic is joined, and with that it is ready`() {
        var talk = LayerTalk(PhoenixLayer(.two, topics: ["room:x"], payload: #"{"t":1}"#))
        expect(talk.open(), is: ["heartbeat 30s", #"send ["1","1","room:x","phx_join",{"t":1}]"#])
        expect(talk.receive(reply(1)), is: ["accepted", "ready"])
    }

    @Test func `version 1 writes objects and reads them`() {
        var talk = LayerTalk(PhoenixLayer(.one, topics: ["r"]))
        expect(
            talk.open(),
            is: [
                "heartbeat 30s",
                #"send {"topic":"r","event":"phx_join","payload":{},"ref":"1"}"#,
            ])
        expect(
            talk.receive(
                #"{"topic":"r","event":"phx_reply","payload":{"status":"ok"},"ref":"1"}"#),
            is: ["accepted", "ready"])
        expect(
            talk.receive(#"{"topic":"r","event":"track","payload":{"a":1},"ref":null}"#),
            is: [#"message track@r {"a":1}"#])
    }

    @Test func `it is ready with the first of several topics`() {
        var talk = LayerTalk.opened(PhoenixLayer(.two, topics: ["a", "b"]))
        expect(talk.receive(reply(2, topic: "b")), is: ["accepted", "ready"])
        expect(talk.receive(reply(1, topic: "a")), is: ["accepted"])
    }

    @Test func `an event is a message of its topic`() {
        var talk = joined()
        expect(
            talk.receive(#"["1",null,"room:x","track",{"title":"A"}]"#),
            is: [#"message track@room:x {"title":"A"}"#])
        expect(talk.receive(#"["1",null,"room:y","track",{}]"#), is: ["rejected unknownChannel"])
    }

    @Test func `a heartbeat goes out every 30 s`() {
        var talk = joined()
        expect(talk.wait, is: 30)
        expect(talk.wake(after: 29), is: [])
        expect(talk.wake(after: 1), is: [#"send [null,"2","phoenix","heartbeat",{}]"#])
        expect(talk.receive(reply(2, topic: "phoenix")), is: [])
        expect(talk.wait, is: 30)
    }

    @Test func `a request is answered by its name`() {
        var talk = joined()
        expect(talk.send("{}", event: "state"), is: [#"send ["1","2","room:x","state",{}]"#])
        expect(talk.receive(reply(2)), is: ["message state@room:x {}"])
        expect(talk.receive(reply(2)), is: [])
        _ = talk.send("{}", event: "state")
        expect(talk.receive(reply(3, "error")), is: ["rejected requestFailed"])
    }

    @Test(arguments: ["phx_error", "phx_close"])
    func `a topic that ends is joined again, later each time`(event: String) {
        var talk = joined()
        expect(talk.receive(#"["1",null,"room:x","\#(event)",{}]"#), is: ["rejected unsubscribed"])
        expect(talk.wait, is: 1)
        expect(talk.wake(after: 1), is: [#"send ["2","2","room:x","phx_join",{}]"#])
        expect(
            talk.receive(reply(2, "error")), is: ["rejected requestFailed", "unconfirmed @room:x"])
        expect(talk.wait, is: 2)
        expect(talk.wake(after: 2), is: [#"send ["3","3","room:x","phx_join",{}]"#])
        expect(talk.receive(reply(3)), is: ["accepted", "sent again @room:x"])
    }

    @Test func `the end of a join that was given up means nothing`() {
        var talk = joined()
        expect(talk.receive(#"["0",null,"room:x","phx_close",{}]"#), is: [])
        expect(talk.wait, is: 30)
    }

    @Test(arguments: [
        ("", "notJSON"), ("[", "notJSON"), ("[]", "unexpectedShape"), ("{}", "unexpectedShape"),
        ("1", "unexpectedShape"), (#"["1","1",1,"a",{}]"#, "unexpectedShape"),
    ])
    func `what is not a message is rejected`(text: String, code: String) {
        var talk = joined()
        expect(talk.receive(text), is: ["rejected \(code)"])
    }
}

import Expectations
import Testing

@testable import Feeds

struct LayeredFeedTests {
    @Test func `what is below wraps what is above, both ways`() {
        var talk = LayerTalk(LayeredFeed(PlainLayer(), over: [SockJSLayer(), JSONRPCLayer()]))
        expect(talk.open(), is: [])
        expect(talk.receive("o"), is: ["accepted", "ready"])
        expect(
            talk.send("", event: "m"),
            is: [#"send ["{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\"}"]"#])
        expect(talk.receive(#"a["{\"id\":1,\"result\":2}"]"#), is: ["message m 2"])
        expect(talk.receive(#"a["{"]"#), is: ["rejected notJSON"])
    }

    @Test func `an answer of an upper layer goes through the lower one`() {
        var talk = LayerTalk.opened(
            LayeredFeed(PlainLayer(), over: [SockJSLayer(), PusherLayer(channels: [])]), "o")
        expect(
            talk.receive(#"a["{\"event\":\"pusher:ping\"}"]"#),
            is: [#"send ["{\"event\":\"pusher:pong\",\"data\":{}}"]"#])
    }

    @Test func `the earliest timer and the upper layer's codes count`() {
        var talk = LayerTalk.opened(
            LayeredFeed(
                PlainLayer(), over: [PhoenixLayer(.two, topics: ["a"]), PusherLayer(channels: [])]))
        expect(talk.wait, is: 30)
        expect(talk.disconnect(4001)?.retry, is: .terminal)
        expect(talk.wake(after: 30), is: [#"send [null,"2","phoenix","heartbeat",{}]"#])
    }

    @Test func `no layer is a plain one`() {
        var talk = LayerTalk(LayeredFeed(PlainLayer(), over: []))
        expect(talk.open(), is: ["ready"])
        expect(talk.receive("x"), is: ["message x"])
    }
}

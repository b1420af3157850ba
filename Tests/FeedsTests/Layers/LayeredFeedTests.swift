import Testing

@testable import Feeds

struct LayeredFeedTests {
    @Test func `what is below wraps what is above, both ways`() {
        var talk = LayerTalk(LayeredFeed(PlainLayer(), over: [SockJSLayer(), JSONRPCLayer()]))
        #expect(talk.open() == [])
        #expect(talk.receive("o") == ["accepted", "ready"])
        #expect(
            talk.send("", event: "m")
                == [#"send ["{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\"}"]"#])
        #expect(talk.receive(#"a["{\"id\":1,\"result\":2}"]"#) == ["message m 2"])
        #expect(talk.receive(#"a["{"]"#) == ["rejected notJSON"])
    }

    @Test func `an answer of an upper layer goes through the lower one`() {
        var talk = LayerTalk.opened(
            LayeredFeed(PlainLayer(), over: [SockJSLayer(), PusherLayer(channels: [])]), "o")
        #expect(
            talk.receive(#"a["{\"event\":\"pusher:ping\"}"]"#)
                == [#"send ["{\"event\":\"pusher:pong\",\"data\":{}}"]"#])
    }

    @Test func `the earliest timer and the upper layer's codes count`() {
        var talk = LayerTalk.opened(
            LayeredFeed(
                PlainLayer(), over: [PhoenixLayer(.two, topics: ["a"]), PusherLayer(channels: [])]))
        #expect(talk.wait == 30)
        #expect(talk.disconnect(4001)?.retry == .terminal)
        #expect(talk.wake(after: 30) == [#"send [null,"2","phoenix","heartbeat",{}]"#])
    }

    @Test func `no layer is a plain one`() {
        var talk = LayerTalk(LayeredFeed(PlainLayer(), over: []))
        #expect(talk.open() == ["ready"])
        #expect(talk.receive("x") == ["message x"])
    }
}

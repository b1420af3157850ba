import Expectations
import Testing

@testable import Feeds

struct JSONRPCLayerTests {
    @Test func `a notification is an event of its method's name`() {
        var talk = LayerTalk.opened(JSONRPCLayer())
        expect(
            talk.receive(#"{"jsonrpc":"2.0","method":"Player.OnPlay","params":{"a":1}}"#),
            is: [#"message Player.OnPlay {"a":1}"#])
        expect(talk.receive(#"{"method":"m","id":null}"#), is: ["message m null"])
    }

    @Test func `a reply is an event of the method that was called`() {
        var talk = LayerTalk(JSONRPCLayer())
        expect(talk.open(), is: ["ready"])
        expect(
            talk.send(#"{"playerid":1}"#, event: "Player.GetItem"),
            is: [
                #"send {"jsonrpc":"2.0","id":1,"method":"Player.GetItem","params":{"playerid":1}}"#
            ])
        expect(
            talk.send("", event: "Server.GetStatus"),
            is: [#"send {"jsonrpc":"2.0","id":2,"method":"Server.GetStatus"}"#])
        expect(
            talk.receive(#"{"jsonrpc":"2.0","id":2,"result":{"s":1}}"#),
            is: [#"message Server.GetStatus {"s":1}"#])
        expect(
            talk.receive(#"{"jsonrpc":"2.0","id":"1","result":null}"#),
            is: ["message Player.GetItem null"])
        expect(
            talk.receive(#"{"jsonrpc":"2.0","id":1,"result":null}"#), is: ["rejected unknownReply"])
    }

    @Test func `an error is the end of its request`() {
        var talk = LayerTalk.opened(JSONRPCLayer())
        _ = talk.send("", event: "m")
        expect(
            talk.receive(#"{"id":1,"error":{"code":-32601,"message":"x"}}"#),
            is: ["rejected requestFailed"])
        expect(talk.receive(#"{"id":1,"result":1}"#), is: ["rejected unknownReply"])
        expect(talk.receive(#"{"id":null,"error":{"code":1}}"#), is: ["rejected unknownReply"])
    }

    @Test func `a batch is one after the other`() {
        var talk = LayerTalk.opened(JSONRPCLayer())
        _ = talk.send("", event: "m")
        expect(
            talk.receive(#"[{"id":1,"result":1},{"method":"n","params":2}]"#),
            is: ["message m 1", "message n 2"])
        let told = talk.receive("[" + String(repeating: "1,", count: 2_000) + "1]")
        expect(told.count, is: 1_025)
        expect(told.last, is: "rejected tooManyMessages")
    }

    @Test func `what is not JSON-RPC goes up as it is`() {
        var talk = LayerTalk.opened(JSONRPCLayer())
        expect(
            talk.receive(#"{"event":"track_playback_started","tl_track":{}}"#),
            is: [
                #"message track_playback_started {"event":"track_playback_started","tl_track":{}}"#
            ])
        expect(talk.receive("{}"), is: ["message {}"])
        expect(talk.send("hello", isJSON: false), is: ["send hello"])
    }

    @Test func `a request of the server is refused`() {
        var talk = LayerTalk.opened(JSONRPCLayer())
        expect(
            talk.receive(#"{"id":"a","method":"m"}"#),
            is: [
                #"send {"jsonrpc":"2.0","id":"a","error":{"code":-32601,"message":"Method not found"}}"#
            ])
        expect(talk.receive(#"{"id":{},"method":"m"}"#), is: ["rejected unexpectedShape"])
    }

    @Test func `requests that are not answered are given up`() {
        var talk = LayerTalk.opened(JSONRPCLayer())
        for _ in 0..<65 { _ = talk.send("", event: "m") }
        expect(talk.receive(#"{"id":1,"result":1}"#), is: ["rejected unknownReply"])
        expect(talk.receive(#"{"id":2,"result":1}"#), is: ["message m 1"])
        _ = talk.open()
        expect(talk.receive(#"{"id":3,"result":1}"#), is: ["rejected unknownReply"])
    }

    @Test func `no JSON is rejected`() {
        var talk = LayerTalk.opened(JSONRPCLayer())
        expect(talk.receive("{"), is: ["rejected notJSON"])
    }
}

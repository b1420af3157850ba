import Testing

@testable import Feeds

struct CentrifugoLayerTests {
    private static let hello =
        #"{"id":1,"connect":{"client":"c","ping":25,"pong":true,"time":1734714247565}}"#

    private func connected() -> LayerTalk {
        .opened(CentrifugoLayer(channels: ["radio"]), Self.hello)
    }

    @Test func `it connects, then subscribes, and is ready`() {
        var talk = LayerTalk(CentrifugoLayer(channels: ["radio"], token: "t"))
        #expect(talk.open() == [#"send {"id":1,"connect":{"token":"t"}}"#])
        #expect(
            talk.receive(Self.hello) == [
                "clock 1734714247565", "heartbeat 25s", "accepted",
                #"send {"id":2,"subscribe":{"channel":"radio","recover":true}}"#, "ready",
            ])
    }

    @Test func `a subscription's publications are what was kept for newcomers`() {
        var talk = connected()
        #expect(
            talk.receive(
                #"{"id":2,"subscribe":{"epoch":"e","publications":[{"data":{"t":1},"offset":7}]}}"#)
                == [#"cached @radio {"t":1}"#])
        #expect(
            talk.receive(#"{"push":{"channel":"radio","pub":{"data":2,"offset":7}}}"#)
                == ["rejected duplicate"])
        #expect(
            talk.receive(#"{"push":{"channel":"radio","pub":{"data":2,"offset":8}}}"#)
                == ["message @radio 2"])
    }

    @Test func `a reconnect asks for what is newer`() {
        var talk = connected()
        _ = talk.receive(
            #"{"id":2,"subscribe":{"epoch":"e","publications":[{"data":1,"offset":7}]}}"#)
        #expect(talk.open() == [#"send {"id":3,"connect":{}}"#])
        #expect(
            talk.receive(#"{"id":3,"connect":{}}"#).contains(
                #"send {"id":4,"subscribe":{"channel":"radio","recover":true,"epoch":"e","offset":7}}"#
            ))
    }

    @Test func `pushes come wrapped or not, several to a frame`() {
        var talk = connected()
        #expect(
            talk.receive(
                #"{"push":{"channel":"radio","pub":{"data":1}}}"# + "\n"
                    + #"{"channel":"radio","pub":{"data":2}}"# + "\n")
                == ["message @radio 1", "message @radio 2"])
        #expect(
            talk.receive(#"{"push":{"channel":"other","pub":{"data":1}}}"#)
                == ["rejected unknownChannel"])
    }

    @Test func `a ping is answered where that is asked for`() {
        var talk = connected()
        #expect(talk.receive("{}") == ["send {}"])
        var silent = LayerTalk.opened(
            CentrifugoLayer(channels: ["radio"]), #"{"id":1,"connect":{}}"#)
        #expect(silent.receive("{}") == [])
    }

    @Test func `the unidirectional server is told all at once and nothing after`() {
        var talk = LayerTalk(CentrifugoLayer(channels: ["a", "b"], isUnidirectional: true))
        #expect(talk.open() == [#"send {"subs":{"a":{"recover":true},"b":{"recover":true}}}"#])
        #expect(
            talk.receive(#"{"connect":{"subs":{"a":{"publications":[{"data":1}]}},"ping":25}}"#)
                == ["heartbeat 25s", "accepted", "cached @a 1", "ready"])
        #expect(talk.send("{}", event: "m") == [])
    }

    @Test func `a call is answered by its name`() {
        var talk = connected()
        #expect(
            talk.send("{}", event: "history")
                == [#"send {"id":3,"rpc":{"method":"history","data":{}}}"#])
        #expect(talk.receive(#"{"id":3,"rpc":{"data":[1]}}"#) == ["message history [1]"])
        _ = talk.send("{}", event: "history")
        #expect(talk.receive(#"{"id":4,"error":{"code":108}}"#) == ["rejected requestFailed"])
    }

    @Test(arguments: [
        (
            #"{"id":2,"error":{"code":103,"message":"permission denied"}}"#,
            "disconnect 103 terminal"
        ),
        (#"{"id":2,"error":{"code":100,"message":"internal"}}"#, "disconnect 100 backoff"),
        (#"{"id":2,"nothing":1}"#, "rejected unexpectedShape"),
        (#"{"disconnect":{"code":3501,"reason":"bad"}}"#, "disconnect 3501 terminal"),
        (#"{"push":{"disconnect":{"code":3001}}}"#, "disconnect 3001 backoff"),
        (
            #"{"push":{"channel":"radio","unsubscribe":{"code":2500}}}"#,
            #"send {"id":3,"subscribe":{"channel":"radio","recover":true}}"#
        ),
        (#"{"push":{"channel":"x","unsubscribe":{"code":2500}}}"#, "rejected unknownChannel"),
        (#"{"what":1}"#, "rejected unexpectedShape"), ("[]", "rejected unexpectedShape"),
        ("{", "rejected notJSON"),
    ])
    func `what goes wrong is told`(text: String, told: String) {
        var talk = connected()
        #expect(talk.receive(text) == [told])
    }

    @Test func `the only channel taken away ends the connection for long`() {
        var talk = connected()
        #expect(
            talk.receive(#"{"push":{"channel":"radio","unsubscribe":{"code":2000}}}"#)
                == ["rejected unsubscribed", "disconnect 2000 terminal"])
    }

    @Test func `one of several channels taken away is asked for again after five minutes`() {
        var talk = LayerTalk.opened(CentrifugoLayer(channels: ["radio", "b"]), Self.hello)
        #expect(
            talk.receive(#"{"push":{"channel":"b","unsubscribe":{"code":2000}}}"#)
                == ["rejected unsubscribed"])
        #expect(talk.wait == 300)
        #expect(
            talk.wake(after: 300)
                == [#"send {"id":4,"subscribe":{"channel":"b","recover":true}}"#])
        #expect(talk.wait == nil)
    }

    @Test func `a close code means what Centrifugo says`() {
        let talk = connected()
        #expect(talk.disconnect(3501)?.retry == .terminal)
        #expect(talk.disconnect(3001)?.retry == .backoff)
        #expect(talk.disconnect(1006) == nil)
    }
}

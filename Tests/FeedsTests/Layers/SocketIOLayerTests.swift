import Expectations
import Testing

@testable import Feeds

struct SocketIOLayerTests {
    private static let hello = #"0{"sid":"a","pingInterval":25000,"pingTimeout":20000}"#

    private func stack(
        _ revision: EngineIOLayer.ProtocolRevision, namespace: String = "/", auth: String? = nil
    ) -> LayeredFeed<PlainLayer> {
        LayeredFeed(
            PlainLayer(),
            over: [
                EngineIOLayer(revision),
                SocketIOLayer(revision, namespace: namespace, auth: auth),
            ])
    }

    private func connected(_ revision: EngineIOLayer.ProtocolRevision = .four) -> LayerTalk {
        .opened(stack(revision), Self.hello, "40")
    }

    @Test func `with Engine.IO 4 the client asks for the default namespace`() {
        var talk = LayerTalk(stack(.four))
        expect(talk.open(), is: [])
        expect(talk.receive(Self.hello), is: ["heartbeat 45s", "send 40"])
        expect(talk.receive(#"40{"sid":"b"}"#), is: ["accepted", "ready"])
        expect(talk.receive("40"), is: [])
        expect(talk.wait, is: nil)
    }

    @Test func `with Engine.IO 3 the server joins it by itself`() {
        var talk = LayerTalk(stack(.three))
        expect(talk.open(), is: [])
        expect(talk.receive(Self.hello), is: ["heartbeat 45s"])
        expect(talk.receive("40"), is: ["accepted", "ready"])
    }

    @Test func `another namespace is asked for with what lets us in`() {
        var talk = LayerTalk(stack(.four, namespace: "/radio", auth: #"{"token":"t"}"#))
        _ = talk.open()
        expect(talk.receive(Self.hello), is: ["heartbeat 45s", #"send 40/radio,{"token":"t"}"#])
        expect(talk.receive("40"), is: [])
        expect(talk.receive(#"40/radio,{"sid":"b"}"#), is: ["accepted", "ready"])
        expect(talk.receive(#"42["other",1]"#), is: [])
        expect(talk.receive(#"42/radio?a=b,["song",{"t":1}]"#), is: [#"message song {"t":1}"#])
        expect(talk.send("1", event: "get"), is: [#"send 42/radio,["get",1]"#])
        var old = LayerTalk(stack(.three, namespace: "/radio"))
        _ = old.open()
        expect(old.receive(Self.hello), is: ["heartbeat 45s", "send 40/radio,"])
    }

    @Test func `with Engine.IO 4 the server pings and is answered`() {
        var talk = connected()
        expect(talk.receive("2"), is: ["send 3"])
        expect(talk.receive("2probe"), is: ["send 3probe"])
        expect(talk.wake(after: 100), is: [])
    }

    @Test func `with Engine.IO 3 the client pings every interval`() {
        var talk = connected(.three)
        expect(talk.wait, is: 25)
        expect(talk.wake(after: 24), is: [])
        expect(talk.wake(after: 1), is: ["send 2"])
        expect(talk.receive("3"), is: [])
        expect(talk.wait, is: 25)
        expect(talk.wake(after: 25), is: ["send 2"])
        _ = talk.open()
        expect(talk.wait, is: nil)
    }

    @Test func `an event's argument is the message, several are a list`() {
        var talk = connected()
        expect(
            talk.receive(#"42["status",{"song":{"title":"A"}}]"#),
            is: [#"message status {"song":{"title":"A"}}"#])
        expect(talk.receive(#"42["listeners",12]"#), is: ["message listeners 12"])
        expect(talk.receive(#"42["both",1,"b"]"#), is: [#"message both [1,"b"]"#])
        expect(talk.receive(#"42["none"]"#), is: ["message none null"])
    }

    @Test func `an event that wants to be confirmed is`() {
        var talk = connected()
        expect(talk.receive(#"4217["song",1]"#), is: ["message song 1", "send 4317[]"])
    }

    @Test func `binary attachments leave a placeholder and are dropped`() {
        var talk = connected()
        expect(
            talk.receive(#"451-["art",{"_placeholder":true,"num":0}]"#),
            is: [#"message art {"_placeholder":true,"num":0}"#])
        expect(talk.receive(binary: [1, 2]), is: [])
        expect(talk.receive(binary: [1, 2]), is: ["rejected unexpectedShape"])
        expect(talk.receive("430[]"), is: [])
    }

    @Test(arguments: [
        ("1", "disconnect 0 backoff"), ("41", "disconnect 0 backoff"),
        (#"44{"message":"no"}"#, "disconnect 0 backoff"),
    ])
    func `an end is an end`(text: String, told: String) {
        var talk = connected()
        expect(talk.receive(text), is: [told])
    }

    @Test(arguments: [
        ("", "unexpectedShape"), ("9", "unexpectedShape"), ("4", "unexpectedShape"),
        ("49", "unexpectedShape"), ("42", "notJSON"), ("42[", "notJSON"),
        ("42[]", "unexpectedShape"), ("42{}", "unexpectedShape"), ("42[1]", "unexpectedShape"),
        ("4599999-[\"a\"]", "unexpectedShape"), ("0[]", "unexpectedShape"),
        ("0{", "unexpectedShape"), ("{}", "unexpectedShape"),
    ])
    func `what is not a packet is rejected`(text: String, code: String) {
        var talk = connected()
        expect(talk.receive(text), is: ["rejected \(code)"])
    }

    @Test func `a message before the open is none`() {
        var talk = LayerTalk.opened(stack(.four))
        expect(talk.receive("40"), is: ["rejected unexpectedShape"])
        expect(talk.receive(binary: [4]), is: ["rejected unexpectedShape"])
    }

    @Test(arguments: ["-1", "0", "\"x\"", "null", "1e300"])
    func `an interval that cannot be obeyed is none`(interval: String) {
        var talk = LayerTalk.opened(stack(.three))
        let told = talk.receive(#"0{"pingInterval":\#(interval),"pingTimeout":5}"#)
        expect(told, is: [])
        expect(talk.wait, is: nil)
    }

    @Test func `an interval that would be a flood is stretched`() {
        var talk = LayerTalk.opened(stack(.three))
        expect(talk.receive(#"0{"pingInterval":1}"#), is: ["heartbeat 1s"])
        expect(talk.wait, is: 1)
    }
}

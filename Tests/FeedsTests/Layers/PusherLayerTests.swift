import Expectations
import Testing

@testable import Feeds

struct PusherLayerTests {
    private static let hello =
        #"{"event":"pusher:connection_established","data":"{\"socket_id\":\"1.2\",\"activity_timeout\":60}"}"#

    private func connected() -> LayerTalk {
        .opened(PusherLayer(channels: ["now-playing"]), Self.hello)
    }

    @Test func `it subscribes when the server is there`() {
        var talk = LayerTalk(PusherLayer(channels: ["a", "b"]))
        expect(talk.open(), is: [])
        expect(
            talk.receive(Self.hello),
            is: [
                "accepted", "heartbeat 90s",
                #"send {"event":"pusher:subscribe","data":{"channel":"a"}}"#,
                #"send {"event":"pusher:subscribe","data":{"channel":"b"}}"#, "ready",
            ])
        expect(talk.receive(Self.hello), is: [])
    }

    @Test func `an event's data is unpacked, whether it is a string or not`() {
        var talk = connected()
        expect(
            talk.receive(#"{"event":"song","channel":"now-playing","data":"{\"t\":1}"}"#),
            is: [#"message song@now-playing {"t":1}"#])
        expect(
            talk.receive(#"{"event":"song","channel":"now-playing","data":{"t":1}}"#),
            is: [#"message song@now-playing {"t":1}"#])
        expect(talk.receive(#"{"event":"song","channel":"c"}"#), is: ["message song@c null"])
        expect(
            talk.receive(
                #"{"event":"pusher_internal:subscription_succeeded","channel":"c","data":"{}"}"#),
            is: [])
    }

    @Test func `a ping is answered`() {
        var talk = connected()
        expect(
            talk.receive(#"{"event":"pusher:ping","data":{}}"#),
            is: [#"send {"event":"pusher:pong","data":{}}"#])
    }

    @Test func `after silence the client pings`() {
        var talk = connected()
        expect(talk.wait, is: 60)
        expect(talk.wake(after: 59), is: [])
        _ = talk.receive(#"{"event":"pusher:pong"}"#)
        expect(talk.wait, is: 60)
        expect(talk.wake(after: 60), is: [#"send {"event":"pusher:ping","data":{}}"#])
    }

    @Test(arguments: [
        (4000, "terminal"), (4099, "terminal"), (4100, "backoff"), (4201, "backoff"),
    ])
    func `a code's class says when to come back`(code: Int, retry: String) {
        var talk = connected()
        expect(talk.disconnect(code).map { "\($0.retry)" }, is: retry)
        expect(
            talk.receive(#"{"event":"pusher:error","data":{"message":"m","code":\#(code)}}"#),
            is: ["disconnect \(code) \(retry)"])
    }

    @Test func `an error without a code ends nothing`() {
        var talk = connected()
        expect(talk.disconnect(1006), is: nil)
        expect(
            talk.receive(#"{"event":"pusher:error","data":{"message":"m","code":null}}"#),
            is: ["rejected serverError"])
    }

    @Test func `what is said goes to the first channel`() {
        var talk = connected()
        expect(
            talk.send("1", event: "client-state"),
            is: [#"send {"event":"client-state","data":1,"channel":"now-playing"}"#])
    }

    @Test(arguments: [
        ("", "notJSON"), ("[]", "unexpectedShape"), ("{}", "unexpectedShape"),
        (#"{"event":1}"#, "unexpectedShape"),
    ])
    func `what is not an event is rejected`(text: String, code: String) {
        var talk = connected()
        expect(talk.receive(text), is: ["rejected \(code)"])
    }

    @Test func `a hello that says nothing of the timeout means the usual one`() {
        for data in ["\"\"", "1", "{}", #""{\"activity_timeout\":-1}""#] {
            let hello = #"{"event":"pusher:connection_established","data":\#(data)}"#
            let talk = LayerTalk.opened(PusherLayer(channels: []), hello)
            expect(talk.wait, is: 120)
        }
    }

    @Test func `a channel that is refused is told`() {
        var talk = LayerTalk.opened(
            PusherLayer(channels: ["a"]),
            #"{"event":"pusher:connection_established","data":"{\"activity_timeout\":120}"}"#)
        let error = #"{"event":"pusher:subscription_error","channel":"a","data":{"status":401}}"#
        expect(talk.receive(error), is: ["rejected requestFailed", "refused @a"])
    }
}

import Expectations
import JSON
import NowPlaying
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
        expect(talk.open(), is: [#"send {"id":1,"connect":{"token":"t"}}"#])
        expect(
            talk.receive(Self.hello),
            is: [
                "clock 1734714247565", "heartbeat 25s", "accepted",
                #"send {"id":2,"subscribe":{"channel":"radio","recover":true}}"#, "ready",
            ])
    }

    @Test func `a subscription's publications are what was kept for newcomers`() {
        var talk = connected()
        expect(
            talk.receive(
                #"{"id":2,"subscribe":{"epoch":"e","publications":[{"data":{"t":1},"offset":7}]}}"#),
            is: [#"cached @radio {"t":1}"#])
        expect(
            talk.receive(#"{"push":{"channel":"radio","pub":{"data":2,"offset":7}}}"#),
            is: ["rejected duplicate"])
        expect(
            talk.receive(#"{"push":{"channel":"radio","pub":{"data":2,"offset":8}}}"#),
            is: ["message @radio 2"])
    }

    @Test func `a reconnect asks for what is newer`() {
        var talk = connected()
        _ = talk.receive(
            #"{"id":2,"subscribe":{"epoch":"e","publications":[{"data":1,"offset":7}]}}"#)
        expect(talk.open(), is: [#"send {"id":3,"connect":{}}"#])
        #expect(
            talk.receive(#"{"id":3,"connect":{}}"#).contains(
                #"send {"id":4,"subscribe":{"channel":"radio","recover":true,"epoch":"e","offset":7}}"#
            ))
    }

    @Test func `pushes come wrapped or not, several to a frame`() {
        var talk = connected()
        expect(
            talk.receive(
                #"{"push":{"channel":"radio","pub":{"data":1}}}"# + "\n"
                    + #"{"channel":"radio","pub":{"data":2}}"# + "\n"),
            is: ["message @radio 1", "message @radio 2"])
        expect(
            talk.receive(#"{"push":{"channel":"other","pub":{"data":1}}}"#),
            is: ["rejected unknownChannel"])
    }

    @Test func `a ping is answered where that is asked for`() {
        var talk = connected()
        expect(talk.receive("{}"), is: ["send {}"])
        var silent = LayerTalk.opened(
            CentrifugoLayer(channels: ["radio"]), #"{"id":1,"connect":{}}"#)
        expect(silent.receive("{}"), is: [])
    }

    @Test func `the unidirectional server is told all at once and nothing after`() {
        var talk = LayerTalk(CentrifugoLayer(channels: ["a", "b"], isUnidirectional: true))
        expect(talk.open(), is: [#"send {"subs":{"a":{"recover":true},"b":{"recover":true}}}"#])
        expect(
            talk.receive(
                #"{"connect":{"subs":{"a":{"publications":[{"data":1}]},"b":{}},"ping":25}}"#),
            is: ["heartbeat 25s", "accepted", "cached @a 1", "ready"])
        expect(talk.send("{}", event: "m"), is: [])
    }

    @Test func `a call is answered by its name`() {
        var talk = connected()
        expect(
            talk.send("{}", event: "history"),
            is: [#"send {"id":3,"rpc":{"method":"history","data":{}}}"#])
        expect(talk.receive(#"{"id":3,"rpc":{"data":[1]}}"#), is: ["message history [1]"])
        _ = talk.send("{}", event: "history")
        expect(talk.receive(#"{"id":4,"error":{"code":108}}"#), is: ["rejected requestFailed"])
    }

    @Test(arguments: [
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
        expect(talk.receive(text), is: [told])
    }

    @Test func `a channel that the server refuses fails alone, and is asked for again`() {
        var talk = LayerTalk.opened(CentrifugoLayer(channels: ["a", "b"]), Self.hello)
        expect(
            talk.receive(#"{"id":2,"error":{"code":103,"message":"permission denied"}}"#),
            is: ["rejected subscriptionRefused", "refused @a"])
        expect(
            talk.receive(#"{"id":3,"subscribe":{"publications":[{"data":1}]}}"#),
            is: ["cached @b 1"])
        expect(talk.wait, is: 300)
        expect(
            talk.wake(after: 300),
            is: [#"send {"id":4,"subscribe":{"channel":"a","recover":true}}"#])
        expect(talk.wait, is: nil)
        expect(talk.receive(#"{"id":4,"subscribe":{}}"#), is: ["sent again @a"])
    }

    @Test func `no error of one channel ends the connection for the others`() {
        for code in 100...120 where code != 106 {
            var talk = LayerTalk.opened(CentrifugoLayer(channels: ["a", "b"]), Self.hello)
            let told = talk.receive(#"{"id":2,"error":{"code":\#(code)}}"#)
            expect(told.count, is: 2, "\(code)")
            #expect(!told.contains { $0.hasPrefix("disconnect") }, "\(code)")
            #expect(talk.wait != nil, "\(code) is never asked for again")
        }
    }

    @Test func `more channels than the server takes are divided`() {
        var talk = LayerTalk.opened(CentrifugoLayer(channels: ["a", "b"]), Self.hello)
        expect(
            talk.receive(#"{"id":2,"error":{"code":106,"message":"limit"}}"#),
            is: ["rejected subscriptionRefused", "disconnect 106 backoffWithFewerStations"])
    }

    @Test func `an error that is over soon is tried again ever more rarely`() {
        var talk = connected()
        var id = 2
        for seconds in [1, 2, 4, 8, 16, 20, 20] as [Int64] {
            expect(
                talk.receive(#"{"id":\#(id),"error":{"code":100,"message":"internal"}}"#),
                is: ["rejected subscriptionRefused", "unconfirmed @radio"])
            expect(talk.wait, is: Double(seconds))
            id += 1
            expect(talk.wake(after: seconds).count, is: 1)
        }
        expect(talk.receive(#"{"id":\#(id),"subscribe":{}}"#), is: ["sent again @radio"])
    }

    @Test func `a channel taken away is told, and asked for again after five minutes`() {
        var talk = LayerTalk.opened(CentrifugoLayer(channels: ["radio", "b"]), Self.hello)
        expect(
            talk.receive(#"{"push":{"channel":"b","unsubscribe":{"code":2000}}}"#),
            is: ["rejected unsubscribed", "refused @b"])
        expect(talk.wait, is: 300)
        expect(
            talk.wake(after: 300),
            is: [#"send {"id":4,"subscribe":{"channel":"b","recover":true}}"#])
        expect(talk.wait, is: nil)
    }

    /// A connection after another on which publication 1 of epoch `e` was read.
    private func reconnected() -> LayerTalk {
        var talk = connected()
        _ = talk.receive(#"{"id":2,"subscribe":{"epoch":"e","recoverable":true,"recovered":true}}"#)
        _ = talk.receive(#"{"push":{"channel":"radio","pub":{"data":1,"offset":1}}}"#)
        _ = talk.open()
        _ = talk.receive(#"{"id":3,"connect":{}}"#)
        return talk
    }

    @Test(arguments: [("e", 8), ("new", 1)])
    func `where the server cannot hand over all, its newest is asked for`(
        epoch: String, offset: Int
    ) {
        var talk = reconnected()
        let gap =
            #""recoverable":true,"epoch":"\#(epoch)","offset":\#(offset),"was_recovering":true"#
        expect(
            talk.receive(#"{"id":4,"subscribe":{\#(gap)}}"#),
            is: [#"send {"id":5,"unsubscribe":{"channel":"radio"}}"#])
        let position = #""epoch":"\#(epoch)","offset":\#(offset - 1)"#
        expect(
            talk.receive(#"{"id":5,"unsubscribe":{}}"#),
            is: [#"send {"id":6,"subscribe":{"channel":"radio","recover":true,\#(position)}}"#])
        let newest =
            #""recoverable":true,"recovered":true,"epoch":"\#(epoch)","#
            + #""publications":[{"data":2,"offset":\#(offset)}]"#
        expect(talk.receive(#"{"id":6,"subscribe":{\#(newest)}}"#), is: ["cached @radio 2"])
        expect(talk.wait, is: nil)
    }

    @Test func `what is not kept any more is in doubt`() {
        var talk = reconnected()
        let gap = #""recoverable":true,"epoch":"e","offset":8,"was_recovering":true"#
        _ = talk.receive(#"{"id":4,"subscribe":{\#(gap)}}"#)
        _ = talk.receive(#"{"id":5,"unsubscribe":{}}"#)
        expect(talk.receive(#"{"id":6,"subscribe":{\#(gap)}}"#), is: ["unconfirmed @radio"])
        expect(talk.wait, is: nil)
    }

    @Test func `what is not handed over within 2 s is in doubt`() {
        var talk = reconnected()
        _ = talk.receive(#"{"id":4,"subscribe":{"recoverable":true,"epoch":"f","offset":1}}"#)
        expect(talk.wait, is: 2)
        expect(talk.wake(after: 2), is: ["unconfirmed @radio"])
        expect(talk.wait, is: nil)
    }

    @Test func `a stream that began anew and is empty confirms nothing`() {
        var talk = reconnected()
        expect(
            talk.receive(#"{"id":4,"subscribe":{"recoverable":true,"epoch":"new"}}"#),
            is: ["unconfirmed @radio"])
        _ = talk.open()
        _ = talk.receive(#"{"id":5,"connect":{}}"#)
        expect(
            talk.receive(
                #"{"id":6,"subscribe":{"recoverable":true,"epoch":"new","recovered":true}}"#),
            is: [])
    }

    @Test func `the unidirectional server's gap is in doubt at once`() {
        var talk = LayerTalk(CentrifugoLayer(channels: ["a"], isUnidirectional: true))
        _ = talk.open()
        _ = talk.receive(#"{"connect":{"subs":{"a":{"recoverable":true,"epoch":"d"}}}}"#)
        _ = talk.receive(#"{"channel":"a","pub":{"data":{},"offset":1}}"#)
        _ = talk.open()
        let told = talk.receive(
            #"{"connect":{"subs":{"a":{"recoverable":true,"epoch":"e","offset":3}}}}"#)
        expect(told, is: ["accepted", "unconfirmed @a", "ready"])
    }

    @Test func `of a channel in which nothing was ever published nothing is in doubt`() {
        var talk = LayerTalk(CentrifugoLayer(channels: ["a"], isUnidirectional: true))
        _ = talk.open()
        let told = talk.receive(
            #"{"connect":{"subs":{"a":{"recoverable":true,"epoch":"e","positioned":true}}}}"#)
        expect(told, is: ["accepted", "ready"])
    }

    @Test func `a channel that the unidirectional server leaves out is refused`() {
        var talk = LayerTalk(CentrifugoLayer(channels: ["a", "früh"], isUnidirectional: true))
        _ = talk.open()
        expect(
            talk.receive(#"{"connect":{"subs":{"a":{}}}}"#),
            is: ["accepted", "refused @früh", "ready"])
        expect(talk.wait, is: nil)
    }

    @Test(arguments: [
        #"{"id":1,"result":{"client":"c","version":"2.8.2"}}"#,
        #"{"id":1,"error":{"code":107,"message":"bad request"}}"#,
    ])
    func `Centrifugo 2 and 3 are called by their names`(answer: String) throws {
        var layer = CentrifugoLayer(channels: ["radio"])
        let talk = LayerTalk(layer)
        var events: [FeedEvent] = []
        layer.opened(at: talk.now, into: &events)
        layer.received(
            .text(Array(answer.utf8)[...]), at: talk.now, using: JSONParser(), into: &events)
        guard case .disconnect(let end) = events.last else {
            Issue.record("the connection goes on: \(events)")
            return
        }
        expect(end.retry, is: .terminal)
        #expect("\(end.reason) \(end.hint ?? "")".contains("Centrifugo 2 or 3"))
    }

    @Test func `a request that the server calls bad comes with what may be wrong`() {
        let end = connected().disconnect(3501)
        expect(end?.hint?.contains("token"), is: true)
        expect(connected().disconnect(3500)?.hint, is: nil)
    }

    @Test func `a close code means what Centrifugo says`() {
        let talk = connected()
        expect(talk.disconnect(3501)?.retry, is: .terminal)
        expect(talk.disconnect(3001)?.retry, is: .backoff)
        expect(talk.disconnect(1006), is: nil)
    }
}

import Expectations
import Hub
import NowPlaying
import Sessions
import Testing
import Views
import Shell

@testable import FanOut

struct EventStreamFramingTests {
    private let framing = EventStreamFraming(epoch: "e")

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    private var record: Record {
        let head = RecordHead(
            view: .line, epoch: "e", revision: 7, subject: .station("a"), content: .document([]))
        return Record(head, body: Array("\"x\"".utf8))
    }

    @Test func `a record is an event with the id up to which nothing is pending`() {
        let delivery = Delivery.record(
            record, of: SubscriptionID(number: 1), sequence: 3, resume: 5)
        expect(
            text(framing.event(for: delivery)),
            is: """
                event: update
                id: e.5
                data: {"view":"line","epoch":"e","revision":7,"station":"a","line":"x"}


                """)
    }

    @Test func `what was there at first ends with an event of its own`() {
        let delivery = Delivery.synced(SubscriptionID(number: 1), resume: 9)
        expect(text(framing.event(for: delivery)), is: "event: synced\nid: e.9\ndata: {}\n\n")
    }

    @Test func `an event of a session keeps its name`() {
        let reply = Reply.event(Array(#"{"session":"main"}"#.utf8))
        expect(
            text(framing.event(for: reply)), is: "event: event\ndata: {\"session\":\"main\"}\n\n")
    }

    @Test func `a client that is cut is told why`() {
        let error = RequestError(.limitReached, "read nothing", ("limit", "stalled"))
        expect(
            text(framing.event(for: .refusal(error, of: nil))),
            is: "event: cut\ndata: "
                + #"{"code":-32004,"message":"read nothing","data":{"limit":"stalled"}}"# + "\n\n")
    }

    private let now = Timestamp(milliseconds: 1_795_227_000_564)
    private let clock = "event: clock\ndata: {\"time\":1795227000.564}\n\n"

    @Test func `a stream begins with the pause before coming back, the time, and what is void`() {
        expect(
            text(EventStreamFraming.beginning(drops: false, at: now)), is: "retry: 2000\n" + clock)
        expect(
            text(EventStreamFraming.beginning(drops: true, at: now)),
            is: "retry: 2000\n" + clock + "event: reset\ndata: {}\n\n")
    }

    @Test func `a stream shows that it lives by a comment and the time`() {
        expect(text(EventStreamFraming.life(at: now)), is: ":\n" + clock)
    }
}

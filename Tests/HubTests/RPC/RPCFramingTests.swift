import Expectations
import Hub
import JSON
import NowPlaying
import Sessions
import Testing
import Views

@testable import FanOut

/// Bytes in, requests out; deliveries in, lines out.
struct RPCFramingTests {
    private var framing = RPCFraming(limits: Box(Limits()), parser: JSONParser())
    private let now = Instant(milliseconds: 0)

    @Test func `a record is a notification with its number among those of its subscription`() {
        let head = RecordHead(
            view: .line, epoch: "life", revision: 42, subject: .station("one"), content: .removal)
        let delivery = Delivery.record(
            Record(head, body: []), of: SubscriptionID(number: 3), sequence: 7, resume: 42)
        expect(
            String(decoding: framing.line(for: delivery).bytes, as: UTF8.self),
            is: #"{"jsonrpc":"2.0","method":"update","params":{"subscription":3,"sequence":7,"#
                + #""resume":42,"record":{"view":"line","epoch":"life","revision":42,"#
                + #""station":"one","removed":true}}}"# + "\n")
    }

    @Test func `the end of the beginning is a notification`() {
        let delivery = Delivery.synced(SubscriptionID(number: 3), resume: 42)
        expect(
            String(decoding: framing.line(for: delivery).bytes, as: UTF8.self),
            is: #"{"jsonrpc":"2.0","method":"synced","params":{"subscription":3,"resume":42}}"#
                + "\n")
    }

    @Test(
        arguments: [
            (
                Reply.event(Array(#"{"session":"main"}"#.utf8)),
                #"{"jsonrpc":"2.0","method":"event","params":{"session":"main"}}"#
            ),
            (
                .result(Array("{}".utf8), of: Array("1.50".utf8)),
                #"{"jsonrpc":"2.0","id":1.50,"result":{}}"#
            ),
            (
                .refusal(RequestError(.unknownStation, "no", ("station", "x")), of: nil),
                #"{"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"no","#
                    + #""data":{"station":"x"}}}"#
            ),
        ])
    func `each reply is one line`(reply: Reply, expected: String) {
        let line = String(decoding: framing.line(for: reply).bytes, as: UTF8.self)
        expect(line, is: expected + "\n")
    }

    @Test mutating func `a line that is too long ends the connection, whatever follows`() {
        let long = Array(repeating: UInt8(ascii: "x"), count: Limits().requestSize + 1)
        expect(framing.receive(long, at: now).violation?.code, is: "lineTooLong")
        #expect(framing.receive(Array("\n{}\n".utf8), at: now).requests.isEmpty)
    }

    @Test mutating func `a client that asks too much is told so once`() {
        let hello = #"{"jsonrpc":"2.0","id":1,"method":"hello"}"# + "\n"
        let flood = String(repeating: hello, count: Limits().requestBurst + 10)
        let input = framing.receive(Array(flood.utf8), at: now)
        expect(input.requests.count, is: Limits().requestBurst)
        expect(input.violation?.code, is: "flood")
        let rest = framing.receive(Array(hello.utf8), at: now)
        #expect(rest.requests.isEmpty)
        #expect(rest.violation == nil)
    }
}

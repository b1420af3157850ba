import Expectations
import Loop
import NowPlaying
import Testing

@testable import Shell

struct AddressBlockTests {
    @Test(arguments: [
        ("192.0.2.7", "192.0.2.8", false), ("192.0.2.7", "192.0.2.7", true),
        ("2001:db8::1", "2001:db8::ffff:1", true), ("2001:db8::1", "2001:db8:0:1::1", false),
        ("::ffff:192.0.2.7", "192.0.2.7", true), ("fe80::1%1", "fe80::2", true),
    ])
    func `an IPv6 network is one address, an IPv4 address another`(
        left: String, right: String, areSame: Bool
    ) throws {
        let blocks = try [left, right].map {
            AddressBlock(try #require(SocketAddress(numericHost: $0, port: 1)))
        }
        expect(blocks[0] == blocks[1], is: areSame)
    }

    @Test(arguments: [
        ("10.0.0.1, 192.0.2.7", "192.0.2.7"), ("192.0.2.7", "192.0.2.7"),
        ("\"[2001:db8::1]\"", "2001:db8::1"), ("unknown", nil), ("", nil),
        (String(repeating: "1", count: 9_000), nil),
    ])
    func `of the addresses that a proxy tells the last one counts`(header: String, host: String?) {
        let expected = host.flatMap { SocketAddress(numericHost: $0, port: 0) }
        expect(AddressBlock(forwarded: header), is: expected.flatMap { AddressBlock($0) })
    }
}

struct ClientAddressTests {
    private func address(
        listening: String, header: String?, told: String? = nil, peer: String = "192.0.2.1"
    ) throws -> [UInt8]? {
        var settings = WebServerSettings(
            address: try #require(SocketAddress(numericHost: listening, port: 1)))
        settings.isBehindProxy = header != nil
        settings.addressHeader = header
        var request = HTTPRequest("GET", "/", headers: ["x-forwarded-for": "198.51.100.7"])
        request.headers["x-forwarded-for"] = told ?? "198.51.100.7"
        request.peer = SocketAddress(numericHost: peer, port: 2)
        return settings.address(of: request)
    }

    @Test func `what a client says of its address counts only where the config names the header`()
        throws
    {
        try expect(address(listening: "0.0.0.0", header: nil), is: [192, 0, 2, 1])
        try expect(address(listening: "127.0.0.1", header: nil), is: nil)
        let named = "x-forwarded-for"
        try expect(address(listening: "127.0.0.1", header: named), is: [198, 51, 100, 7])
        try expect(address(listening: "0.0.0.0", header: "x-real-ip"), is: [192, 0, 2, 1])
    }

    @Test(arguments: ["", "unknown", "198.51.100.7, ", "for=198.51.100.7", "198.51.100.7:80"])
    func `clients of which the proxy tells no address share its own`(told: String) throws {
        let found = try address(listening: "0.0.0.0", header: "x-forwarded-for", told: told)
        expect(found, is: [192, 0, 2, 1])
    }
}

struct AddressShareTests {
    private let start = Instant(milliseconds: 0)
    private var shares: AddressQuotas
    private let limits: Limits = {
        var limits = Limits()
        (limits.webRequestBurst, limits.webRequestRate, limits.webAddresses) = (10, 2, 5)
        limits.webClientsByAddress = 2
        return limits
    }()

    init() { shares = AddressQuotas(limits: Box(limits)) }

    @Test mutating func `an address makes a burst of requests, and goes on at a steady rate`() {
        for _ in 0..<10 { expect(shares.request(from: [1], at: start), is: nil) }
        expect(shares.request(from: [1], at: start), is: .seconds(1))
        // Others are not touched by it.
        expect(shares.request(from: [2], at: start), is: nil)
        let later = start + .seconds(1)
        expect(shares.request(from: [1], at: later), is: nil)
        expect(shares.request(from: [1], at: later), is: nil)
        #expect(shares.request(from: [1], at: later) != nil)
    }

    @Test mutating func `many addresses do not make another forgotten that has used up its share`()
    {
        for _ in 0..<10 { _ = shares.request(from: [1], at: start) }
        let later = start + .seconds(4)
        for _ in 0..<9 { _ = shares.request(from: [1], at: later) }
        for number in UInt8(10)..<15 { _ = shares.request(from: [number], at: start) }
        #expect(shares.request(from: [1], at: later + .milliseconds(1)) != nil)
    }

    @Test mutating func `an address has so many places, which it gives back`() {
        let found = [[1], [1], [1], [2]].map { shares.connect(from: $0) }
        expect(found, is: [true, true, false, true])
        shares.disconnect(from: [1])
        let again = shares.connect(from: [1])
        #expect(again)
    }
}

struct TicketShareTests {
    @Test func `where there are too many tickets the oldest of the greediest token is void`() {
        var limits = Limits()
        limits.webTickets = 10
        var office = TicketStore(limits: Box(limits))
        let start = Instant(milliseconds: 0)
        let own = office.issue(.all, for: "owner", at: start)
        let others = (0..<100).map { _ in office.issue(.read, for: "reader", at: start) }
        expect(office.redeem(others[0], at: start), is: nil)
        expect(office.redeem(others[99], at: start), is: .read)
        expect(office.redeem(own, at: start), is: .all)
    }

    @Test func `tickets that are too old make room first`() {
        var limits = Limits()
        limits.webTickets = 2
        var office = TicketStore(limits: Box(limits))
        let start = Instant(milliseconds: 0)
        let old = office.issue(.read, for: "a", at: start)
        let later = start + TicketStore.lifetime
        let new = [
            office.issue(.read, for: "b", at: later), office.issue(.read, for: "b", at: later),
        ]
        for ticket in new { expect(office.redeem(ticket, at: later), is: .read) }
        expect(office.redeem(old, at: later), is: nil)
    }
}

struct QuestionQueueTests {
    private var queue: QuestionQueue<Int>

    init() {
        var limits = Limits()
        (limits.historyQuestions, limits.historyQuestionsByAddress) = (4, 2)
        queue = QuestionQueue(limits: Box(limits))
    }

    @Test mutating func `two questions of an address wait, and the third is refused`() {
        let answers = [1, 2, 3].map { queue.add($0, from: [7]) { _ in true } }
        expect(answers, is: [nil, nil, 3])
        expect(queue.add(4, from: [8]) { _ in true }, is: nil)
        expect([queue.next { _ in true }, queue.next { _ in true }], is: [1, 2])
    }

    @Test mutating func `what a client has asked that left gives way, and waits for all others`() {
        let isAwaited = { (question: Int) in question != 1 }
        expect(queue.add(1, from: nil, isAwaited), is: nil)
        expect(queue.add(2, from: nil, isAwaited), is: nil)
        expect(queue.next(isAwaited), is: 2)
        for question in 3...5 { expect(queue.add(question, from: nil, isAwaited), is: nil) }
        expect(queue.add(6, from: nil, isAwaited), is: 1)
        expect(queue.add(7, from: nil, isAwaited), is: 7)
    }

    @Test mutating func `it ends empty`() {
        expect(queue.add(1, from: nil) { _ in false }, is: nil)
        expect(queue.next { _ in false }, is: 1)
        expect(queue.next { _ in false }, is: nil)
    }
}

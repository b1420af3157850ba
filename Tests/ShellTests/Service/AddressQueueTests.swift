import Expectations
import Loop
import Testing

@testable import Shell

/// The order in which a name's addresses are tried.
struct AddressQueueTests {
    private func v4(_ number: Int) -> SocketAddress { .v4(host: "192.0.2.\(number)", port: 1) }
    private func v6(_ number: Int) -> SocketAddress { .v6(host: "2001:db8::\(number)", port: 1) }

    private func order(of addresses: [SocketAddress]) -> [SocketAddress] {
        var queue = AddressQueue(addresses)
        var order: [SocketAddress] = []
        while let address = queue.next() { order.append(address) }
        #expect(queue.isEmpty)
        return order
    }

    @Test func `the families alternate, and each keeps its order`() {
        expect(order(of: [v6(1), v6(2), v6(3), v4(1)]), is: [v6(1), v4(1), v6(2), v6(3)])
        expect(order(of: [v4(1), v6(1), v6(2), v6(3)]), is: [v4(1), v6(1), v6(2), v6(3)])
        expect(order(of: [v6(1), v6(2), v4(1), v4(2)]), is: [v6(1), v4(1), v6(2), v4(2)])
        expect(order(of: [v4(1), v4(2)]), is: [v4(1), v4(2)])
        #expect(order(of: []).isEmpty)
    }

    @Test func `all have their turn within the time of an attempt`() {
        for count in 1...30 {
            let queue = AddressQueue((1...count).map(v6))
            #expect(UInt64(count - 1) * queue.attemptDelay < 9_000)
            #expect((250...2_500).contains(queue.attemptDelay))
        }
    }
}

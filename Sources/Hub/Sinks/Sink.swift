package import FanOut

/// The room that a sink has.
package enum Credit: Sendable {
    /// More can be offered.
    case more
    /// Nothing more is to be offered until the sink says that it is ready.
    case full
}

/// The destination of a subscriber's deliveries: a socket, stdout, the desktop.
///
/// A sink takes whatever it is offered. Once it has answered `full`, the hub renders nothing for it
/// until it tells `Event.sinkReady`; so it keeps a bounded amount, and no delivery is lost. It is
/// used on the loop's thread and never waits.
package protocol Sink: AnyObject {
    /// Takes a delivery.
    func offer(_ delivery: Delivery) -> Credit
    /// Takes an answer; only clients that ask get one.
    func send(_ reply: Reply) -> Credit
    /// Ends after what was offered.
    func finish()
    /// Ends at once.
    func abort()
    /// The transport of its client.
    var transport: ClientTransport { get }
    /// Bytes that were offered and have not left yet.
    var unsentByteCount: Int { get }
}

extension Sink {
    package func send(_ reply: Reply) -> Credit { .more }
    package func finish() {}
    package func abort() {}
    package var unsentByteCount: Int { 0 }
}

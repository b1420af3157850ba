import FanOut
import Hub

/// What a sink has room for.
enum Credit: Sendable {
    /// More can be offered.
    case more
    /// Nothing more is to be offered until the sink says that it is ready.
    case full
}

/// Where a subscriber's deliveries go: a socket, stdout, the desktop.
///
/// A sink takes whatever it is offered. Once it has answered `full`, the hub renders nothing for it
/// until it tells `Event.sinkReady`; so it keeps a bounded amount, and no delivery is lost. It is
/// used on the loop's thread and never waits.
protocol Sink: AnyObject {
    /// Takes a delivery.
    func offer(_ delivery: Delivery) -> Credit
    /// Takes an answer; only clients that ask get one.
    func send(_ reply: Reply) -> Credit
    /// Ends after what was offered.
    func finish()
    /// Ends at once.
    func abort()
    /// Bytes that were offered and have not left yet.
    var unsentByteCount: Int { get }
}

extension Sink {
    func send(_ reply: Reply) -> Credit { .more }
    func finish() {}
    func abort() {}
    var unsentByteCount: Int { 0 }
}

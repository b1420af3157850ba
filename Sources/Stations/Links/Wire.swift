package import Feeds
package import NowPlaying
package import Support

/// A protocol of one connection, below the feed: bytes in and out, whole messages up and down.
///
/// It does no I/O and reads no clock. When the connection stands, the link sends the bytes that
/// `open` returns. Then, and after each piece that it passes to `receive`, it calls `next` until
/// that returns `nil`. One whose server is polled asks by its events, and is given answers in place
/// of bytes. The `LinkScheme` of an address chooses the wire.
package protocol Wire: Sendable {
    /// True if the peer answers pings, so that a silent one can be probed.
    var canPing: Bool { get }

    /// The connection stands.
    ///
    /// - Returns: The bytes to send first.
    mutating func open(using generator: inout SeededGenerator) -> [UInt8]

    /// Bytes came.
    mutating func receive(_ bytes: [UInt8])

    /// A request was answered.
    mutating func answered(
        _ answer: PollAnswer, at now: Instant, using generator: inout SeededGenerator)

    /// The time at which it must be woken; `nil` if not at all.
    var deadline: Instant? { get }

    /// The deadline may have passed.
    mutating func woke(at now: Instant, using generator: inout SeededGenerator)

    /// The next event in the received bytes; `nil` if more must be received first.
    mutating func next(using generator: inout SeededGenerator) -> WireEvent?

    /// The bytes of a text; none if the peer does not listen, or not yet.
    mutating func send(_ text: String, using generator: inout SeededGenerator) -> [UInt8]

    /// The bytes of a ping; none if it cannot be sent.
    mutating func ping(using generator: inout SeededGenerator) -> [UInt8]

    /// Holds answers to the peer back while sent bytes wait, or releases them.
    mutating func holdAnswers(_ areHeld: Bool)

    /// The connection is given up here.
    ///
    /// - Parameter isFinal: It will not be dialled again.
    /// - Returns: The bytes that tell the peer.
    mutating func close(isFinal: Bool, using generator: inout SeededGenerator) -> [UInt8]

    /// The connection ended before the wire was open.
    ///
    /// - Returns: The meaning of that, if the wire can tell.
    mutating func endedWhileOpening() -> LinkLoss?

    /// The connection ended before the wire was open.
    ///
    /// - Returns: True if it asks for another one, by an event.
    mutating func retries(after reason: StationConnection.Reason) -> Bool

    /// The state that the next connection begins with.
    var resumption: WireResumption { get }

    /// An earlier connection ended in this state.
    mutating func resume(_ resumption: WireResumption)

    /// The loss of a connection whose peer is silent for too long.
    var silence: LinkLoss { get }

    /// The bytes that it receives in an hour, where all it can do is to receive them; 0 if unknown.
    var soundPerHour: Int? { get }

    /// The loss of a connection on which it did not open in so many seconds.
    func timedOut(afterSeconds seconds: Int64) -> LinkLoss
}

/// Most wires have a peer that only speaks.
extension Wire {
    package var canPing: Bool { false }

    package mutating func open(using generator: inout SeededGenerator) -> [UInt8] { [] }

    package mutating func send(_ text: String, using generator: inout SeededGenerator) -> [UInt8] {
        []
    }

    package mutating func ping(using generator: inout SeededGenerator) -> [UInt8] { [] }

    package mutating func holdAnswers(_ areHeld: Bool) {}

    package mutating func close(isFinal: Bool, using generator: inout SeededGenerator) -> [UInt8] {
        []
    }

    package mutating func endedWhileOpening() -> LinkLoss? { nil }

    package mutating func retries(after reason: StationConnection.Reason) -> Bool { false }

    package var resumption: WireResumption { WireResumption() }

    package mutating func resume(_ resumption: WireResumption) {}

    package var silence: LinkLoss {
        LinkLoss("heartbeatMissing", "the server's heartbeat stayed out")
    }

    package var soundPerHour: Int? { nil }

    package mutating func answered(
        _ answer: PollAnswer, at now: Instant, using generator: inout SeededGenerator
    ) {}

    package var deadline: Instant? { nil }

    package mutating func woke(at now: Instant, using generator: inout SeededGenerator) {}

    package func timedOut(afterSeconds seconds: Int64) -> LinkLoss {
        LinkLoss("timedOut", "the server did not answer in \(seconds) s")
    }
}

/// The state of a wire that outlives its connection.
package struct WireResumption: Equatable, Sendable {
    /// The last event that was received, in the server's words.
    package var lastID = ""
    /// The least pause before the next attempt, as the server asked.
    package var pause: Interval?
}

/// An event that a wire has found in the bytes, or bytes that it must send.
package enum WireEvent {
    /// Messages may flow.
    case opened
    /// A whole message came.
    case message(FeedMessage)
    /// The server says that its last message still holds.
    case unchanged
    /// These bytes must be sent.
    case transmit([UInt8])
    /// The server, which is polled, must be asked.
    case ask(PollRequest)
    /// The peer closed with this code and reason, which may mean something to the feed; if not, the
    /// loss describes it. Nothing follows.
    case closed(code: Int, reason: String, LinkLoss)
    /// The wire cannot go on. Nothing follows.
    case failed(LinkLoss)
}

package import Feeds
package import Support

/// A protocol of one connection, below the feed: bytes in and out, whole messages up and down.
///
/// It does no I/O and knows no time. When the connection stands, the link sends what `open` gives;
/// then, and after each piece that it passes to `receive`, it calls `next` until that gives `nil`.
/// Which wire a feed has, its `Route` says.
package protocol Wire: Sendable {
    /// The peer answers pings: one that says nothing can be asked whether it is alive.
    var canPing: Bool { get }

    /// The connection stands.
    ///
    /// - Returns: The bytes to send first.
    mutating func open(using generator: inout SeededGenerator) -> [UInt8]

    /// Bytes came.
    mutating func receive(_ bytes: [UInt8])

    /// The next event in what came; `nil` when more must be received first.
    mutating func next(using generator: inout SeededGenerator) -> WireEvent?

    /// The bytes of a text; none where the peer does not listen, or not yet.
    mutating func send(_ text: String, using generator: inout SeededGenerator) -> [UInt8]

    /// The bytes of a ping; none where it cannot be sent.
    mutating func ping(using generator: inout SeededGenerator) -> [UInt8]

    /// Answers that the peer asks for are held back while what was sent has not all left.
    mutating func holdAnswers(_ areHeld: Bool)

    /// The connection is given up here.
    ///
    /// - Parameter isFinal: It will not be dialled again.
    /// - Returns: The bytes that tell the peer.
    mutating func close(isFinal: Bool, using generator: inout SeededGenerator) -> [UInt8]

    /// The connection ended before the wire was open.
    ///
    /// - Returns: What that means, where the wire can tell.
    mutating func endedWhileOpening() -> LinkLoss?
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
}

/// What a wire has found in the bytes, or wants done.
package enum WireEvent {
    /// Messages may flow.
    case opened
    /// A whole message came.
    case message(FeedMessage)
    /// These bytes must be sent.
    case transmit([UInt8])
    /// The peer closed with this code and reason, which may mean something to the feed; if not,
    /// the loss is what it comes to. Nothing follows.
    case closed(code: Int, reason: String, LinkLoss)
    /// The wire cannot go on. Nothing follows.
    case failed(LinkLoss)
}

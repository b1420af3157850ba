public import FanOut
public import WebSocket

/// Something that the core wants done outside.
///
/// Nearly all are deliveries to clients. The larger ones are kept apart, so that those stay small.
public enum Effect: Sendable {
    /// Connect a link, with TLS where its route asks for it.
    indirect case dial(LinkID, Destination)
    /// Send bytes on a link.
    case transmit(LinkID, [UInt8])
    /// Send what is on its way on a link, then end its connection. Nothing that happens on that
    /// connection afterwards is to be reported.
    case hangUp(LinkID)
    /// Leave what comes on a link in the kernel, so that its server has to wait.
    case pauseReading(LinkID)
    /// Read on a link again.
    case resumeReading(LinkID)

    /// Give a client what one of its subscriptions is told.
    case deliver(ClientID, Delivery)
    /// Give a client something else.
    case reply(ClientID, Reply)
    /// Send what is on its way to a client, then end its connection.
    case disconnect(ClientID)
    /// Go on in the next turn of the loop, with `Event.turn`.
    case takeTurn

    /// Append to the journal.
    indirect case journal(JournalEntry)
    /// All is done: the program can end.
    case finish
}

/// Where a link leads.
public enum Destination: Hashable, Sendable {
    /// To a server, whose scheme tells whether TLS is used, and with it which certificates are
    /// accepted.
    case server(WebSocketURL, TLSSettings)
    /// To the standard output of a program, given with its arguments.
    case program([String])
}

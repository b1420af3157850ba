public import Views
public import WebSocket

/// Something that the core wants done outside.
///
/// Nearly all are lines for clients. The larger ones are kept apart, so that those stay small.
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

    /// Send a line to a client.
    case send(ClientID, Line)
    /// Send what is on its way to a client, then end its connection.
    case disconnect(ClientID)
    /// Go on in the next turn of the loop, with `Event.turn`.
    case takeTurn

    /// Show another state of the session on the desktop.
    indirect case showPlayer(MediaPlayer)

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

/// A line for a client: a head of its own, and a body that many share.
public struct Line: Sendable {
    /// What only this client gets.
    public var head: [UInt8]
    /// What was encoded once for all who want the same.
    public var body: [UInt8]
    /// What closes the brackets of the head, and ends the line.
    public var tail: [UInt8]

    init(head: [UInt8], body: [UInt8] = [], tail: [UInt8] = []) {
        self.head = head
        self.body = body
        self.tail = tail
    }

    /// The length in bytes.
    public var count: Int { head.count + body.count + tail.count }

    /// The whole line in one piece.
    public var bytes: [UInt8] {
        var whole: [UInt8] = []
        whole.reserveCapacity(count)
        whole += head
        whole += body
        whole += tail
        return whole
    }
}

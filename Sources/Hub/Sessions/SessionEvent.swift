import JSON
import NowPlaying

/// Something that clients of a session are told beside its documents.
enum SessionEvent: Hashable, Sendable {
    /// Whoever shows templates is invited to show what plays.
    case present
    /// The session's player is asked for something.
    case requested
}

extension Hub {
    /// An event as it is sent, with what is true when its turn comes.
    mutating func line(for event: SessionEvent, of session: SessionIndex) -> Line? {
        guard let state = sessions[session], let number = sessions[session]?.nextEvent() else {
            return nil
        }
        var writer = JSONWriter()
        writer.beginNotification("event")
        writer.member("session", state.reported.id)
        writer.member("id", number)
        switch event {
        case .present: writer.member("present", "nowPlaying")
        case .requested: writer.write(requested: state.requested)
        }
        return Line(head: writer.bytes, tail: Array("}}\n".utf8))
    }

    /// Puts an event into a client's queue, in which it stands once at most.
    /// Outputs of bare records are told none.
    mutating func enqueue(_ event: SessionEvent, of session: SessionIndex, for client: ClientID) {
        let event = Client.ClientEvent(session: session, event: event)
        guard let place = fanOut.clients.place(of: client),
            fanOut.clients[place].framing == .notifications,
            fanOut.clients[place].events.insert(event).inserted
        else { return }
        fanOut.enqueue(.event(event), for: client)
    }
}

extension JSONWriter {
    /// All that a player is to do, whatever it was asked for before.
    fileprivate mutating func write(requested session: ListeningSession) {
        beginObject("requested")
        member("station", session.station)
        member("stream", session.stream)
        member("state", session.state.rawValue)
        member("rate", milliseconds: Interval(seconds: session.rate)?.milliseconds ?? 1_000)
        if let rewound = session.position.rewound {
            member("position", milliseconds: rewound.heard.milliseconds)
        }
        endObject()
    }
}

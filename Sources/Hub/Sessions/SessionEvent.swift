import JSON
import NowPlaying
import Views

/// Something that clients of a session are told beside its documents.
enum SessionEvent: Hashable, Sendable {
    /// Whoever shows templates is invited to show what plays.
    case present
    /// The session's player is asked for something.
    case requested
    /// Something that was asked for could not be done.
    case failed
    /// What a car's user tapped was refused.
    case refused
}

extension Hub {
    /// An event as it is sent, with what is true when its turn comes.
    mutating func delivery(
        of event: SessionEvent, in session: SessionIndex, to client: ClientID
    ) -> Delivery? {
        guard let state = sessions[session] else { return nil }
        let failure = failure(toldBy: event, of: state, to: client)
        // It may have been taken back meanwhile.
        guard failure != nil || !event.isAlert, let number = sessions[session]?.nextEvent() else {
            return nil
        }
        let event = JSONWriter.object { writer in
            writer.member("session", state.reported.id)
            writer.member("id", number)
            switch event {
            case .present: writer.member("present", "nowPlaying")
            case .requested:
                writer.write(requested: state.requested, from: address(of: state.requested))
            case .failed, .refused:
                let car = fanOut.carPlay(of: client, in: session)
                let alert = AlertTemplate(
                    of: failure, retrying: event == .failed ? state.reported.failed?.command : nil,
                    actionsMax: car.limits.alertActions, in: car.locale)
                writer.member("present", TemplateID.alert)
                writer.key("alert")
                writer.raw(Document.encode(alert))
            }
        }
        return .event(event)
    }

    private func failure(
        toldBy event: SessionEvent, of state: SessionState, to client: ClientID
    ) -> ListeningSession.Failure? {
        switch event {
        case .present, .requested: nil
        case .failed: state.reported.failed?.failure
        case .refused: fanOut.clients[client]?.refusal.map { .reported($0) }
        }
    }

    /// Where the sound of what a session is to play is: of its stream, else of the only one that
    /// its station has.
    private func address(of session: ListeningSession) -> String? {
        let streams = ownStation(of: session).map { store[$0].configuration.streams } ?? []
        let chosen = streams.first { $0.id == session.stream }
        return (chosen ?? (streams.count == 1 ? streams.first : nil))?.url
    }

    /// Puts an event into a client's queue, in which it stands once at most.
    /// Outputs are told none.
    mutating func enqueue(_ event: SessionEvent, of session: SessionIndex, for client: ClientID) {
        let event = Client.ClientEvent(session: session, event: event)
        guard let place = fanOut.clients.place(of: client),
            !fanOut.clients[place].isOutput,
            fanOut.clients[place].events.insert(event).inserted
        else { return }
        fanOut.enqueue(.event(event), for: client)
    }
}

extension Hub {
    /// Tells those who asked for what failed, and the cars, why it did.
    mutating func tellOfFailure(in session: SessionIndex) {
        guard let askers = sessions[session]?.takeAskersOfFailure() else { return }
        for client in askers.union(fanOut.cars(of: session)).sorted() {
            enqueue(.failed, of: session, for: client)
        }
    }

    /// Tells a car that what was tapped in it cannot be done, and why.
    mutating func tellOfRefusal(_ error: RequestError, in name: String, to client: ClientID) {
        guard error.code == .notPossibleNow, let session = sessions.index(of: name),
            fanOut.cars(of: session).contains(client)
        else { return }
        fanOut.clients.change(client) { $0.refusal = error.message }
        enqueue(.refused, of: session, for: client)
    }
}

extension SessionEvent {
    fileprivate var isAlert: Bool { self == .failed || self == .refused }
}

extension JSONWriter {
    /// All that a player is to do, whatever it was asked for before.
    fileprivate mutating func write(requested session: ListeningSession, from url: String?) {
        beginObject("requested")
        member("station", session.station)
        member("stream", session.stream)
        member("url", url)
        member("state", session.state.rawValue)
        member("rate", milliseconds: Interval(seconds: session.rate)?.milliseconds ?? 1_000)
        member("repeat", session.repeatMode?.rawValue)
        member("shuffle", session.isShuffled)
        if let rewound = session.position.rewound {
            member("position", milliseconds: rewound.heard.milliseconds)
        }
        endObject()
    }
}

import FanOut
import JSON
import NowPlaying
import Sessions
import Stations
import Views

/// Something that happened in a session, and waits for a client's turn.
struct SessionNotice: Hashable, Sendable {
    let session: SessionIndex
    let event: SessionEvent
}

extension Hub {
    /// A notice as it is sent, with what is true when its turn comes.
    mutating func reply(to notice: SessionNotice, for client: ClientID) -> Reply? {
        let (session, event) = (notice.session, notice.event)
        guard let state = sessions[session] else { return nil }
        let failure = failure(toldBy: event, of: state, to: client)
        // It may have been taken back meanwhile.
        guard failure != nil || !event.isAlert, let number = sessions.nextEvent(of: session) else {
            return nil
        }
        let body = JSONWriter.object { writer in
            writer.member("session", state.reported.id)
            writer.member("id", number)
            switch event {
            case .present: writer.member("present", "nowPlaying")
            case .requested:
                writer.write(requested: state.requested, from: address(of: state.requested))
            case .failed, .refused:
                let retried = event == .failed ? state.reported.failed?.command : nil
                let options = fanOut.overviewOptions(of: client, in: session) ?? .forAlerts
                let alert = options.alert(about: SessionFailure(failure, retrying: retried))
                writer.member("present", alert?.template)
                writer.member("alert", raw: alert?.bytes)
            }
        }
        return .event(body)
    }

    private func failure(
        toldBy event: SessionEvent, of state: SessionState, to client: ClientID
    ) -> ListeningSession.Failure? {
        switch event {
        case .present, .requested: nil
        case .failed: state.reported.failed?.failure
        case .refused: clients[client]?.refusal.map { .reported($0) }
        }
    }

    /// The address of a session's sound: that of its stream, else of its station's only stream.
    private func address(of session: ListeningSession) -> String? {
        let streams = store.station(of: session).map { store.configuration(of: $0).streams } ?? []
        let chosen = streams.first { $0.id == session.stream }
        return (chosen ?? (streams.count == 1 ? streams.first : nil))?.url
    }

    /// Puts an event into a client's queue, in which it stands once at most.
    /// Outputs are told none.
    mutating func enqueue(_ event: SessionEvent, of session: SessionIndex, for client: ClientID) {
        let notice = SessionNotice(session: session, event: event)
        guard clients[client]?.isOutput == false,
            clients[client]?.notices.insert(notice).inserted == true
        else { return }
        enqueue(.event(notice), for: client)
    }
}

extension Hub {
    /// Tells a car the reason for which a tap in it was refused.
    mutating func tellOfRefusal(_ error: RequestError, in name: String, to client: ClientID) {
        guard error.code == .notPossibleNow, let session = sessions.index(of: name),
            fanOut.overviewClients(of: session).contains(client)
        else { return }
        clients[client]?.refusal = error.message
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
        member("rate", rounded: session.rate)
        member("repeat", session.repeatMode?.rawValue)
        member("shuffle", session.isShuffled)
        if let rewound = session.position.rewound {
            member("position", milliseconds: rewound.heard.milliseconds)
        }
        endObject()
    }
}

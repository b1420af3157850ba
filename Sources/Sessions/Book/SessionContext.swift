package import FanOut
package import NowPlaying
package import Stations

/// The surroundings of sessions while they handle an input, and their outputs.
package struct SessionContext {
    package let stations: StationStore
    package let now: Moment
    /// Sessions are a cluster's: changes are proposed to it, and come back from it. Each member has
    /// a `main` of its own.
    package let areShared: Bool
    /// The outputs for the hub, in their order.
    package var outputs: [SessionOutput] = []

    package init(stations: StationStore, areShared: Bool, at now: Moment) {
        self.stations = stations
        self.areShared = areShared
        self.now = now
    }

    func isShared(_ state: SessionState) -> Bool {
        areShared && state.reported.id != ListeningSession.main
    }
}

/// An output of the sessions, for the hub to route.
package enum SessionOutput {
    /// A session began.
    case began(SessionIndex, named: String)
    /// A session ended.
    case ended(SessionIndex)
    /// A shared session was without followers for so long that it ends where the others agree.
    case abandoned(SessionIndex)
    /// The documents from here on are of a new revision.
    case revised
    /// Parts of a session's documents changed; all of them where they are `nil`.
    case changed(SessionIndex, StateParts?, by: Cause, isUrgent: Bool)
    /// Documents with an overview of stations changed.
    case overviewsChanged(SessionIndex)
    /// The time at which the session must be woken may be another.
    case deadlineChanged(SessionIndex)
    /// Clients are told of an event.
    case event(SessionEvent, of: SessionIndex, to: Recipients)
    /// A choice of listeners that is to survive a restart.
    case remembered(PersistedChange)
    /// A session without followers is to be paused.
    case pause(SessionIndex)
    /// A listener wants a station to be dialled now.
    case redial(StationIndex, by: Cause)
    /// The player of a shared session has gone.
    case playerLeft(SessionIndex, ClientID)
    /// A shared session is to be in this state, as a client asked.
    case proposed(SessionState, over: SessionState, by: ClientID?)
    /// The shared preferences are to be these.
    case proposedPreferences(Preferences, sender: String?)

    /// The clients that are told of an event.
    package enum Recipients {
        case client(ClientID)
        /// These, and all with an overview of stations.
        case overviews(and: Set<ClientID>)
        /// All with an overview of stations but these.
        case overviewsExcept(Set<ClientID>)
    }
}

/// Something that clients of a session are told beside its documents.
package enum SessionEvent: Hashable, Sendable {
    /// Clients that show templates are invited to show what plays.
    case present
    /// The session's player is asked for something.
    case requested
    /// Something that was asked for could not be done.
    case failed
    /// A tap of a car's user was refused.
    case refused
}

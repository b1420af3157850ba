public import NowPlaying

/// A message of a hub to one that follows it.
public enum HubUpdate: Equatable, Sendable {
    /// A station or a session has another document, or is gone.
    case changed(HubRecord)
    /// Everything that there is has come, at the beginning and after each interruption.
    case synced
    /// Something happened in the session beside its documents.
    case happened(HubEvent)
    /// The connection has ended; it is made again until that works. Documents may be outdated.
    case interrupted(HubClientError)

    /// The state of a station; `nil` for everything else.
    public var state: NowPlaying? {
        if case .changed(let record) = self, case .nowPlaying(let state) = record.content {
            state
        } else {
            nil
        }
    }

    /// The lock screen of a session; `nil` for everything else.
    public var card: LockCard? {
        if case .changed(let record) = self, case .lockScreen(let card) = record.content {
            card
        } else {
            nil
        }
    }

    /// The car's screen of a session; `nil` for everything else.
    public var car: CarDocument? {
        if case .changed(let record) = self, case .carPlay(let car) = record.content {
            car
        } else {
            nil
        }
    }
}

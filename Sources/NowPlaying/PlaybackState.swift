/// The state of a listener's player, in the words of Apple's `MPNowPlayingPlaybackState`.
public enum PlaybackState: String, CaseIterable, Sendable {
    /// No player has said yet.
    case unknown
    /// It plays.
    case playing
    /// The listener paused it.
    case paused
    /// It is switched off.
    case stopped
    /// Something else took the loudspeaker, such as a call.
    case interrupted

    /// A car draws the station as the one that plays: while it is paused, too.
    public var isHeld: Bool {
        switch self {
        case .playing, .paused, .interrupted: true
        case .unknown, .stopped: false
        }
    }
}

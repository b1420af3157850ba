public import NowPlaying

/// A report of a session's player about its real playback.
public struct SessionReport: Sendable {
    /// The state of the player.
    public var state: PlaybackState
    /// The station that it plays, where it reports one.
    public var station: String?
    /// The stream that it plays, where it reports one.
    public var stream: String?
    /// The time at which the part that is heard was broadcast, where it reports that.
    public var position: Timestamp?
    /// Seconds of broadcast for each second, where it says so.
    public var rate: Double?
    /// The mode of repetition, where it has one.
    public var repeatMode: ListeningSession.RepeatMode?
    /// True if its order is random; `nil` where it has none.
    public var isShuffled: Bool?
    /// The reason for which it could not do a request.
    public var error: String?

    /// A report of what it does alone.
    public init(state: PlaybackState) {
        self.state = state
    }
}

public import NowPlaying

/// What a session's player says that it really does.
public struct SessionReport: Sendable {
    /// What it does.
    public var state: PlaybackState
    /// Which station it plays, where it says so.
    public var station: String?
    /// Which stream it plays, where it says so.
    public var stream: String?
    /// When what is heard was broadcast, where it says so.
    public var position: Timestamp?
    /// Seconds of broadcast for each second, where it says so.
    public var rate: Double?
    /// What is played again at its end, where it has that.
    public var repeatMode: ListeningSession.RepeatMode?
    /// Whether its order is random, where it has one.
    public var isShuffled: Bool?
    /// Why it could not do what was asked for.
    public var error: String?

    /// A report of what it does alone.
    public init(state: PlaybackState) {
        self.state = state
    }
}

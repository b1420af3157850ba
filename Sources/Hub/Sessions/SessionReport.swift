import NowPlaying

/// What a session's player says that it really does.
struct SessionReport {
    /// What it does.
    var state: PlaybackState
    /// Which station it plays, where it says so.
    var station: String?
    /// Which stream it plays, where it says so.
    var stream: String?
    /// When what is heard was broadcast, where it says so.
    var position: Timestamp?
    /// Seconds of broadcast for each second, where it says so.
    var rate: Double?
    /// What is played again at its end, where it has that.
    var repeatMode: ListeningSession.RepeatMode?
    /// Whether its order is random, where it has one.
    var isShuffled: Bool?
    /// Why it could not do what was asked for.
    var error: String?
}

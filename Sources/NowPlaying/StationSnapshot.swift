/// What a station plays at one version: made once, and then shared by all who show it.
public final class StationSnapshot: Sendable {
    /// What it plays, and all that is known around that.
    public let nowPlaying: NowPlaying

    /// A snapshot of a state.
    public init(_ nowPlaying: NowPlaying) {
        self.nowPlaying = nowPlaying
    }
}

/// A station's state at one version: made once, and then shared by all that show it.
public final class StationSnapshot: Sendable {
    /// The track on air, and all that is known around it.
    public let nowPlaying: NowPlaying

    /// A snapshot of a state.
    public init(_ nowPlaying: NowPlaying) {
        self.nowPlaying = nowPlaying
    }
}

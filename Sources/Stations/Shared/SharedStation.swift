package import Feeds
package import NowPlaying

/// What the hub that reads a station tells the others of its cluster.
///
/// They serve the state as it is. The rest is what a successor needs to go on from there without
/// inventing a change: which play of which track is on air, by what the feed itself tells tracks
/// apart, and with which anchor.
package struct SharedStation: Equatable, Sendable {
    /// What is served.
    package var nowPlaying: NowPlaying
    /// The timeline's newest spans.
    package var spans: [Timeline.Span] = []
    /// The newest position was assumed.
    package var assumesPosition = false
    /// The show on air.
    package var programme: ProgrammeLog.Entry?
    /// The station's own facts.
    package var facts = ReportedStation()
    /// The station has reported something.
    package var hasReported = false

    package init(nowPlaying: NowPlaying) {
        self.nowPlaying = nowPlaying
    }
}

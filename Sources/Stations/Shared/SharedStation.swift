package import Feeds
package import NowPlaying

/// A station's state, as its reading hub sends it to the other hubs of the cluster.
///
/// They serve `nowPlaying` unchanged. A successor needs the rest to go on from there without
/// inventing a change: the play on air, the identity by which the feed tells its track apart, and
/// its anchor.
package struct SharedStation: Equatable, Sendable {
    /// The state that is served.
    package var nowPlaying: NowPlaying
    /// The timeline's newest spans.
    package var spans: [Timeline.Span] = []
    /// The newest position was assumed.
    package var assumesPosition = false
    /// The show on air.
    package var programme: ProgrammeLog.Entry?
    /// The station's own facts.
    package var facts = ReportedStation()
    /// True if the station has reported.
    package var hasReported = false

    package init(nowPlaying: NowPlaying) {
        self.nowPlaying = nowPlaying
    }
}

extension SharedStation {
    /// The state of a station as its reader has it now.
    package init(_ reader: StationReducer, at now: Timestamp) {
        self.init(nowPlaying: reader.presented)
        spans = reader.timeline.tail(at: now)
        assumesPosition = reader.timeline.assumesPosition
        programme = reader.timeline.programmes.current
        (facts, hasReported) = (reader.reportedFacts, reader.hasReported)
    }
}

import NowPlaying

/// The tracks that a station has played, as its state lists them.
///
/// With a new title the list moves on by one: tracks that were listed before are listed again,
/// and are neither made nor looked at anew.
struct TrackHistory: Sendable {
    private struct Entry: Sendable {
        /// The span that ends the play.
        var index: Int
        let track: Box<PlayedTrack>
    }

    private var entries: [Entry] = []
    /// Up to when the plays were listed.
    private var edge: Timestamp?

    /// The tracks that began by a moment besides the one of an id, newest first.
    ///
    /// - Parameter change: Of the timeline's spans since this was asked last.
    mutating func tracks(
        of timeline: Timeline, since change: SpanList.Change, until edge: Timestamp,
        besides current: String?
    ) -> [Box<PlayedTrack>] {
        let known = settled(in: timeline.spans, since: change, until: edge)
        let most = timeline.limits.history
        let new = timeline.plays(
            after: known.first?.index, until: edge, besides: current, atMost: most)
        let made = new.compactMap { index in
            timeline.playedTrack(endingWith: index, until: edge)
                .map { Entry(index: index, track: Box($0)) }
        }
        entries = made + known.prefix(most - made.count)
        self.edge = edge
        return entries.map(\.track)
    }

    /// The entries of which nothing can have changed: neither their spans nor those that follow
    /// them, which end them, and which had begun.
    private func settled(
        in spans: SpanList, since change: SpanList.Change, until edge: Timestamp
    ) -> [Entry] {
        guard let listed = self.edge, listed <= edge, !spans.repeatsPlays else { return [] }
        let moved = entries.lazy.map {
            Entry(index: $0.index - change.removed, track: $0.track)
        }
        return moved.drop { entry in
            let end = entry.index + 1
            return end >= change.unchanged || spans[end].isUndated || spans[end].since > listed
        }.filter { $0.index >= 0 }
    }
}

import NowPlaying

/// The tracks that a station has played, as its state lists them.
///
/// With a new title the list moves on by one: tracks that are already listed are reused, not built
/// again.
struct TrackHistory: Sendable {
    private struct Entry: Sendable {
        /// The span that ends the play, counted from the first span ever.
        let span: Int
        let track: Box<PlayedTrack>
    }

    /// The oldest first: a new one is added behind the others.
    private var entries: [Entry] = []
    /// The number of first spans that were removed.
    private var removed = 0
    /// The moment up to which the plays were listed.
    private var edge: Timestamp?

    /// The tracks that began by a moment except the one with an identifier, newest first.
    ///
    /// - Parameter change: The change of the timeline's spans since the last call.
    mutating func tracks(
        of timeline: Timeline, since change: SpanList.Change, until edge: Timestamp,
        besides current: String?
    ) -> [Box<PlayedTrack>] {
        removed += change.removed
        keepSettled(in: timeline.spans, since: change, until: edge)
        let most = timeline.limits.history
        let new = timeline.plays(
            after: entries.last.map { $0.span - removed }, until: edge, besides: current,
            atMost: most)
        for index in new.reversed() {
            guard let track = timeline.playedTrack(endingWith: index, until: edge) else { continue }
            entries.append(Entry(span: removed + index, track: Box(track)))
        }
        entries.removeFirst(max(0, entries.count - most))
        self.edge = edge
        return entries.reversed().map { $0.track }
    }

    /// Keeps the entries that cannot have changed: their spans and the spans that end them are
    /// unchanged, and the latter had begun when the plays were listed.
    private mutating func keepSettled(
        in spans: SpanList, since change: SpanList.Change, until edge: Timestamp
    ) {
        guard let listed = self.edge, listed <= edge, !spans.repeatsPlays else {
            return entries.removeAll(keepingCapacity: true)
        }
        entries.removeFirst(entries.prefix { $0.span < removed }.count)
        while let last = entries.last {
            let end = last.span - removed + 1
            if end < change.unchanged, !spans[end].isUndated, spans[end].since <= listed { break }
            entries.removeLast()
        }
    }
}

import NowPlaying

/// The tracks that a station has played, as its state lists them.
///
/// With a new title the list moves on by one: a track that was listed before is listed again, and
/// is neither made nor compared anew.
struct PlayedList: Sendable {
    private struct Entry: Sendable {
        /// The span that ends the play, and the length that was made of it.
        let onAir: Box<OnAir>
        let duration: Interval?
        let track: Box<PlayedTrack>
    }

    private var entries: [Entry] = []

    /// The tracks that began by a moment besides the one of an id, newest first.
    mutating func tracks(
        of timeline: Timeline, until edge: Timestamp, besides current: String?
    ) -> [Box<PlayedTrack>] {
        var known = entries[...]
        let plays = timeline.plays(
            until: edge, besides: current, atMost: timeline.limits.history)
        entries = plays.compactMap { index in
            let onAir = timeline.spans[index].onAir
            let duration = timeline.duration(ofSpan: index, until: edge)
            let place = known.firstIndex { $0.onAir.isIdentical(to: onAir) }
            if let place, known[place].duration == duration {
                defer { known = known[(place + 1)...] }
                return known[place]
            }
            return onAir.value.play.map { play in
                let track = PlayedTrack(
                    play.track, startedAt: play.startedAt, lasting: duration)
                return Entry(onAir: onAir, duration: duration, track: Box(track))
            }
        }
        return entries.map(\.track)
    }
}

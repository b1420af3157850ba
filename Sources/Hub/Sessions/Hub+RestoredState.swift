import NowPlaying
import Sessions
import Stations

/// The plays of a station that is not in the hub.
struct PastTimeline: Sendable {
    let timeline: StationTimeline
    /// The time at which the last of them was on air.
    let end: Timestamp

    /// The plays up to a time.
    init(_ timeline: StationTimeline, endingAt end: Timestamp) {
        self.timeline = timeline
        self.end = end
    }

    /// The plays that an earlier life has noted. If they have no times, they count as of now.
    init(_ timeline: StationTimeline, at now: Timestamp) {
        self.init(timeline, endingAt: timeline.elements.compactMap(\.startedAt).max() ?? now)
    }
}

/// Restores state of the hub's earlier life while it is running: the file could not be opened when
/// it began, was replaced, or the clock was set.
extension Hub {
    mutating func applyRestored(
        _ restored: RestoredState, at now: Moment, into effects: inout [Effect]
    ) {
        restorePast(restored.timelines, at: now, into: &effects)
        // The cluster's preferences are newer than any file.
        let hasNewer = hasSharedPreferences
        withSessions(at: now, into: &effects) {
            $0.restore(restored, hasNewer: hasNewer, in: &$1)
        }
        shareWhatIsMissing(at: now, into: &effects)
    }

    private mutating func restorePast(
        _ timelines: [String: StationTimeline], at now: Moment, into effects: inout [Effect]
    ) {
        for (id, past) in timelines.sorted(by: { $0.key < $1.key }) {
            if let station = store.index(of: id) {
                applyInput(.restored(past), to: station, at: now, into: &effects)
            } else if pastTimelines[id] == nil {
                pastTimelines[id] = PastTimeline(past, at: now.wall)
            }
        }
        forgetPast(at: now.wall)
    }
}

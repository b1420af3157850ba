import FanOut
import NowPlaying
import Sessions
import Stations

/// The choices of listeners while their earlier choices are not known.
struct ChosenMeanwhile: Sendable {
    /// The stations that became favourites, or ceased to be.
    var favourites: [String: Bool] = [:]
    /// The stations were put into an order.
    var hasOrder = false

    /// Returns the earlier choices, merged with those made since, which win.
    func merge(_ chosen: Preferences, over past: Preferences) -> Preferences {
        var merged = past
        merged.favourites.removeAll { favourites[$0] != nil }
        merged.favourites += chosen.favourites
        if hasOrder { merged.order = chosen.order }
        merged.streams.merge(chosen.streams) { _, chosen in chosen }
        return merged
    }
}

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
        if let meanwhile = chosenMeanwhile {
            chosenMeanwhile = nil
            // The cluster's preferences are newer than any file.
            if !hasSharedPreferences {
                let chosen = sessions.preferences
                sessions.preferences = meanwhile.merge(chosen, over: restored.preferences)
                sessions.arrange(store)
            }
            for session in restored.sessions { restore(session, at: now) }
        }
        // The file may be a new one.
        remember(.preferences(sessions.preferences), into: &effects)
        for index in sessions.all {
            guard let session = sessions[index]?.restored, session.station != nil else { continue }
            remember(.session(session), into: &effects)
        }
        sessionsReconfigured(at: fanOut.advance(), now: now)
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

    /// Notes a choice of listeners that is to survive a restart. The note replaces their earlier
    /// choices, so these must be known first.
    func remember(_ change: PersistedChange, into effects: inout [Effect]) {
        guard journal.contains(.changes), chosenMeanwhile == nil else { return }
        effects.append(.journal(.remembered(change)))
    }
}

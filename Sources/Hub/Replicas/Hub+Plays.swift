import JSON
import NowPlaying
import Stations

/// The plays of stations, for hubs that were away.
///
/// The hub that reads a station has each play kept under the play's own id, at its
/// beginning and when it is known better. So a play is kept once, whichever hubs have heard it.
extension Hub {
    /// The clock of a hub that was away may differ a little.
    private static let overlap = Interval.seconds(10)

    func tellPlays(
        _ changes: [PersistedChange], of station: StationIndex, into effects: inout [Effect]
    ) {
        for play in changes.compactMap({ SharedPlay($0) }) {
            effects.append(
                .state(.play(station: store.id(of: station), id: play.id, play.exchanged)))
        }
    }

    /// Tells the plays of its stations that this hub heard while the others were away, or all that
    /// it knows if those have been lost.
    func tellPlays(
        since: Timestamp?, at now: Moment, into effects: inout [Effect]
    ) {
        for station in ownStations {
            let elements = store.timeline(of: station).elements(until: now.wall)
            let heard = elements.prefix { element in
                since.map { element.hasPlayed(since: $0 - Self.overlap) } ?? true
            }
            tellPlays(
                heard.map { .element($0, station: store.id(of: station)) }, of: station,
                into: &effects)
        }
    }

    /// Takes what was played while this hub was away.
    mutating func merge(
        _ plays: [[UInt8]], of id: String, at now: Moment, into effects: inout [Effect]
    ) {
        guard let station = store.index(of: id) else { return }
        let read = plays.compactMap { SharedPlay(exchanged: $0, using: scratch.parser) }
        let past = StationTimeline(
            past: read.compactMap(\.programme), elements: read.compactMap(\.element))
        applyInput(.merged(past), to: station, at: now, into: &effects)
    }
}

extension TimelineElement {
    /// True if it ended at `time` or later; an unknown length counts as 0, an unknown start as
    /// true.
    fileprivate func hasPlayed(since time: Timestamp) -> Bool {
        startedAt.map { $0 + (duration ?? .zero) >= time } ?? true
    }
}

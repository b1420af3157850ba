package import NowPlaying
package import Stations

extension ListeningSession {
    /// Returns the station's state at the listener's moment of the broadcast: a function of the
    /// timeline and that moment alone.
    ///
    /// - Parameter station: The published state of the station.
    package func presented(
        of station: NowPlaying, in timeline: Timeline, at now: Timestamp
    ) -> NowPlaying {
        guard !hearsWhatIsPublished(of: timeline) else { return station }
        var presented = station
        let moment = broadcastTime(at: now)
        let onAir = timeline.onAir(at: moment)
        presented.online = onAir?.online
        presented.track = onAir?.play?.track
        presented.playback = onAir?.playback
        if let length = timeline.overrun(at: moment, until: liveEdge(at: now)) {
            presented.playback?.duration = length
        }
        presented.live = onAir?.live
        presented.next = onAir?.next
        presented.programme = timeline.programme(at: moment)
        presented.history = timeline.played(until: moment, besides: presented.track?.id)
        return presented
    }

    /// At the edge of the main stream, or of a station that has not been heard yet.
    private func hearsWhatIsPublished(of timeline: Timeline) -> Bool {
        position == .live
            && (!timeline.isHeard || state == .playing && streamDelay == .zero)
    }
}

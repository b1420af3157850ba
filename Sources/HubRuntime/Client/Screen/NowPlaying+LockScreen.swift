internal import JSON
internal import NowPlaying

/// Reads the hub's `lockScreen` document as a state, so that whatever shows a station's state can
/// show a session's, too.
extension NowPlaying {
    /// `nil` where the session is at no station.
    ///
    /// - Parameter session: What the state is known by.
    init?(lockScreen document: JSONValue, session: String) {
        // For radio, the slot of the album is the station's.
        guard let station = document["MPMediaItemPropertyAlbumTitle"]?.string,
            let asOf = document["asOf"]?.double.flatMap(Timestamp.init(seconds:))
        else { return nil }
        self.init(
            station: Station(id: session, name: station),
            connection: StationConnection(state: .live, since: asOf))
        if let title = document["MPMediaItemPropertyTitle"]?.string {
            track = Track(id: title, title: title)
            track?.artist = document["MPMediaItemPropertyArtist"]?.string
        }
        playback = Playback(lockScreen: document, asOf: asOf)
    }
}

extension Playback {
    fileprivate init?(lockScreen document: JSONValue, asOf: Timestamp) {
        guard let state = document["playbackState"]?.string.flatMap(PlaybackState.init),
            let rate = document["MPNowPlayingInfoPropertyPlaybackRate"]?.double,
            let elapsed = document["MPNowPlayingInfoPropertyElapsedPlaybackTime"]?.double
                .flatMap(Interval.init(seconds:))
        else { return nil }
        let anchor = Anchor(
            elapsed: elapsed, asOf: asOf, startedAt: asOf - elapsed, quality: .exact)
        let duration = document["MPMediaItemPropertyPlaybackDuration"]?.double
        self.init(
            state: State(state), rate: rate, anchor: anchor,
            duration: duration.flatMap(Interval.init(seconds:)))
    }
}

extension Playback.State {
    fileprivate init(_ state: PlaybackState) {
        self =
            switch state {
            case .playing: .playing
            case .paused, .interrupted: .paused
            case .stopped, .unknown: .stopped
            }
    }
}

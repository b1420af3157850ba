public import NowPlaying

extension MediaPlayer {
    /// The properties of `org.mpris.MediaPlayer2.Player`, by their names there.
    public enum Property: String, CaseIterable, Sendable {
        case playbackStatus = "PlaybackStatus"
        case loopStatus = "LoopStatus"
        case rate = "Rate"
        case shuffle = "Shuffle"
        case metadata = "Metadata"
        case volume = "Volume"
        case position = "Position"
        case minimumRate = "MinimumRate"
        case maximumRate = "MaximumRate"
        case canGoNext = "CanGoNext"
        case canGoPrevious = "CanGoPrevious"
        case canPlay = "CanPlay"
        case canPause = "CanPause"
        case canSeek = "CanSeek"
        case canControl = "CanControl"
    }

    /// Returns the value of a property at `time`, which matters to the position only.
    ///
    /// - Returns: `nil` for an optional property that the player does not report.
    public func value(of property: Property, at time: Timestamp) -> DBusValue? {
        switch property {
        case .playbackStatus: .string(playbackStatus.rawValue)
        case .loopStatus: loopStatus.map { .string($0.rawValue) }
        case .rate: .double(rate)
        case .shuffle: isShuffled.map { .bool($0) }
        case .metadata: .map(metadata?.entries ?? [])
        // The hub plays nothing: the player decides how loud it is.
        case .volume: .double(1)
        case .position: .int64(position(at: time).microseconds)
        case .minimumRate: .double(minimumRate)
        case .maximumRate: .double(maximumRate)
        case .canGoNext: .bool(canGoNext)
        case .canGoPrevious: .bool(canGoPrevious)
        case .canPlay: .bool(canPlay)
        case .canPause: .bool(canPause)
        case .canSeek: .bool(canSeek)
        case .canControl: .bool(true)
        }
    }
}

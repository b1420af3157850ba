public import NowPlaying

/// The document `lockScreen`: what a lock screen shows of a session, by the keys of Apple's
/// `MPNowPlayingInfoCenter`.
///
/// Title, station and position are absent where the session is at no station.
public struct LockCard: Codable, Hashable, Sendable {
    /// A command of `MPRemoteCommandCenter`.
    public struct Command: Codable, Hashable, Sendable {
        /// It can be given now.
        public var isEnabled: Bool
        /// Of a switch, whether it is on.
        public var isActive: Bool?
        /// How far it skips, in seconds.
        public var preferredIntervals: [Double]?
        /// How fast the player can play.
        public var supportedPlaybackRates: [Double]?
        /// What is played again: `off`, `one` or `all`.
        public var currentRepeatType: String?
        /// The order: `off` or `items`.
        public var currentShuffleType: String?
        /// What giving it sends; `nil` where it needs a value, or cannot be given.
        public var action: SessionAction?
    }

    /// What plays.
    public var title: String?
    /// Who plays it.
    public var artist: String?
    /// The station: for radio, the slot of the album is the station's.
    public var station: String?
    /// The album that the track is from.
    public var album: String?
    /// The genre.
    public var genre: String?
    /// Cover art, or the station's logo.
    public var artwork: Artwork?
    /// International Standard Recording Code.
    public var isrc: String?
    /// What is heard, for programs.
    public var contentIdentifier: String?
    /// `MPNowPlayingInfoMediaType`: 1 for audio.
    public var mediaType: Int?
    /// The length of what is heard.
    public var duration: Interval?
    /// How much of it has passed, 0 … 1.
    public var progress: Double?
    /// The position at `asOf`.
    public var elapsed: Interval
    /// How fast it plays; 0 where it does not.
    public var rate: Double
    /// How fast it plays where the listener chose nothing.
    public var defaultRate: Double?
    /// What is heard is on air now; `nil` where nothing was selected.
    public var isLive: Bool?
    /// When what is heard was on air.
    public var playbackDate: Timestamp?
    /// The place among what can be heard.
    public var queueIndex: Int?
    /// How much can be heard.
    public var queueCount: Int?
    /// What the player does.
    public var playbackState: PlaybackState
    /// When the position was so.
    public var asOf: Timestamp
    /// The station has been lost: what is shown may be old.
    public var isStale: Bool?
    /// The commands by their names, such as `togglePlayPauseCommand`.
    public var commands: [String: Command]

    private enum CodingKeys: String, CodingKey {
        case title = "MPMediaItemPropertyTitle"
        case artist = "MPMediaItemPropertyArtist"
        case station = "MPMediaItemPropertyAlbumTitle"
        case genre = "MPMediaItemPropertyGenre"
        case artwork = "MPMediaItemPropertyArtwork"
        case isrc = "MPNowPlayingInfoPropertyInternationalStandardRecordingCode"
        case contentIdentifier = "MPNowPlayingInfoPropertyExternalContentIdentifier"
        case mediaType = "MPNowPlayingInfoPropertyMediaType"
        case duration = "MPMediaItemPropertyPlaybackDuration"
        case progress = "MPNowPlayingInfoPropertyPlaybackProgress"
        case elapsed = "MPNowPlayingInfoPropertyElapsedPlaybackTime"
        case rate = "MPNowPlayingInfoPropertyPlaybackRate"
        case defaultRate = "MPNowPlayingInfoPropertyDefaultPlaybackRate"
        case isLive = "MPNowPlayingInfoPropertyIsLiveStream"
        case playbackDate = "MPNowPlayingInfoPropertyCurrentPlaybackDate"
        case queueIndex = "MPNowPlayingInfoPropertyPlaybackQueueIndex"
        case queueCount = "MPNowPlayingInfoPropertyPlaybackQueueCount"
        case playbackState, asOf, album, isStale, commands
    }
}

/// A picture of a station or a track.
public struct Artwork: Codable, Hashable, Sendable {
    /// Where it is.
    public var url: String
    /// Its width in pixels, where the station says it.
    public var width: Int?
    /// Its height in pixels, where the station says it.
    public var height: Int?
    /// Width by height, where the station says both.
    public var aspectRatio: Double?
}

extension LockCard {
    /// How it plays; `nil` where the session is at no station.
    public var playback: Playback? {
        guard station != nil else { return nil }
        let anchor = Anchor(
            elapsed: elapsed, asOf: asOf, startedAt: asOf - elapsed, quality: .exact)
        return Playback(
            state: Playback.State(playbackState), rate: rate, anchor: anchor, duration: duration)
    }

    /// The position at a time; `nil` where the session is at no station.
    public func position(at time: Timestamp) -> Interval? { playback?.position(at: time) }
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

extension PlaybackState: Codable {
    /// Reads a state; one that this version does not know reads as `unknown`.
    public init(from decoder: any Decoder) throws {
        let name = try decoder.singleValueContainer().decode(String.self)
        self = PlaybackState(rawValue: name) ?? .unknown
    }
}

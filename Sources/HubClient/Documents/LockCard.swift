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
        /// Of a switch, true if it is on.
        public var isActive: Bool?
        /// Of a switch, the effect of giving the command, in words.
        public var localizedTitle: String?
        /// The lengths by which it skips, in seconds.
        public var preferredIntervals: [Double]?
        /// The rates at which the player can play.
        public var supportedPlaybackRates: [Double]?
        /// The mode of repetition: `off`, `one` or `all`.
        public var currentRepeatType: String?
        /// The order: `off` or `items`.
        public var currentShuffleType: String?
        /// The action that giving it sends; `nil` where it needs a value, or cannot be given.
        public var action: SessionAction?
    }

    /// The title of the track, else of the show, else the station's name.
    public var title: String?
    /// The artist.
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
    /// The identifier of the content that is heard, for programs.
    public var contentIdentifier: String?
    /// `MPNowPlayingInfoMediaType`: 1 for audio.
    public var mediaType: Int?
    /// The length of the track or the show that is heard.
    public var duration: Interval?
    /// The share of the track or the show that has passed, 0 … 1.
    public var progress: Double?
    /// The position at `asOf`.
    public var elapsed: Interval
    /// The rate of playback; 0 while nothing plays.
    public var rate: Double
    /// The rate of playback if the listener chose none.
    public var defaultRate: Double?
    /// True if the listener hears what is on air now; `nil` where nothing was selected.
    public var isLive: Bool?
    /// The time at which the part that is heard was on air.
    public var playbackDate: Timestamp?
    /// The place of the session's station among all, counted from 0.
    public var queueIndex: Int?
    /// The number of stations.
    public var queueCount: Int?
    /// The state of the player.
    public var playbackState: PlaybackState
    /// The time of the position `elapsed`.
    public var asOf: Timestamp
    /// The station has been lost: what is shown may be old.
    public var isStale: Bool?
    /// The id of the station; `nil` where nothing was selected.
    public var stationID: String?
    /// The title of the programme that is heard.
    public var programme: String?
    /// The kind of what is heard, where the station tells it.
    public var kind: String?
    /// The pair of buttons beside play: `skip` or `track`.
    public var transportButtons: String?
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
        case stationID = "station"
        case playbackState, asOf, album, isStale, programme, kind, transportButtons, commands
    }
}

/// A picture of a station or a track.
public struct Artwork: Codable, Hashable, Sendable {
    /// Its address.
    public var url: String
    /// Its width in pixels, where the station says it.
    public var width: Int?
    /// Its height in pixels, where the station says it.
    public var height: Int?
    /// Width by height, where it is known.
    public var aspectRatio: Double?
    /// The address of the same picture for light surroundings, where that is another one.
    public var light: String?
    /// The address of the same picture for dark surroundings, where that is another one.
    public var dark: String?
}

extension LockCard {
    /// The playback; `nil` where the session is at no station.
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

import Feeds
import NowPlaying

/// A track that is on air, as far as a log needs it.
struct Airing: Sendable {
    let track: Track
    /// When it began, as it is heard.
    let startedAt: Timestamp?
    /// A player plays it: a listener can seek, so that its position does not tell when it began.
    let isPlayer: Bool
    let duration: Interval?
    /// Its feed has no keys of its own for it.
    let isText: Bool
    /// It is not paused.
    let isPlaying: Bool
    /// It plays at rate 1.
    let isSteady: Bool
    /// The hash value of its track's texts.
    let textHash: Int

    /// What is on air of a broadcast; `nil` where nothing is, or nothing but the station's name.
    init?(_ broadcast: Shared<Broadcast>, besides name: String) {
        guard let track = broadcast.value.trackOnAir,
            track.artist != nil || ![name, broadcast.value.facts.name].contains(track.title)
        else { return nil }
        let playback = broadcast.value.playback
        textHash = AiredEntry.textHash(of: track.title, by: track.artist)
        self.track = track
        startedAt = playback?.anchor?.startedAt
        duration = playback?.duration
        isText = broadcast.value.identity?.isText ?? false
        isPlayer = broadcast.value.isPlayer
        isPlaying = playback?.state == .playing
        isSteady = isPlaying && playback?.rate == 1
    }

    /// What it makes of an element that is known already: what it leaves open stays, as long as it
    /// is the same text.
    ///
    /// - Parameter keepsStart: The known start is the right one.
    func improved(_ known: TimelineElement, keepsStart: Bool) -> TimelineElement {
        var element = known
        element.track = track
        element.track.id = known.id
        if known.track.title == track.title, known.track.artist == track.artist {
            element.track.fill(from: known.track)
        }
        element.startedAt = keepsStart ? known.startedAt ?? startedAt : startedAt ?? known.startedAt
        element.duration = duration ?? known.duration
        return element
    }
}

extension Track {
    /// Fills what is open from what is known of the same track.
    fileprivate mutating func fill(from known: Track) {
        album = album ?? known.album
        genre = genre ?? known.genre
        isrc = isrc ?? known.isrc
        kind = kind ?? known.kind
        guard artworkURL == nil else { return }
        artworkURL = known.artworkURL
        artworkSize = known.artworkSize
    }
}

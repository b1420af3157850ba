import JSON
import NowPlaying

extension Document {
    /// Encodes a lock screen: the value of the member `lockScreen` of a record.
    public static func encode(_ lockScreen: LockScreen) -> [UInt8] {
        var writer = JSONWriter(capacity: usualLockScreenSize)
        writer.write(lockScreen)
        return writer.bytes
    }

    /// Enough for most.
    private static let usualLockScreenSize = 2_048
}

/// The shape of the `lockScreen` document: Apple's symbol names as keys, since their values are
/// private; times in Unix seconds and lengths in seconds, both to 1 ms.
extension JSONWriter {
    /// `MPNowPlayingInfoMediaType.audio`.
    private static let audio = 1

    fileprivate mutating func write(_ lockScreen: LockScreen) {
        beginObject()
        writeContent(of: lockScreen)
        writePlayback(of: lockScreen)
        member("playbackState", lockScreen.playbackState.rawValue)
        member("asOf", lockScreen.asOf)
        member("station", lockScreen.station)
        member("programme", lockScreen.programme)
        member("kind", lockScreen.kind?.rawValue)
        member("album", lockScreen.album)
        member("transportButtons", lockScreen.transportButtons?.rawValue)
        if lockScreen.isStale { member("isStale", true) }
        beginObject("commands")
        for command in lockScreen.commands { write(command, in: lockScreen.locale) }
        endObject()
        endObject()
    }

    private mutating func writeContent(of lockScreen: LockScreen) {
        member("MPMediaItemPropertyTitle", lockScreen.title)
        member("MPMediaItemPropertyArtist", lockScreen.artist)
        member("MPMediaItemPropertyAlbumTitle", lockScreen.albumTitle)
        member("MPMediaItemPropertyGenre", lockScreen.genre)
        if let artwork = lockScreen.artwork {
            key("MPMediaItemPropertyArtwork")
            write(artwork)
        }
        member(
            "MPNowPlayingInfoPropertyInternationalStandardRecordingCode", lockScreen.isrc)
        member(
            "MPNowPlayingInfoPropertyExternalContentIdentifier", lockScreen.contentIdentifier)
        member("MPNowPlayingInfoPropertyMediaType", Self.audio)
    }

    private mutating func writePlayback(of lockScreen: LockScreen) {
        member("MPMediaItemPropertyPlaybackDuration", lockScreen.duration)
        if let progress = lockScreen.progress {
            member("MPNowPlayingInfoPropertyPlaybackProgress", rounded: progress)
        }
        member("MPNowPlayingInfoPropertyElapsedPlaybackTime", lockScreen.elapsed)
        member(
            "MPNowPlayingInfoPropertyPlaybackRate", milliseconds: lockScreen.rateInThousandths)
        member("MPNowPlayingInfoPropertyDefaultPlaybackRate", 1)
        member("MPNowPlayingInfoPropertyIsLiveStream", lockScreen.isLiveStream)
        member(
            "MPNowPlayingInfoPropertyCurrentPlaybackDate", lockScreen.currentPlaybackDate)
        member("MPNowPlayingInfoPropertyPlaybackQueueIndex", lockScreen.queueIndex)
        member("MPNowPlayingInfoPropertyPlaybackQueueCount", lockScreen.queueCount)
    }

    private mutating func write(_ command: RemoteCommand, in locale: Locale) {
        key(named: command.name.rawValue)
        beginObject()
        member("isEnabled", command.isEnabled)
        switch command.parameter {
        case nil: break
        case .isActive(let isActive):
            member("isActive", isActive)
            member("localizedTitle", locale[isActive ? .removeFavourite : .addFavourite])
        case .currentRepeatType(let type): member("currentRepeatType", type)
        case .currentShuffleType(let type): member("currentShuffleType", type)
        case .preferredIntervals(let intervals):
            beginArray("preferredIntervals")
            for interval in intervals { seconds(milliseconds: interval.milliseconds) }
            endArray()
        case .supportedPlaybackRates(let rates):
            beginArray("supportedPlaybackRates")
            for rate in rates { seconds(milliseconds: Interval(seconds: rate)?.milliseconds ?? 0) }
            endArray()
        }
        if let action = command.action {
            key("action")
            write(action)
        }
        endObject()
    }
}

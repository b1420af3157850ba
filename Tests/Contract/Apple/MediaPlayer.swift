// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The declarations of Apple's MediaPlayer that the example for cars uses, with Apple's signatures:
// only to check its types where that framework does not exist.

import Foundation
import UIKit

public let MPMediaItemPropertyTitle = "title"
public let MPMediaItemPropertyArtist = "artist"
public let MPMediaItemPropertyAlbumTitle = "albumTitle"
public let MPMediaItemPropertyGenre = "genre"
public let MPMediaItemPropertyPlaybackDuration = "playbackDuration"
public let MPMediaItemPropertyArtwork = "artwork"
public let MPNowPlayingInfoPropertyPlaybackRate = "rate"
public let MPNowPlayingInfoPropertyElapsedPlaybackTime = "elapsed"
public let MPNowPlayingInfoPropertyDefaultPlaybackRate = "defaultRate"
public let MPNowPlayingInfoPropertyIsLiveStream = "isLive"
public let MPNowPlayingInfoPropertyExternalContentIdentifier = "identifier"
public let MPNowPlayingInfoPropertyMediaType = "mediaType"
public let MPNowPlayingInfoPropertyPlaybackQueueIndex = "queueIndex"
public let MPNowPlayingInfoPropertyPlaybackQueueCount = "queueCount"
public let MPNowPlayingInfoPropertyCurrentPlaybackDate = "date"

public enum MPNowPlayingPlaybackState: UInt, Sendable {
    case unknown, playing, paused, stopped, interrupted
}

open class MPNowPlayingInfoCenter: NSObject {
    public class func `default`() -> MPNowPlayingInfoCenter { MPNowPlayingInfoCenter() }
    public var nowPlayingInfo: [String: Any]?
    public var playbackState = MPNowPlayingPlaybackState.unknown
}

open class MPMediaItemArtwork: NSObject {
    public init(boundsSize: CGSize, requestHandler: @escaping (CGSize) -> UIImage) {}
}

public enum MPRemoteCommandHandlerStatus: Int, Sendable {
    case success = 0
    case noSuchContent = 100
    case noActionableNowPlayingItem = 110
    case deviceNotFound = 120
    case commandFailed = 200
}

open class MPRemoteCommandEvent: NSObject {}

open class MPRemoteCommand: NSObject {
    public var isEnabled = true
    @discardableResult
    public func addTarget(
        handler: @escaping (MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus
    ) -> Any { self }
}

open class MPFeedbackCommand: MPRemoteCommand {
    public var isActive = false
    public var localizedTitle = ""
}

open class MPSkipIntervalCommand: MPRemoteCommand {
    public var preferredIntervals: [NSNumber] = []
}

open class MPRemoteCommandCenter: NSObject {
    public class func shared() -> MPRemoteCommandCenter { MPRemoteCommandCenter() }
    public let playCommand = MPRemoteCommand()
    public let pauseCommand = MPRemoteCommand()
    public let stopCommand = MPRemoteCommand()
    public let togglePlayPauseCommand = MPRemoteCommand()
    public let skipForwardCommand = MPSkipIntervalCommand()
    public let skipBackwardCommand = MPSkipIntervalCommand()
    public let nextTrackCommand = MPRemoteCommand()
    public let previousTrackCommand = MPRemoteCommand()
    public let likeCommand = MPFeedbackCommand()
}

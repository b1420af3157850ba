#if canImport(MediaPlayer)
    import Foundation
    import HubClient
    import MediaPlayer
    import NowPlaying
    import UIKit

    /// The lock screen, and the texts of the car's now-playing template.
    @MainActor
    final class LockScreenInfo {
        private let send: (SessionAction) -> Void
        private let pictures = CarPictures()
        private var actions: [String: SessionAction] = [:]
        private var artwork: Artwork?

        init(send: @escaping (SessionAction) -> Void) {
            self.send = send
            for (name, command) in Self.commands {
                command.addTarget { [weak self] _ in
                    // The system calls handlers on the main thread.
                    MainActor.assumeIsolated { self?.give(name) } ?? .commandFailed
                }
            }
        }

        /// Shows a card. The hub sends one only when the system would otherwise count on wrongly.
        func show(_ card: LockCard, at now: Timestamp) {
            let center = MPNowPlayingInfoCenter.default()
            var info = Self.info(card, at: now)
            if card.artwork == artwork {
                info[MPMediaItemPropertyArtwork] =
                    center.nowPlayingInfo?[MPMediaItemPropertyArtwork]
            }
            center.nowPlayingInfo = info
            center.playbackState = MPNowPlayingPlaybackState(card.playbackState)
            showPicture(of: card)
            for (name, command) in Self.commands { enable(command, card, name) }
        }

        private static func info(_ card: LockCard, at now: Timestamp) -> [String: Any] {
            var info: [String: Any] = [MPNowPlayingInfoPropertyPlaybackRate: card.rate]
            info[MPMediaItemPropertyTitle] = card.title
            info[MPMediaItemPropertyArtist] = card.artist
            info[MPMediaItemPropertyAlbumTitle] = card.station
            info[MPMediaItemPropertyGenre] = card.genre
            info[MPMediaItemPropertyPlaybackDuration] = card.duration?.seconds
            info[MPNowPlayingInfoPropertyElapsedPlaybackTime] = card.position(at: now)?.seconds
            info[MPNowPlayingInfoPropertyDefaultPlaybackRate] = card.defaultRate
            info[MPNowPlayingInfoPropertyIsLiveStream] = card.isLive
            info[MPNowPlayingInfoPropertyExternalContentIdentifier] = card.contentIdentifier
            info[MPNowPlayingInfoPropertyMediaType] = card.mediaType
            info[MPNowPlayingInfoPropertyPlaybackQueueIndex] = card.queueIndex
            info[MPNowPlayingInfoPropertyPlaybackQueueCount] = card.queueCount
            info[MPNowPlayingInfoPropertyCurrentPlaybackDate] = card.playbackDate.map {
                Date(timeIntervalSince1970: $0.seconds)
            }
            return info
        }

        private func showPicture(of card: LockCard) {
            guard card.artwork != artwork else { return }
            artwork = card.artwork
            pictures.load(CarImage(artwork: card.artwork)) { [weak self] image in
                guard self?.artwork == card.artwork else { return }
                let picture = MPMediaItemArtwork(boundsSize: image.size) { _ in image }
                MPNowPlayingInfoCenter.default().nowPlayingInfo?[MPMediaItemPropertyArtwork] =
                    picture
            }
        }

        // MARK: Commands

        /// The commands that need no value; those that do are in the hub's documentation.
        private static var commands: [(String, MPRemoteCommand)] {
            let center = MPRemoteCommandCenter.shared()
            return [
                ("playCommand", center.playCommand), ("pauseCommand", center.pauseCommand),
                ("stopCommand", center.stopCommand),
                ("togglePlayPauseCommand", center.togglePlayPauseCommand),
                ("skipForwardCommand", center.skipForwardCommand),
                ("skipBackwardCommand", center.skipBackwardCommand),
                ("nextTrackCommand", center.nextTrackCommand),
                ("previousTrackCommand", center.previousTrackCommand),
                ("likeCommand", center.likeCommand),
            ]
        }

        /// Of the pairs beside play the system draws one: the document says which.
        private static let pairs = [
            "skip": ["nextTrackCommand", "previousTrackCommand"],
            "track": ["skipForwardCommand", "skipBackwardCommand"],
        ]

        private func enable(_ command: MPRemoteCommand, _ card: LockCard, _ name: String) {
            let known = card.commands[name]
            let isOfOtherPair = Self.pairs[card.transportButtons ?? ""]?.contains(name) ?? false
            command.isEnabled = (known?.isEnabled ?? false) && !isOfOtherPair
            actions[name] = known?.action
            if let like = command as? MPFeedbackCommand {
                like.isActive = known?.isActive ?? false
                like.localizedTitle = known?.localizedTitle ?? ""
            }
            if let skip = command as? MPSkipIntervalCommand {
                skip.preferredIntervals = (known?.preferredIntervals ?? []).map { $0 as NSNumber }
            }
        }

        private func give(_ name: String) -> MPRemoteCommandHandlerStatus {
            guard let action = actions[name] else { return .noActionableNowPlayingItem }
            send(action)
            return .success
        }
    }

    extension MPNowPlayingPlaybackState {
        fileprivate init(_ state: PlaybackState) {
            self =
                switch state {
                case .unknown: .unknown
                case .playing: .playing
                case .paused: .paused
                case .stopped: .stopped
                case .interrupted: .interrupted
                }
        }
    }
#endif

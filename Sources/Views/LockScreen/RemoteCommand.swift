public import NowPlaying

/// One of the commands of Apple's `MPRemoteCommandCenter`: its name, its state, and the command of
/// the session that it sends.
public struct RemoteCommand: Hashable, Sendable {
    /// Apple's name of a command's property.
    public enum Name: String, CaseIterable, Sendable {
        case playCommand, pauseCommand, stopCommand, togglePlayPauseCommand
        case skipForwardCommand, skipBackwardCommand, nextTrackCommand, previousTrackCommand
        case changePlaybackPositionCommand, changePlaybackRateCommand, likeCommand
        case changeRepeatModeCommand, changeShuffleModeCommand
    }

    /// An additional property of a command.
    public enum Parameter: Hashable, Sendable {
        case preferredIntervals([Interval])
        case supportedPlaybackRates([Double])
        /// A switch is on. Its title says what giving it does, in a language.
        case isActive(Bool, Locale)
        case currentRepeatType(String)
        case currentShuffleType(String)
    }

    /// The name.
    public let name: Name
    /// True if it can be given now.
    public let isEnabled: Bool
    /// The command that it sends; absent where that depends on the listener's input, and where it
    /// cannot be given.
    public let action: SessionCommand?
    /// The additional property.
    public let parameter: Parameter?

    init(
        _ name: Name, isEnabled: Bool, action: SessionCommand? = nil, _ parameter: Parameter? = nil
    ) {
        self.name = name
        self.isEnabled = isEnabled
        self.action = isEnabled ? action : nil
        self.parameter = parameter
    }
}

extension RemoteCommand {
    /// The length of a skip: back to hear a sentence again, on over a piece.
    private static let skipBackward = Interval.seconds(15)
    private static let skipForward = Interval.seconds(30)

    /// All commands of a scene, in the order of their names.
    static func all(for scene: SessionSnapshot, in locale: Locale) -> [RemoteCommand] {
        transport(of: scene) + movement(in: scene) + neighbours(in: scene)
            + settings(of: scene, in: locale)
    }

    private static func transport(of scene: SessionSnapshot) -> [RemoteCommand] {
        let state = scene.session.state
        let hasStation = scene.sessionStation != nil
        return [
            RemoteCommand(
                .playCommand, isEnabled: hasStation && state != .playing, action: .play),
            RemoteCommand(
                .pauseCommand, isEnabled: hasStation && state == .playing, action: .pause),
            RemoteCommand(.stopCommand, isEnabled: hasStation && state.isHeld, action: .stop),
            RemoteCommand(.togglePlayPauseCommand, isEnabled: hasStation, action: .toggle),
        ]
    }

    private static func movement(in scene: SessionSnapshot) -> [RemoteCommand] {
        let session = scene.session
        let isRewound = session.position != .live
        let canRewind = scene.canRewind
        return [
            RemoteCommand(
                .skipForwardCommand, isEnabled: canRewind && isRewound,
                action: .seekBy(skipForward), .preferredIntervals([skipForward])),
            RemoteCommand(
                .skipBackwardCommand, isEnabled: canRewind,
                action: .seekBy(.zero - skipBackward), .preferredIntervals([skipBackward])),
        ]
    }

    /// Next and previous are elements where the listener has rewound, else stations.
    private static func neighbours(in scene: SessionSnapshot) -> [RemoteCommand] {
        let isPossible = scene.hasNeighbours
        return [
            RemoteCommand(.nextTrackCommand, isEnabled: isPossible, action: .next),
            RemoteCommand(.previousTrackCommand, isEnabled: isPossible, action: .previous),
        ]
    }

    private static func settings(
        of scene: SessionSnapshot, in locale: Locale
    ) -> [RemoteCommand] {
        let session = scene.session
        let station = scene.sessionStation
        let canSeek =
            session.position != .live
            && station.map { scene.heard(of: $0) }?.playback?.duration != nil
        let isFavourite = station.map { scene.favourites.contains($0.id) } ?? false
        var commands = [
            RemoteCommand(.changePlaybackPositionCommand, isEnabled: canSeek),
            RemoteCommand(
                .changePlaybackRateCommand,
                isEnabled: station != nil && session.allowedRates.count > 1,
                .supportedPlaybackRates(session.allowedRates)),
            RemoteCommand(
                .likeCommand, isEnabled: station != nil,
                action: station.map { .favourite(station: $0.id, isOn: !isFavourite) },
                .isActive(isFavourite, locale)),
        ]
        if let mode = session.repeatMode {
            let parameter = Parameter.currentRepeatType(mode.rawValue)
            commands.append(
                RemoteCommand(.changeRepeatModeCommand, isEnabled: true, parameter))
        }
        if let isShuffled = session.isShuffled {
            let parameter = Parameter.currentShuffleType(isShuffled ? "items" : "off")
            commands.append(
                RemoteCommand(.changeShuffleModeCommand, isEnabled: true, parameter))
        }
        return commands
    }
}

extension SessionSnapshot {
    /// The listener can go back in the broadcast.
    var canRewind: Bool { sessionStation != nil && session.rewindWindow > .zero }

    /// There are elements beside what is heard, where the listener has rewound, else stations.
    var hasNeighbours: Bool {
        session.isRewound
            ? sessionStation != nil && !timeline.elements.isEmpty
            : stations.count + otherStations > 1
    }
}

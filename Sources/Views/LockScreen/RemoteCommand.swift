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
        case isActive(Bool)
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

    /// All commands of a scene, in the order of their names. They are made where they stay: copies
    /// of commands cost more than all else in them.
    static func all(for scene: SessionSnapshot) -> [RemoteCommand] {
        var commands: [RemoteCommand] = []
        commands.reserveCapacity(countMax)
        addTransport(of: scene, to: &commands)
        addMovement(in: scene, to: &commands)
        addNeighbours(in: scene, to: &commands)
        addSettings(of: scene, to: &commands)
        addModes(of: scene.session, to: &commands)
        return commands
    }

    private static let countMax = Name.allCases.count

    private static func addTransport(
        of scene: SessionSnapshot, to commands: inout [RemoteCommand]
    ) {
        let state = scene.session.state
        let hasStation = scene.sessionStation != nil
        commands.append(
            RemoteCommand(
                .playCommand, isEnabled: hasStation && state != .playing, action: .play))
        commands.append(
            RemoteCommand(
                .pauseCommand, isEnabled: hasStation && state == .playing, action: .pause))
        commands.append(
            RemoteCommand(.stopCommand, isEnabled: hasStation && state.isHeld, action: .stop))
        commands.append(
            RemoteCommand(.togglePlayPauseCommand, isEnabled: hasStation, action: .toggle))
    }

    private static func addMovement(
        in scene: SessionSnapshot, to commands: inout [RemoteCommand]
    ) {
        let canRewind = scene.canRewind
        commands.append(
            RemoteCommand(
                .skipForwardCommand, isEnabled: canRewind && scene.session.position != .live,
                action: .seekBy(skipForward), .preferredIntervals([skipForward])))
        commands.append(
            RemoteCommand(
                .skipBackwardCommand, isEnabled: canRewind,
                action: .seekBy(.zero - skipBackward), .preferredIntervals([skipBackward])))
    }

    /// Next and previous are elements where the listener has rewound, else stations.
    private static func addNeighbours(
        in scene: SessionSnapshot, to commands: inout [RemoteCommand]
    ) {
        let isPossible = scene.hasNeighbours
        commands.append(RemoteCommand(.nextTrackCommand, isEnabled: isPossible, action: .next))
        commands.append(
            RemoteCommand(.previousTrackCommand, isEnabled: isPossible, action: .previous))
    }

    private static func addSettings(
        of scene: SessionSnapshot, to commands: inout [RemoteCommand]
    ) {
        let session = scene.session
        let station = scene.sessionStation
        let canSeek =
            session.position != .live
            && station.map { scene.heard(of: $0) }?.playback?.duration != nil
        let isFavourite = station.map { scene.favourites.contains($0.id) } ?? false
        commands.append(RemoteCommand(.changePlaybackPositionCommand, isEnabled: canSeek))
        let rates = session.allowedRates
        commands.append(
            RemoteCommand(
                .changePlaybackRateCommand, isEnabled: station != nil && rates.count > 1,
                .supportedPlaybackRates(rates)))
        commands.append(
            RemoteCommand(
                .likeCommand, isEnabled: station != nil,
                action: station.map { .favourite(station: $0.id, isOn: !isFavourite) },
                .isActive(isFavourite)))
    }

    private static func addModes(
        of session: ListeningSession, to commands: inout [RemoteCommand]
    ) {
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

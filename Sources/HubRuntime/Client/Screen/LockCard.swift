internal import JSON
internal import NowPlaying

/// What a lock screen shows of a session, as far as a terminal can draw it.
struct LockCard: Equatable {
    /// A command that the listener can give.
    struct Command: Equatable {
        /// As in `MPRemoteCommandCenter`.
        enum Name: String, CaseIterable {
            case togglePlayPauseCommand, previousTrackCommand, skipBackwardCommand
            case skipForwardCommand, nextTrackCommand, likeCommand
        }

        var name: Name
        /// How far it skips, in seconds.
        var interval: Int?
        var tap: CarTap
    }

    /// Texts and position; `nil` where the session is at no station.
    var state: NowPlaying?
    var playbackState: PlaybackState
    /// What is heard is on air now; `nil` where nothing was selected.
    var isLive: Bool?
    var isFavourite = false
    /// Those that can be given now, in the order of their names.
    var commands: [Command] = []

    /// Reads the hub's `lockScreen` document; `nil` for what is none.
    init?(document: JSONValue, session: String) {
        guard let playbackState = document["playbackState"]?.string else { return nil }
        self.playbackState = PlaybackState(rawValue: playbackState) ?? .unknown
        state = NowPlaying(lockScreen: document, session: session)
        isLive = document["MPNowPlayingInfoPropertyIsLiveStream"]?.bool
        guard let commands = document["commands"] else { return }
        isFavourite = commands["likeCommand"]?["isActive"]?.bool ?? false
        self.commands = Command.Name.allCases.compactMap { name in
            commands[named: name.rawValue].flatMap { Command(name, $0) }
        }
    }

    /// What giving a command sends; `nil` where it cannot be given now.
    func tap(_ name: Command.Name) -> CarTap? {
        commands.first { $0.name == name }?.tap
    }
}

extension LockCard.Command {
    fileprivate init?(_ name: Name, _ value: JSONValue) {
        guard value["isEnabled"]?.bool == true, let tap = CarTap(of: value) else { return nil }
        let interval = value["preferredIntervals"]?.elements.first { _ in true }?.double
        self.init(name: name, interval: interval.flatMap { Int(exactly: $0.rounded()) }, tap: tap)
    }
}

internal import CSystemd
public import Loop
internal import Glibc
public import NowPlaying
public import Views

/// A player on the desktop's session bus (D-Bus), as MPRIS 2.2 has it.
///
/// Everything happens on the loop's thread, and nothing waits. Without a bus, and when the bus is
/// lost, it says so once and does nothing.
public final class MediaPlayerService {
    private let loop: EventLoop
    private let identity: String
    private let address: String?
    private let now: () -> Timestamp
    private let noticed: (MediaPlayerNotice) -> Void
    private let onCommand: (SessionCommand) -> Void
    private var player = MediaPlayer()
    private var connection: BusConnection?
    private var object: PlayerObject?
    private var request: NameRequest?
    /// The name on the bus; nil while the player is not on the bus.
    private var name: String?

    /// A player that is not on the bus until `start`.
    ///
    /// - Parameters:
    ///   - identity: The player's name, of letters, digits and `_`, not beginning with a digit.
    ///   - address: The bus in D-Bus's notation; nil for the user's session bus.
    ///   - now: The wall clock by which positions are.
    ///   - noticed: What becomes of it.
    ///   - onCommand: What a desktop program asks of the session.
    public init(
        on loop: EventLoop, identity: String = "nphub", address: String? = nil,
        now: @escaping () -> Timestamp, noticed: @escaping (MediaPlayerNotice) -> Void,
        onCommand: @escaping (SessionCommand) -> Void
    ) {
        self.loop = loop
        self.identity = identity
        self.address = address
        self.now = now
        self.noticed = noticed
        self.onCommand = onCommand
    }

    /// Goes on the bus.
    public func start() {
        guard connection == nil else { return }
        do throws(BusFailure) {
            let connection = try BusConnection(to: address, on: loop) { [weak self] in
                self?.fail($0)
            }
            self.connection = connection
            let object = PlayerObject(questions)
            self.object = object
            try object.set(CSystemd_player_root, isPresent: true, on: connection.bus)
            try object.set(CSystemd_player_controls, isPresent: true, on: connection.bus)
            try setOptionalParts()
            try requestName(busName, or: "\(busName).instance\(getpid())")
        } catch {
            fail(error)
        }
    }

    /// Shows another state, and tells the desktop what of it is new at `time`.
    public func show(_ player: MediaPlayer, at time: Timestamp) {
        let changes = player.changes(since: self.player, at: time)
        self.player = player
        guard connection != nil else { return }
        do throws(BusFailure) {
            try setOptionalParts()
            guard name != nil else { return }
            if !changes.properties.isEmpty { try tell(changes.properties, at: time) }
            if changes.isSeeked { try tellSeeked(at: time) }
        } catch {
            fail(error)
        }
    }

    /// Leaves the bus.
    public func end() {
        request = nil
        object?.removeAll()
        connection?.close()
        connection = nil
        object = nil
        name = nil
    }

    private func fail(_ failure: BusFailure) {
        let wasPublished = name != nil
        end()
        let reason = "\(failure)"
        noticed(wasPublished ? .lost(reason: reason) : .unavailable(reason: reason))
    }

    // MARK: The name

    private var busName: String { "org.mpris.MediaPlayer2.\(identity)" }

    private func requestName(_ name: String, or other: String?) throws(BusFailure) {
        guard let connection else { return }
        request = try NameRequest(for: name, on: connection) { [weak self] isGranted in
            self?.hear(isGranted, name, or: other)
        }
    }

    private func hear(_ isGranted: Bool, _ name: String, or other: String?) {
        if isGranted {
            self.name = name
            return noticed(.published(name: name))
        }
        do throws(BusFailure) {
            guard let other else { throw BusFailure(code: EADDRINUSE) }
            try requestName(other, or: nil)
        } catch {
            fail(error)
        }
    }

    // MARK: Telling

    /// A property that the player does not report is absent from the object.
    private func setOptionalParts() throws(BusFailure) {
        guard let object, let bus = connection?.bus else { return }
        let hasLoopStatus = player.loopStatus != nil
        try object.set(CSystemd_player_loop_status, isPresent: hasLoopStatus, on: bus)
        try object.set(CSystemd_player_shuffle, isPresent: player.isShuffled != nil, on: bus)
    }

    private func tell(
        _ properties: [MediaPlayer.Property], at time: Timestamp
    ) throws(BusFailure) {
        let present = properties.compactMap { property in
            player.value(of: property, at: time).map {
                DBusValue.Entry(key: property.rawValue, value: $0)
            }
        }
        let gone = properties.filter { player.value(of: $0, at: time) == nil }
        try connection?.emit(
            "PropertiesChanged", of: "org.freedesktop.DBus.Properties", at: PlayerObject.path
        ) { (signal) throws(BusFailure) in
            try signal.append(.string(PlayerObject.controls))
            try signal.append(present)
            try signal.append(.strings(gone.map(\.rawValue)))
        }
    }

    private func tellSeeked(at time: Timestamp) throws(BusFailure) {
        guard let position = player.value(of: .position, at: time) else { return }
        try connection?.emit("Seeked", of: PlayerObject.controls, at: PlayerObject.path) {
            (signal) throws(BusFailure) in try signal.append(position)
        }
    }

    // MARK: Being asked

    private var questions: PlayerObject.Questions {
        PlayerObject.Questions(
            call: { [weak self] in try self?.answer($0) },
            property: { [weak self] in self?.property($1, isControl: $0) },
            set: { [weak self] in try self?.set($0, to: $1) })
    }

    private func property(_ name: String, isControl: Bool) -> DBusValue? {
        guard isControl else { return RootProperty(rawValue: name)?.value(for: identity) }
        return MediaPlayer.Property(rawValue: name).flatMap { player.value(of: $0, at: now()) }
    }

    private func answer(_ call: BusMessage) throws {
        switch call.member {
        case "Next": ask(.next)
        case "Previous": ask(.previous)
        case "Pause": ask(.pause)
        case "Stop": ask(.stop)
        case "Play": ask(.play)
        case "Seek": ask(.seek(microseconds: try call.int64()))
        case "SetPosition":
            let track = try call.objectPath()
            ask(.setPosition(track: track, microseconds: try call.int64()))
        case "PlayPause":
            // The one method that MPRIS wants to fail where it has no effect.
            guard player.canPlay else { throw PlayerObject.Refusal(text: "no station is chosen") }
            ask(.playPause)
        case "OpenUri":
            throw PlayerObject.Refusal(text: "\(identity) plays the stations of its config only")
        default:
            // Raise and Quit have no effect, as CanRaise and CanQuit say.
            break
        }
    }

    private func set(_ property: String, to value: BusMessage) throws {
        switch MediaPlayer.Property(rawValue: property) {
        case .rate: ask(.setRate(try value.double()))
        case .loopStatus: ask(.setLoopStatus(try value.string()))
        case .shuffle: ask(.setShuffle(try value.bool()))
        default:
            throw PlayerObject.Refusal(text: "\(property) is the player's, which only reports it")
        }
    }

    private func ask(_ request: MediaPlayer.Request) {
        if let command = player.command(for: request, at: now()) { onCommand(command) }
    }
}

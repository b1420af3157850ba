public import Hub
public import NowPlaying

/// A whole config, checked, with every default filled in and every secret in its place.
public struct ProgramConfiguration: Equatable, Sendable {
    /// The Unix socket for clients.
    public var socket = SocketSettings()
    /// The configuration of the hub itself.
    public var hub: HubConfiguration
    /// The servers whose stations are to be found, beside those of `hub`.
    public var discoveries: [StationDiscovery] = []
    /// The settings of the desktop.
    public var desktop = DesktopSettings()
    /// The settings of the history, which survives a restart; `nil` to keep nothing.
    public var history: HistorySettings? = HistorySettings()

    /// The web server; `nil` for none.
    public var web: WebSettings?
    /// The cluster; `nil` for a hub alone.
    public var cluster: ClusterSettings?

    /// A configuration with the default socket and the history at its usual place.
    public init(hub: HubConfiguration) {
        self.hub = hub
    }
}

/// The Unix socket on which clients are served.
public struct SocketSettings: Equatable, Sendable {
    /// The path of the socket; `nil` for the default place.
    public var path: String?
    /// Its permission bits.
    public var mode: UInt32 = 0o600
    /// The group whose members may connect, by name or number.
    public var group: String?

    /// The default place, for the owner alone.
    public init() {}
}

/// The settings of the player on the desktop's session bus (MPRIS).
public struct DesktopSettings: Equatable, Sendable {
    /// The session that is shown; `nil` for none.
    public var session: String? = HubConfiguration.mainSession

    /// The session that always exists.
    public init() {}
}

/// The database of what stations played.
public struct HistorySettings: Equatable, Sendable {
    /// The database file, absolute or relative to the working directory; `nil` for the usual
    /// one.
    public var file: String?
    /// The age at which entries are deleted.
    public var keep = Interval.seconds(30 * 86_400)

    /// A database that keeps 30 days.
    public init(file: String? = nil) {
        self.file = file
    }
}

extension ProgramConfiguration: CustomStringConvertible, CustomDebugStringConvertible {
    /// A summary without the header fields, addresses and settings that may be secret.
    public var description: String {
        let sessions = hub.sessions.keys.sorted()
        let kept = history.map { $0.file ?? "default" } ?? "none"
        return """
            \(hub.stations.count) stations, sessions \(sessions), \
            socket \(socket.path ?? "default"), history \(kept)
            """
    }

    /// The same: nothing secret, wherever it is printed.
    public var debugDescription: String { description }
}

extension ProgramConfiguration {
    /// Settings that cannot change while the hub runs, and that differ from those of another
    /// config, by their names.
    public func fixedSettings(differingFrom other: ProgramConfiguration) -> [String] {
        let differences = [
            ("socket.path", socket.path != other.socket.path),
            ("socket.mode", socket.mode != other.socket.mode),
            ("socket.group", socket.group != other.socket.group),
            ("history", history != other.history),
            ("mpris", desktop != other.desktop),
            ("web", web != other.web),
            ("cluster", cluster != other.cluster),
        ]
        return differences.filter(\.1).map(\.0)
    }
}

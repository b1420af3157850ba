public import Hub
public import NowPlaying

/// A whole config, checked, with every default filled in and every secret in its place.
public struct ProgramConfiguration: Equatable, Sendable {
    /// The configuration of the hub itself.
    public var hub: HubConfiguration
    /// The servers whose stations are to be found, beside those of `hub`.
    public var discoveries: [StationDiscovery] = []
    /// The settings of the history, which survives a restart; `nil` to keep nothing.
    public var history: HistorySettings? = HistorySettings()

    /// The cluster; `nil` for a hub alone.
    public var cluster: ClusterSettings?
    /// The settings of the components that serve beside the hub, such as its socket.
    var components = ComponentTable()

    /// A configuration with the default socket and the history at its usual place.
    public init(hub: HubConfiguration) {
        self.hub = hub
    }
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
            ("history", history != other.history), ("cluster", cluster != other.cluster),
        ]
        return components.changes(since: other.components)
            + differences.filter(\.1).map(\.0)
    }
}

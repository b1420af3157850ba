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

extension SocketSettings: ComponentSettings {
    static var section: String { "socket" }
    static var standard: SocketSettings? { SocketSettings() }

    init(_ value: ConfigurationValue, among sessions: [String]) {
        self.init()
        guard let section = value.section(["path", "mode", "group"]) else { return }
        path = section["path"]?.line()
        group = section["group"]?.line()
        if let mode = section["mode"]?.mode() { self.mode = mode }
    }

    func changes(since others: SocketSettings) -> [String] {
        let differences = [
            ("socket.path", path != others.path), ("socket.mode", mode != others.mode),
            ("socket.group", group != others.group),
        ]
        return differences.filter(\.1).map(\.0)
    }
}

extension ProgramConfiguration {
    /// The Unix socket for clients.
    public var socket: SocketSettings {
        get { components[SocketSettings.self] ?? SocketSettings() }
        set { components[SocketSettings.self] = newValue }
    }
}

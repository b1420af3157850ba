import Hub
import NowPlaying
import Support

/// The settings of the player on the desktop's session bus (MPRIS).
public struct DesktopSettings: Equatable, Sendable {
    /// The session that is shown; `nil` for none.
    public var session: String? = ListeningSession.main

    /// The session that always exists.
    public init() {}
}

extension DesktopSettings: ComponentSettings {
    static var section: String { "mpris" }
    static var standard: DesktopSettings? { DesktopSettings() }

    init(_ value: ConfigurationValue, among sessions: [String]) {
        self.init()
        guard let section = value.section(["enabled", "session"]) else { return }
        if let setting = section["session"], let name = setting.id() {
            session = name
            if name != ListeningSession.main, !sessions.contains(name) {
                setting.note(
                    "there is no session \(quote(name))",
                    remedy: "name `main` or one of `sessions`")
            }
        }
        if section["enabled"]?.flag() == false { session = nil }
    }
}

extension ProgramConfiguration {
    /// The player on the desktop's session bus.
    public var desktop: DesktopSettings {
        get { components[DesktopSettings.self] ?? DesktopSettings() }
        set { components[DesktopSettings.self] = newValue }
    }
}

/// The default place of the history.
public enum HistoryPlace {
    /// The default file: in the folder that systemd gives a service for its state, the first if it
    /// gives several; else where the user's programs keep theirs (XDG Base Directory
    /// Specification, which has relative paths ignored).
    ///
    /// - Returns: `nil` where not even a home is known.
    public static func file(in environment: some ConfigurationEnvironment) -> String? {
        let state = environment.variable(named: "STATE_DIRECTORY")?.split(separator: ":").first
        if let state, state.hasPrefix("/") { return state + "/history.sqlite" }
        if let folder = environment.variable(named: "XDG_STATE_HOME"), folder.hasPrefix("/") {
            return folder + "/nphub/history.sqlite"
        }
        guard let home = environment.variable(named: "HOME"), home.hasPrefix("/") else {
            return nil
        }
        return home + "/.local/state/nphub/history.sqlite"
    }
}

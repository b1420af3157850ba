import Testing

/// A session bus of a test's own, and the desktop's programs on it.
final class PrivateBus {
    let address: String
    private let daemon: RunningTool

    init() throws {
        daemon = try RunningTool([
            "dbus-daemon", "--session", "--nofork", "--nopidfile", "--nosyslog",
            "--print-address",
        ])
        address = try #require(try daemon.line())
    }

    /// Ends it as a crash would.
    func kill() {
        daemon.kill()
    }

    /// What busctl prints.
    func busctl(_ arguments: [String]) throws -> (output: String, errors: String, code: Int32) {
        try RunningTool(["busctl", "--address=\(address)", "--json=short"] + arguments).outcome()
    }

    /// What busctl prints when it calls a method of the player.
    func call(
        _ member: String, of interface: String = "org.mpris.MediaPlayer2.Player",
        _ arguments: [String] = []
    ) throws -> (output: String, errors: String, code: Int32) {
        try busctl(["call", RunningPlayer.name, RunningPlayer.path, interface, member] + arguments)
    }

    /// What playerctl prints, of this player.
    func playerctl(_ arguments: String...) throws -> String {
        let outcome = try RunningTool(["playerctl", "-p", "nphub"] + arguments, bus: address)
            .outcome()
        return outcome.code == 0 ? outcome.output : "error: \(outcome.errors)"
    }
}

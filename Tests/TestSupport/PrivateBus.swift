/// A session bus of a test's own, and the desktop's programs on it.
public final class PrivateBus {
    /// Its address in D-Bus's notation.
    public let address: String
    /// The name that the hub's player has on a bus.
    public static let player = "org.mpris.MediaPlayer2.nphub"
    /// The object path of the player (MPRIS 2.2).
    public static let path = "/org/mpris/MediaPlayer2"
    private let daemon: RunningTool

    /// Starts one.
    public init() throws {
        daemon = try RunningTool([
            "dbus-daemon", "--session", "--nofork", "--nopidfile", "--nosyslog",
            "--print-address",
        ])
        guard let address = try daemon.line() else {
            throw RunningTool.Failure(description: "the bus gave no address")
        }
        self.address = address
    }

    /// Ends it as a crash would.
    public func kill() {
        daemon.kill()
    }

    /// Runs busctl and returns its output.
    public func busctl(
        _ arguments: [String]
    ) throws -> (output: String, errors: String, code: Int32) {
        try RunningTool(["busctl", "--address=\(address)", "--json=short"] + arguments).outcome()
    }

    /// Calls a method of the player with busctl and returns the output.
    public func call(
        _ member: String, of interface: String = "org.mpris.MediaPlayer2.Player",
        _ arguments: [String] = []
    ) throws -> (output: String, errors: String, code: Int32) {
        try busctl(["call", Self.player, Self.path, interface, member] + arguments)
    }

    /// Runs playerctl for this player and returns its output.
    public func playerctl(_ arguments: String...) throws -> String {
        let outcome = try RunningTool(["playerctl", "-p", "nphub"] + arguments, bus: address)
            .outcome()
        return outcome.code == 0 ? outcome.output : "error: \(outcome.errors)"
    }
}

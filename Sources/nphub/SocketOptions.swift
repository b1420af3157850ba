import ArgumentParser
import HubClient

/// The socket of the hub to which a command talks.
struct SocketOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The hub's socket. (default: $NPHUB_SOCKET; else nphub.sock in $XDG_RUNTIME_DIR, "
                + "$RUNTIME_DIRECTORY or /tmp/nphub-UID; else /run/nphub/nphub.sock)",
            valueName: "PATH"), completion: .file())
    var socket: String?

    /// The socket that is meant.
    func place() throws(HubClientError) -> SocketPath {
        try Self.place(socket)
    }

    /// The socket that is meant by a path, or where none is given.
    static func place(_ socket: String?) throws(HubClientError) -> SocketPath {
        do throws(SocketPathError) {
            return try SocketPath(explicit: socket)
        } catch {
            throw .unusable(error)
        }
    }
}

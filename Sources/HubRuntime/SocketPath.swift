/// Where the hub's Unix socket is, and whether the folder that it lies in can be trusted.
///
/// Choosing needs only the environment; a client then also looks where a hub that serves the whole
/// machine listens. A folder in `/tmp`, where anybody may make one of any name,
/// is then made or checked: by the hub before it listens, by clients before they believe whoever
/// listens there.
public struct SocketPath: Equatable, Sendable {
    /// The socket.
    public let path: String
    /// The folder that must be the user's alone; `nil` where others vouch for it: the system for
    /// runtime folders, the user for a path of their own.
    public let privateFolder: String?
    /// Neither the user nor the environment named the socket itself.
    private let isDefault: Bool

    /// Where a hub listens that runs as a service of the machine. Only root can make that folder.
    static let machineService = "/run/nphub/nphub.sock"

    /// What `sockaddr_un.sun_path` holds, without the zero at its end (unix(7)).
    public static let lengthMax = 107

    /// Chooses the place.
    ///
    /// - Parameters:
    ///   - explicit: What the command line or the config asks for.
    ///   - environment: Looked at where neither does: `NPHUB_SOCKET`, the socket itself;
    ///     `XDG_RUNTIME_DIR`, a user's own folder; then `RUNTIME_DIRECTORY`, what systemd gives a
    ///     service, the first if it gives several.
    ///   - userID: For the folder in `/tmp`, where there is neither.
    public init(
        explicit: String?, environment: [String: String], userID: UInt32
    ) throws(SocketPathError) {
        let runtimeFolder = [
            environment["XDG_RUNTIME_DIR"],
            environment["RUNTIME_DIRECTORY"]?.split(separator: ":").first.map(String.init),
        ]
        // The XDG Base Directory Specification has relative paths ignored.
        .compactMap { $0 }.first { $0.hasPrefix("/") }
        let named = explicit ?? environment["NPHUB_SOCKET"].flatMap { $0.isEmpty ? nil : $0 }
        isDefault = named == nil
        if let named {
            (path, privateFolder) = (named, nil)
        } else if let runtimeFolder {
            (path, privateFolder) = (runtimeFolder + "/nphub.sock", nil)
        } else {
            let folder = "/tmp/nphub-\(userID)"
            (path, privateFolder) = (folder + "/nphub.sock", folder)
        }
        guard !path.isEmpty, !path.utf8.contains(0) else { throw .invalid(path: path) }
        guard path.utf8.count <= Self.lengthMax else { throw .tooLong(path: path) }
    }

    private init(trusted path: String) {
        (self.path, privateFolder, isDefault) = (path, nil, false)
    }

    /// The socket for a client: that of the machine's service where the user has none, this one
    /// otherwise.
    public func forClient(in files: some SocketFileSystem) -> SocketPath {
        guard isDefault, (try? files.status(of: path)) == nil,
            (try? files.status(of: Self.machineService)) != nil
        else { return self }
        return SocketPath(trusted: Self.machineService)
    }

    /// Makes the private folder, if the socket has one, and verifies it; for the hub.
    public func makeFolder(in files: some SocketFileSystem) throws(SocketPathError) {
        guard let privateFolder else { return }
        do {
            // An existing one is as good, if what follows finds it to be.
            try files.makeFolder(privateFolder, mode: 0o700)
        } catch {
            throw .folderNotMade(path: privateFolder, reason: error.reason)
        }
        try verifyFolder(in: files)
    }

    /// Verifies that the private folder, if the socket has one, is the user's alone; for clients.
    public func verifyFolder(in files: some SocketFileSystem) throws(SocketPathError) {
        guard let privateFolder else { return }
        let status: FileStatus
        do {
            status = try files.status(of: privateFolder)
        } catch {
            throw .folderMissing(path: privateFolder, reason: error.reason)
        }
        guard status.kind == .folder else {
            throw .notAFolder(path: privateFolder, isLink: status.kind == .link)
        }
        guard status.owner == files.userID else {
            throw .foreignFolder(path: privateFolder, owner: status.owner)
        }
        guard status.mode == 0o700 else {
            throw .openFolder(path: privateFolder, mode: status.mode)
        }
    }
}

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The path of the hub's Unix socket, and the check that its folder can be trusted.
///
/// Choosing needs only the environment; a client then also looks where a hub that serves the whole
/// machine listens. A folder in `/tmp`, where every user may make one of any name, is then made or
/// checked: by the hub before it listens, by clients before they believe what listens there.
public struct SocketPath: Equatable, Sendable {
    /// The socket.
    public let path: String
    /// The folder that must be the user's alone; `nil` where it need not be checked: the
    /// system made it, or the user named the path.
    public let privateFolder: String?
    /// Neither the user nor the environment named the socket itself.
    private let isDefault: Bool

    /// The socket of a hub that runs as a service of the machine. Only root can make that folder.
    static let machineService = "/run/nphub/nphub.sock"

    /// The longest path in `sockaddr_un.sun_path`, without the zero at its end (unix(7)).
    public static let lengthMax = 107

    /// Chooses the place.
    ///
    /// - Parameters:
    ///   - explicit: The path that the command line or the config names.
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

    /// Chooses the place by the environment of this process.
    ///
    /// - Parameter explicit: The path that the command line or the config names.
    public init(explicit: String? = nil) throws(SocketPathError) {
        try self.init(
            explicit: explicit, environment: ProcessInfo.processInfo.environment,
            userID: SystemFiles().userID)
    }

    private init(trusted path: String) {
        (self.path, privateFolder, isDefault) = (path, nil, false)
    }

    /// The paths in the same folder that a hub may take for a first look, while another hub listens
    /// here.
    package var pathsOfDemonstrations: [String] {
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
        return ["nphub-demo.sock", "nphub-demo-2.sock", "nphub-demo-3.sock", "nphub-demo-4.sock"]
            .map { folder + $0 }.filter { $0.utf8.count <= Self.lengthMax }
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

/// The reason for which a socket cannot be in its place.
public enum SocketPathError: Error, Equatable, Sendable {
    /// Empty, or with a zero byte in it.
    case invalid(path: String)
    /// More bytes than a socket's address holds.
    case tooLong(path: String)
    /// The private folder could not be made.
    case folderNotMade(path: String, reason: String)
    /// The private folder is not there.
    case folderMissing(path: String, reason: String)
    /// Something else has the private folder's name: a symbolic link may lead anywhere.
    case notAFolder(path: String, isLink: Bool)
    /// The private folder belongs to another user.
    case foreignFolder(path: String, owner: UInt32)
    /// Others can enter the private folder, or its owner cannot.
    case openFolder(path: String, mode: UInt32)
}

extension SocketPathError: CustomStringConvertible {
    /// The path, the problem, and its remedy.
    public var description: String {
        switch self {
        case .invalid(let path):
            """
            the socket's path \(path.debugDescription) is empty or has a zero byte in it; \
            choose another
            """
        case .tooLong(let path):
            """
            the socket's path \(path) has \(path.utf8.count) bytes; \
            the system allows \(SocketPath.lengthMax): choose a shorter one
            """
        case .folderNotMade(let path, let reason):
            "the socket's folder \(path) cannot be made: \(reason)"
        case .folderMissing(let path, let reason):
            "the socket's folder \(path) cannot be looked at: \(reason); does the hub run?"
        case .notAFolder(let path, let isLink):
            """
            \(path) is \(isLink ? "a symbolic link" : "not a folder"), \
            but the socket's folder must be a real one; remove it
            """
        case .foreignFolder(let path, let owner):
            """
            the socket's folder \(path) belongs to user \(owner), who could pose as the hub; \
            choose another path for the socket
            """
        case .openFolder(let path, let mode):
            """
            the socket's folder \(path) has mode \(octal(mode)); \
            run `chmod 700 \(path)` to keep others out
            """
        }
    }

    private func octal(_ mode: UInt32) -> String { "0" + String(mode, radix: 8) }
}

package import Loop
import Glibc

/// The Unix socket: who may connect, and what becomes of those who do.
package final class SocketServer {
    /// The interval at which the socket's file is looked for, in milliseconds.
    private static let fileCheck: UInt64 = 5_000

    private let mode: UInt32
    private let group: UInt32?
    private let accept: (Connection) -> any ConnectionDelegate
    private let refused: (PeerCredentials?) -> Void
    private let renewed: () -> Void
    /// At a path of its own, and those that it was given.
    private var own: Listener?
    private var inherited: [Listener] = []
    private var fileTimer: LoopTimer?

    /// - Parameters:
    ///   - accept: Makes a client of a connection.
    ///   - refused: Hears of those who may not connect.
    ///   - renewed: Hears of a socket that was made anew, because its file was deleted.
    package init(
        _ settings: SocketSettings, accept: @escaping (Connection) -> any ConnectionDelegate,
        refused: @escaping (PeerCredentials?) -> Void, renewed: @escaping () -> Void = {}
    ) throws(SocketServerError) {
        mode = settings.mode
        group = try Self.group(of: settings)
        self.accept = accept
        self.refused = refused
        self.renewed = renewed
    }

    /// Listens at a path; a socket that a dead hub left there is replaced.
    package func listen(at path: String, on loop: EventLoop) throws(SocketServerError) {
        switch Listener.probe(unixPath: path) {
        case .free: try Self.checkFolder(of: path)
        case .stale: unlink(path)
        case .live: throw SocketServerError(occupied: path)
        case .notASocket:
            throw SocketServerError(
                path, "there is a file that is not a socket: move it away, or \(Self.remedy)")
        case .denied:
            throw SocketServerError(path, "no permission to look there: \(Self.remedy)")
        case .unusable:
            throw SocketServerError(
                path, "the path is longer than a socket's may be: \(Self.remedy)")
        }
        do throws(EventLoopError) {
            own = try loop.listen(unixPath: path, mode: mode, group: group, delegate: self)
        } catch {
            throw SocketServerError(path, "\(error); \(Self.remedy)")
        }
        fileTimer = loop.makeTimer { [weak self] in self?.lookForFile(at: path, on: loop) }
        fileTimer?.arm(afterMilliseconds: Self.fileCheck)
    }

    private static let remedy = "name another with `--socket PATH`"

    private static func checkFolder(of path: String) throws(SocketServerError) {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        guard !folder.isEmpty, access(folder, F_OK) != 0, errno == ENOENT else { return }
        throw SocketServerError(
            path,
            """
            there is no folder \(folder): make it with `mkdir -p \(folder)`, or \(remedy)
            """)
    }

    /// No client can find a socket whose file was deleted: it is made anew. What another program
    /// has put there since stays.
    private func lookForFile(at path: String, on loop: EventLoop) {
        fileTimer?.arm(afterMilliseconds: Self.fileCheck)
        guard own?.hasLostItsFile ?? true else { return }
        // First, or it could take the new file for its own, which may have the same number.
        own?.close()
        own = try? loop.listen(unixPath: path, mode: mode, group: group, delegate: self)
        if own != nil { renewed() }
    }

    /// Listens, too, on a socket that the service manager has made at a path: its mode and group
    /// are the unit's, and who may connect is the config's.
    package func listen(
        inherited descriptor: Int32, _ path: String, on loop: EventLoop
    ) throws(SocketServerError) {
        do throws(EventLoopError) {
            inherited.append(try loop.listen(inherited: descriptor, delegate: self))
        } catch {
            throw SocketServerError(path, "\(error)")
        }
    }

    /// Accepts no more clients, and removes a socket of its own.
    package func close() {
        fileTimer?.disarm()
        for listener in inherited + [own].compactMap(\.self) { listener.close() }
        (own, inherited) = (nil, [])
    }

    /// The number of the group whose members may connect; `nil` where the settings name none.
    package static func group(of settings: SocketSettings) throws(SocketServerError) -> UInt32? {
        guard let name = settings.group else { return nil }
        if let group = UInt32(name) ?? getgrnam(name)?.pointee.gr_gid { return group }
        throw SocketServerError(
            "socket.group: there is no group \(name); create it, or name another")
    }

    /// The hub's own user, root, and the members of the group may connect.
    private func admits(_ peer: PeerCredentials) -> Bool {
        if peer.user == getuid() || peer.user == 0 { return true }
        guard let group else { return false }
        return peer.group == group || peer.otherGroups.contains(group)
    }
}

extension SocketServer: ListenerDelegate {
    package func listener(
        _ listener: Listener, accepted connection: Connection
    ) -> (any ConnectionDelegate)? {
        guard let peer = connection.peerCredentials, admits(peer) else {
            refused(connection.peerCredentials)
            return nil
        }
        return accept(connection)
    }
}

/// The reason why the socket cannot be served.
public struct SocketServerError: Error, CustomStringConvertible {
    /// The path, and what is wrong with it.
    public let description: String
    /// Another hub listens there.
    let isOccupied: Bool

    init(_ description: String) {
        self.description = description
        isOccupied = false
    }

    init(occupied path: String) {
        description =
            "socket \(path): another hub listens there: end it, or name another with --socket PATH"
        isOccupied = true
    }

    init(_ path: String, _ problem: String) {
        self.init("socket \(path): \(problem)")
    }
}

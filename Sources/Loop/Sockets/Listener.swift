internal import Glibc

/// Decides who may connect.
public protocol ListenerDelegate: AnyObject {
    /// A client connected. Returns the connection's delegate; nil closes it.
    func listener(
        _ listener: Listener, accepted connection: Connection
    ) -> (any ConnectionDelegate)?
}

/// A Unix socket that accepts connections. It holds its delegate until it is closed, and the loop
/// holds the listener. The socket's file goes when it is closed, unless the socket was inherited.
public final class Listener {
    /// The path of its file; `nil` for a socket that was inherited.
    private let path: String?
    private var delegate: (any ListenerDelegate)?
    private var listening: ListeningSocket?

    /// Returns the state of a path. The caller must remove a stale socket before it listens.
    public static func probe(unixPath: String) -> UnixPathState {
        UnixPathState(path: unixPath)
    }

    init(
        unixPath path: String, mode: UInt32, group: UInt32?, on reactor: Reactor,
        delegate: any ListenerDelegate
    ) throws(EventLoopError) {
        self.path = path
        self.delegate = delegate
        var file: FileIdentity?
        listening = try ListeningSocket(on: .unix(path: path), reactor: reactor) {
            _ throws(EventLoopError) in
            file = FileIdentity(path: path)
            try Self.restrict(path, mode: mode, group: group)
        } accepted: { descriptor in
            self.accepted(descriptor, on: reactor)
        } closed: {
            self.delegate = nil
            self.listening = nil
            // Another program may have put its own socket there since.
            if let file, file == FileIdentity(path: path) { unlink(path) }
        }
    }

    /// Accepts on a socket that listens already; the program that made it removes its file.
    init(
        inherited descriptor: Int32, on reactor: Reactor, delegate: any ListenerDelegate
    ) throws(EventLoopError) {
        path = nil
        self.delegate = delegate
        listening = try ListeningSocket(inherited: descriptor, reactor: reactor) { descriptor in
            self.accepted(descriptor, on: reactor)
        } closed: {
            self.delegate = nil
            self.listening = nil
        }
    }

    /// Gives the socket its mode and group. Until `listen`, which comes after, the kernel refuses
    /// every connection, so that there is no moment at which others could slip in.
    private static func restrict(
        _ path: String, mode: UInt32, group: UInt32?
    ) throws(EventLoopError) {
        let failure: EventLoopError
        if let group, chown(path, uid_t.max, group) != 0 {
            failure = .lastCall("set the group of", path)
        } else if chmod(path, mode) != 0 {
            failure = .lastCall("set the mode of", path)
        } else {
            return
        }
        unlink(path)
        throw failure
    }

    private func accepted(_ descriptor: Int32, on reactor: Reactor) {
        guard let connection = Connection(accepted: descriptor, on: reactor) else { return }
        if let taker = delegate?.listener(self, accepted: connection) {
            connection.open(for: taker)
        } else {
            connection.close()
        }
    }

    /// True if there is nothing at its path any more, so that no client can find it.
    public var hasLostItsFile: Bool { path.map { FileIdentity(path: $0) == nil } ?? false }

    /// Accepts nothing more and removes the socket's file. Accepted connections stay.
    public func close() {
        listening?.close()
    }
}

/// The identity of the file at a path.
private struct FileIdentity: Equatable {
    private let device: dev_t
    private let node: ino_t

    init?(path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        device = status.st_dev
        node = status.st_ino
    }
}

internal import Glibc

/// The state of the path of a Unix socket, before something is bound there.
public enum UnixPathState: Hashable, Sendable {
    /// Nothing: it can be bound.
    case free
    /// A socket without a listener: it can be removed.
    case stale
    /// A program listens.
    case live
    /// Something else, which is not ours to remove.
    case notASocket
    /// It cannot be told, for lack of permission.
    case denied
    /// No socket can be there: the path is too long, or malformed.
    case unusable

    init(path: String) {
        guard let address = try? NativeAddress(.unix(path: path)) else {
            self = .unusable
            return
        }
        var status = stat()
        if lstat(path, &status) != 0 {
            self = errno == ENOENT ? .free : .denied
        } else if status.st_mode & S_IFMT != S_IFSOCK {
            self = .notASocket
        } else {
            self.init(connectingTo: address)
        }
    }

    private init(connectingTo address: NativeAddress) {
        guard case .success(let descriptor) = Socket.open(family: AF_UNIX) else {
            self = .denied
            return
        }
        defer { close(descriptor) }
        switch Socket.connect(descriptor, to: address)?.code {
        // EAGAIN: a program listens, with more connections waiting than the kernel holds.
        case nil, EAGAIN: self = .live
        case ECONNREFUSED: self = .stale
        case ENOENT: self = .free
        default: self = .denied
        }
    }
}

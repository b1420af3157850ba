#if canImport(Glibc)
    import Glibc
#else
    import Foundation
#endif

/// The file system, as far as making and verifying a socket's folder needs it.
public protocol SocketFileSystem {
    /// The user that the program runs as.
    var userID: UInt32 { get }

    /// Makes a folder with these permission bits; does nothing if the name is taken.
    func makeFolder(_ path: String, mode: UInt32) throws(FileSystemError)

    /// Returns the status of the file with this name; a symbolic link is not followed.
    func status(of path: String) throws(FileSystemError) -> FileStatus
}

/// The status of a file.
public struct FileStatus: Equatable, Sendable {
    /// The kind of a file.
    public enum Kind: Sendable {
        case folder, link, other
    }

    /// Its kind.
    public var kind: Kind
    /// The user that it belongs to.
    public var owner: UInt32
    /// Its permission bits, set-id and sticky ones included.
    public var mode: UInt32

    /// A status with its parts.
    public init(kind: Kind, owner: UInt32, mode: UInt32) {
        self.kind = kind
        self.owner = owner
        self.mode = mode
    }
}

/// The system's refusal.
public struct FileSystemError: Error, Equatable, Sendable {
    /// In the system's words.
    public var reason: String

    /// A refusal with its reason.
    public init(reason: String) {
        self.reason = reason
    }
}

/// The file system of the machine, as the user of the process sees it.
public struct SystemFiles: SocketFileSystem {
    /// The file system as it is.
    public init() {}

    /// The process's effective user.
    public var userID: UInt32 { geteuid() }

    /// Makes a folder with these permission bits; does nothing if the name is taken.
    public func makeFolder(_ path: String, mode: UInt32) throws(FileSystemError) {
        guard mkdir(path, mode) == 0 || errno == EEXIST else { throw .current() }
    }

    /// Returns the status of the file with this name; a symbolic link is not followed.
    public func status(of path: String) throws(FileSystemError) -> FileStatus {
        var status = stat()
        guard lstat(path, &status) == 0 else { throw .current() }
        let kind: FileStatus.Kind =
            switch status.st_mode & S_IFMT {
            case S_IFDIR: .folder
            case S_IFLNK: .link
            default: .other
            }
        return FileStatus(kind: kind, owner: status.st_uid, mode: status.st_mode & 0o7777)
    }
}

extension FileSystemError {
    fileprivate static func current() -> FileSystemError {
        FileSystemError(reason: String(cString: strerror(errno)))
    }
}

internal import Glibc
internal import NowPlaying
import Support

/// The files of a history beside the database: its folder, its lock, what was set aside.
///
/// SQLite takes and leaves locks as it likes, and loses them when any part of the process closes
/// the file; that one hub alone writes is the lock of a file of its own.
final class HistoryFile {
    /// The identity of a file, which tells it from another at the same path.
    private struct Identity: Equatable {
        let device: UInt
        let inode: UInt

        init?(_ path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            device = UInt(status.st_dev)
            inode = UInt(status.st_ino)
        }
    }

    /// For the owner alone: what people listen to is private.
    private static let mode: mode_t = 0o600

    let path: String
    private let lock: Int32
    private var opened: Identity?

    /// Makes the folder where it is not there, and has the file for this process alone.
    init(_ path: String) throws(HistoryError) {
        self.path = path
        try Self.makeFolder(of: path)
        lock = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, Self.mode)
        guard lock >= 0 else {
            throw .inaccessible(path: path, reason: lastSystemMessage())
        }
        // From here on it is `deinit` that closes the lock, whatever fails.
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else { throw .taken(path: path) }
        // SQLite makes files as the umask has it, and those beside the database like that.
        let made = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, Self.mode)
        if made >= 0 { close(made) }
    }

    deinit { close(lock) }

    /// Lets other processes have it.
    func release() {
        flock(lock, LOCK_UN)
    }

    /// The database was opened, and is a history: it is for its owner alone.
    func wasOpened() {
        opened = Identity(path)
        Self.makePrivate(path + ".lock")
        // SQLite names the files beside a database by where a link leads.
        let place = realpath(path, nil)
        defer { free(place) }
        guard let place else { return }
        for suffix in ["", "-wal", "-shm"] { Self.makePrivate(String(cString: place) + suffix) }
    }

    /// True if the file at the path is not the one that was opened: that one was deleted, renamed
    /// or replaced.
    var isReplaced: Bool { opened != nil && opened != Identity(path) }

    /// Takes the rights of others away; not from a file of another user, who has given them.
    private static func makePrivate(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_uid == geteuid(),
            status.st_mode & 0o777 != mode
        else { return }
        chmod(path, mode)
    }

    /// Renames the database and what belongs to it, so that a new one can be begun.
    ///
    /// - Returns: What it is called now.
    func setAside(at now: Timestamp) throws(HistoryError) -> String {
        let aside = path + ".damaged-" + Self.date(now)
        guard rename(path, aside) == 0 else {
            throw .inaccessible(path: path, reason: lastSystemMessage())
        }
        // Left where they are, they would be taken for the new file's.
        for suffix in ["-wal", "-shm"] { rename(path + suffix, aside + suffix) }
        let made = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, Self.mode)
        if made >= 0 { close(made) }
        return aside
    }

    private static func makeFolder(of path: String) throws(HistoryError) {
        guard let slash = path.lastIndex(of: "/") else { return }
        var made = ""
        for part in path[..<slash].split(separator: "/", omittingEmptySubsequences: false) {
            made += part + "/"
            guard mkdir(made, 0o700) != 0, errno != EEXIST, errno != EISDIR else { continue }
            // One that others have made may lie below what this user cannot even see.
            if access(made, X_OK) == 0 { continue }
            throw .folder(
                path: String(path[..<slash]), reason: lastSystemMessage())
        }
    }

    /// `20261121T140405Z` (ISO 8601, basic format).
    private static func date(_ time: Timestamp) -> String {
        var seconds = time_t(time.milliseconds / 1_000)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        func digits(_ number: Int32, _ count: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        return digits(parts.tm_year + 1_900, 4) + digits(parts.tm_mon + 1, 2)
            + digits(parts.tm_mday, 2) + "T" + digits(parts.tm_hour, 2)
            + digits(parts.tm_min, 2) + digits(parts.tm_sec, 2) + "Z"
    }
}

internal import Glibc
internal import NowPlaying

/// The files of a history beside the database: its folder, its lock, what was set aside.
///
/// SQLite takes and leaves locks as it likes, and loses them when anybody in the process closes the
/// file; that one hub alone writes is the lock of a file of its own.
final class HistoryFile {
    let path: String
    private let lock: Int32

    /// Makes the folder where it is not there, and has the file for this process alone.
    init(_ path: String) throws(HistoryError) {
        self.path = path
        try Self.makeFolder(of: path)
        let lockPath = path + ".lock"
        lock = open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard lock >= 0 else {
            throw .inaccessible(path: path, reason: String(cString: strerror(errno)))
        }
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            close(lock)
            throw .taken(path: path)
        }
    }

    deinit { close(lock) }

    /// Lets other processes have it.
    func release() {
        flock(lock, LOCK_UN)
    }

    /// Renames the database and what belongs to it, so that a new one can be begun.
    ///
    /// - Returns: What it is called now.
    func setAside(at now: Timestamp) throws(HistoryError) -> String {
        let aside = path + ".damaged-" + Self.date(now)
        guard rename(path, aside) == 0 else {
            throw .inaccessible(path: path, reason: String(cString: strerror(errno)))
        }
        // Left where they are, they would be taken for the new file's.
        for suffix in ["-wal", "-shm"] { rename(path + suffix, aside + suffix) }
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
                path: String(path[..<slash]), reason: String(cString: strerror(errno)))
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

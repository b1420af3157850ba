import Glibc

/// Files that only their owner may read.
enum PrivateFile {
    /// Opens a file for writing from its beginning, which only its owner may read, even if others
    /// could read it before; `nil` where that cannot be, with the reason in `errno`.
    static func open(_ path: String) -> Int32? {
        let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return nil }
        var status = stat()
        // A pipe or a device is not ours to change.
        if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            fchmod(descriptor, 0o600) != 0 || ftruncate(descriptor, 0) != 0
        {
            let error = errno
            close(descriptor)
            errno = error
            return nil
        }
        return descriptor
    }
}

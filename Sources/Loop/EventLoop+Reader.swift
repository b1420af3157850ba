import Glibc

extension EventLoop {
    /// Notices at once when the reader of a pipe goes away, not with the next line, which may be
    /// hours away. The write end of a pipe is never readable but for that.
    ///
    /// - Parameter left: Is called again and again until the watch is dropped.
    /// - Returns: `nil` where it is not a pipe; the next write tells there.
    public func watchReader(of descriptor: Int32, left: @escaping () -> Void) -> DescriptorWatch? {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFIFO,
            fcntl(descriptor, F_GETFL) & O_ACCMODE == O_WRONLY
        else { return nil }
        return try? watch(descriptor: descriptor, for: .readable) { _ in left() }
    }
}

import Glibc

/// stdin, stdout and stderr of a program that was started without one of them.
///
/// The system gives the lowest free number to whatever is opened next: without a stderr, log lines
/// would be written into a socket, and libuv ends a program that closes such a descriptor.
enum StandardDescriptors {
    /// Opens `/dev/null` in place of those that are closed. To be called before anything else.
    ///
    /// To a stdout that was closed nothing can be written, as before: records that are asked for
    /// must not vanish without an error. stderr takes what comes, since nothing depends on it.
    static func open() {
        let modes = [
            (STDIN_FILENO, O_RDONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_WRONLY),
        ]
        for (descriptor, mode) in modes where fcntl(descriptor, F_GETFD) < 0 {
            // Those below are open: it is the lowest free one.
            _ = Glibc.open("/dev/null", mode)
        }
    }
}

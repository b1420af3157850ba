import Glibc

/// stdin, stdout and stderr of a program that was started without one of them.
///
/// The system gives the lowest free number to the file that is opened next. Without a stderr, log
/// lines then go into a socket, and libuv ends a program that closes such a descriptor.
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
            // All below it are open: it is the lowest free one.
            _ = Glibc.open("/dev/null", mode)
        }
    }
}

import Glibc
import Shell

/// Opens a link in the user's browser.
enum BrowserLauncher {
    private static let program = "xdg-open"

    /// Hands the link to the desktop, and does not wait.
    static func open(_ link: String) throws(ProgramFailure) {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        useUsualSignals(&attributes)
        var arguments: [UnsafeMutablePointer<CChar>?] = [strdup(program), strdup(link), nil]
        defer { for argument in arguments { free(argument) } }
        let error = posix_spawnp(nil, program, nil, &attributes, &arguments, environ)
        guard error == 0 else {
            let reason = String(cString: strerror(error))
            throw ProgramFailure(.unavailable, "cannot run \(program): \(reason)")
        }
    }

    /// A browser is not to inherit the signals that this program ignores.
    private static func useUsualSignals(_ attributes: inout posix_spawnattr_t) {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        sigaddset(&signals, SIGXFSZ)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    }
}

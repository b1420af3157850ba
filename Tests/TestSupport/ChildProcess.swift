public import Glibc

/// A program that a test has started.
///
/// Foundation's `Process` learns of an end by a socket, which other children inherit that are
/// started at the same moment: it then waits for their ends, too.
public final class ChildProcess {
    /// It could not be started.
    public struct Failure: Error {
        /// The system's number of the reason.
        public let code: Int32
    }

    /// Its number.
    public let id: pid_t
    private var status: Int32?

    /// Starts a program, which is found where the environment's `PATH` says.
    ///
    /// - Parameters:
    ///   - environment: All that it is told; that of the tests if `nil`.
    ///   - input: Its standard input, like the others a descriptor; nothing if `nil`.
    public init(
        _ arguments: [String], environment: [String: String]? = nil, input: Int32? = nil,
        output: Int32? = nil, errors: Int32? = nil
    ) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (number, descriptor) in zip(Int32(0)..., [input, output, errors]) {
            if let descriptor {
                posix_spawn_file_actions_adddup2(&actions, descriptor, number)
            } else {
                posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
            }
        }
        _ = addCloseFrom?(&actions, 3)
        var attributes = Self.attributesOfUsualSignals()
        defer { posix_spawnattr_destroy(&attributes) }
        var id: pid_t = 0
        let variables = environment?.map { "\($0)=\($1)" }
        let code = withCStrings(["env"] + (variables.map { ["-i"] + $0 } ?? []) + arguments) {
            posix_spawn(&id, "/usr/bin/env", &actions, &attributes, $0, environ)
        }
        guard code == 0 else { throw Failure(code: code) }
        self.id = id
    }

    /// A child inherits what its parent ignores, and what the thread blocks that starts it, which
    /// with libdispatch's is every signal.
    private static func attributesOfUsualSignals() -> posix_spawnattr_t {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        return attributes
    }

    /// True if it has not ended yet.
    public var isRunning: Bool { !wait(WNOHANG) }

    /// Waits for its end, for however long that takes.
    public func waitUntilExit() { _ = wait(0) }

    /// Its exit code, once it has ended; minus the signal's number where one killed it.
    public var exitCode: Int32 {
        let status = status ?? 0
        return status & 0x7F == 0 ? status >> 8 & 0xFF : -(status & 0x7F)
    }

    /// Sends it a signal, if it has not ended.
    public func send(_ signal: Int32) {
        if isRunning { kill(id, signal) }
    }

    private func wait(_ options: Int32) -> Bool {
        guard self.status == nil else { return true }
        var status: Int32 = 0
        var found: pid_t
        repeat { found = waitpid(id, &status, options) } while found < 0 && errno == EINTR
        if found == id { self.status = status }
        return found == id
    }
}

/// Has a child inherit no descriptors from a number on. Swift's module of glibc lacks the function.
private let addCloseFrom = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np").map {
    unsafeBitCast(
        $0,
        to: (@convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32)
            .self)
}

private func withCStrings<Result>(
    _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
    let copies = texts.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
}

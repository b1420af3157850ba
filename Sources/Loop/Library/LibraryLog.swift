internal import CLibwebsockets
import Support

/// The log of libwebsockets, for the whole process: the library has only one.
public enum LibraryLog {
    /// The importance of a line.
    public enum Level: Sendable {
        /// Something failed. Some errors are only a peer's bad manners.
        case error
        /// Something is odd.
        case warning
        /// Something is worth knowing when looking for a fault.
        case notice
        /// The library did what it must not, and a connection was ended for it.
        case fault
    }

    /// Takes a line of the log, on whichever thread it was said.
    public typealias Sink = @Sendable (Level, String) -> Void

    private static let sink = Monitor<Sink?>(nil)
    /// The errors since collecting began; `nil` while none are collected.
    private static let collected = Monitor<[String]?>(nil)

    /// Sends the log to `sink` from now on. Without this call errors go to stderr and all else is
    /// dropped. Call it before the first loop is made.
    public static func send(to sink: @escaping Sink) {
        self.sink.withLock { $0 = sink }
        let levels = LLL_ERR | LLL_WARN | LLL_NOTICE
        lws_set_log_level(levels) { level, line in
            LibraryLog.write(level, line)
        }
    }

    /// Runs `body`, and gives the errors that the library told meanwhile in place of its result if
    /// that is `nil`. They are not in the log.
    ///
    /// Afterwards there are errors only, as long as no sink was set: the library would say what it
    /// does. One thread at a time.
    static func collectingErrors<Value>(
        _ body: () -> Value?
    ) -> Result<Value, LibraryErrors> {
        collected.withLock { $0 = [] }
        lws_set_log_level(LLL_ERR) { LibraryLog.write($0, $1) }
        let value = body()
        let errors = collected.withLock { errors in
            defer { errors = nil }
            return errors ?? []
        }
        if let sink = sink.withLock({ $0 }) {
            send(to: sink)
        } else {
            lws_set_log_level(LLL_ERR, lwsl_emit_stderr)
        }
        return value.map { .success($0) } ?? .failure(LibraryErrors(lines: errors))
    }

    /// Adds a fault of the library that was found here.
    static func report(_ text: String) {
        sink.withLock { $0 }?(.fault, text)
    }

    private static func write(_ level: Int32, _ line: UnsafePointer<CChar>?) {
        guard let line else { return }
        var text = String(cString: line)
        while text.last?.isNewline == true { text.removeLast() }
        let isCollected = collected.withLock { errors in
            errors?.append(text)
            return errors != nil
        }
        guard !isCollected, let sink = sink.withLock({ $0 }) else { return }
        switch level {
        case LLL_ERR: sink(.error, text)
        case LLL_WARN: sink(.warning, text)
        default: sink(.notice, text)
        }
    }
}

/// The lines that the library logged when it refused.
struct LibraryErrors: Error {
    let lines: [String]

    /// The plug-in could not be loaded that lets the library run on libuv, a package of its own.
    var isAboutPlugin: Bool { lines.contains { $0.contains("evlib") } }
}

internal import CLibwebsockets

/// What libwebsockets says about itself, for the whole process: the library has one log.
public enum LibraryLog {
    /// How much a line matters.
    public enum Level: Sendable {
        /// Something failed. Some errors are only a peer's bad manners.
        case error
        /// Something is odd.
        case warning
        /// Something is worth knowing when looking for a fault.
        case notice
    }

    /// Takes a line of the log, on whichever thread it was said.
    public typealias Sink = @Sendable (Level, String) -> Void

    private static let sink = Lock<Sink?>(nil)

    /// Sends the log to `sink` from now on. Without this call errors go to stderr and all else is
    /// dropped. Call it before the first loop is made.
    public static func send(to sink: @escaping Sink) {
        self.sink.withLock { $0 = sink }
        let levels = LLL_ERR | LLL_WARN | LLL_NOTICE
        lws_set_log_level(levels) { level, line in
            LibraryLog.write(level, line)
        }
    }

    /// Leaves errors only, as long as no sink was set: the library would say what it does.
    static func quietUnlessSent() {
        sink.withLock { sink in
            if sink == nil { lws_set_log_level(LLL_ERR, nil) }
        }
    }

    private static func write(_ level: Int32, _ line: UnsafePointer<CChar>?) {
        guard let line, let sink = sink.withLock({ $0 }) else { return }
        var text = String(cString: line)
        while text.last?.isNewline == true { text.removeLast() }
        switch level {
        case LLL_ERR: sink(.error, text)
        case LLL_WARN: sink(.warning, text)
        default: sink(.notice, text)
        }
    }
}

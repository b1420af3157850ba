public import Logging
import NowPlaying
public import Support

/// Log lines on stderr: time, level, message, then `key=value` pairs in a fixed order.
public struct StandardErrorLog: LogHandler {
    /// The metadata of every line.
    public var metadata: Logger.Metadata = [:]
    /// Lines below this level are left out.
    public var logLevel: Logger.Level

    private let output: LogOutput
    private let throttle: Monitor<LogThrottle>?

    /// A log that leaves out what is below a level.
    ///
    /// - Parameter throttle: What leaves out lines that are too many of a kind; `nil` for nothing.
    public init(
        level: Logger.Level, to output: LogOutput, throttle: Monitor<LogThrottle>? = nil
    ) {
        logLevel = level
        self.output = output
        self.throttle = throttle
    }

    /// One value that every line carries.
    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// Writes a line.
    public func log(event: LogEvent) {
        let pairs = metadata.merging(event.metadata ?? [:]) { _, new in new }
        let line = LogLine(event.level, event.message, pairs)
        // Lines below `notice` were asked for by a lower level: all of them are wanted.
        guard let throttle, event.level >= .notice else { return output.write(line) }
        let now = SystemClock().now.monotonic
        let (ended, verdict) = throttle.withLock { throttle in
            (throttle.endWindows(at: now), throttle.note(event.message.description, at: now))
        }
        for (message, count) in ended {
            let pairs: Logger.Metadata = ["hub-message": "\(message)", "hub-count": "\(count)"]
            output.write(LogLine(.notice, "lines were left out", pairs))
        }
        if verdict != .leaveOut { output.write(line) }
        if verdict == .writeLast {
            let pairs: Logger.Metadata = ["hub-message": "\(event.message)"]
            output.write(LogLine(.notice, "too many lines of a kind: leaving them out", pairs))
        }
    }
}

import Glibc
public import Logging
import NowPlaying

/// Log lines on stderr: time, level, message, then `key=value` pairs in a fixed order.
public struct StandardErrorLog: LogHandler {
    /// What every line carries.
    public var metadata: Logger.Metadata = [:]
    /// Lines below this level are left out.
    public var logLevel: Logger.Level

    /// A log that leaves out what is below a level.
    public init(level: Logger.Level) {
        logLevel = level
    }

    /// One value that every line carries.
    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// Writes a line.
    public func log(event: LogEvent) {
        let pairs = metadata.merging(event.metadata ?? [:]) { _, new in new }
        let text = pairs.sorted { $0.key < $1.key }
            .map { " \($0.key)=\(Self.quoted("\($0.value)"))" }.joined()
        let line = "\(Self.time) \(event.level) \(event.message)\(text)\n"
        // One call for a line, so that lines of several writers do not mix.
        _ = Array(line.utf8).withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }

    /// What a station said must not look like another log line, nor move the cursor.
    private static func quoted(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { $0 == " " || $0 == "\"" || $0.value < 32 })
        else { return text }
        return text.debugDescription
    }

    /// Unix seconds are what the records carry.
    private static var time: String {
        let wall = SystemClock().now.wall.milliseconds
        return "\(wall / 1_000).\(String(1_000 + wall % 1_000).dropFirst())"
    }
}

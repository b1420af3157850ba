public import Logging
import NowPlaying
import Support

/// Log lines on stderr: time, level, message, then `key=value` pairs in a fixed order.
public struct StandardErrorLog: LogHandler {
    /// What every line carries.
    public var metadata: Logger.Metadata = [:]
    /// Lines below this level are left out.
    public var logLevel: Logger.Level

    private let output: LogOutput

    /// A log that leaves out what is below a level.
    public init(level: Logger.Level, to output: LogOutput) {
        logLevel = level
        self.output = output
    }

    /// One value that every line carries.
    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// Writes a line.
    public func log(event: LogEvent) {
        let pairs = metadata.merging(event.metadata ?? [:]) { _, new in new }
        output.write(LogLine(event.level, event.message, pairs).text)
    }
}

/// A line of the log, with the time of its making.
struct LogLine {
    let text: String

    init(_ level: Logger.Level, _ message: Logger.Message, _ pairs: Logger.Metadata) {
        let pairs = pairs.sorted { $0.key < $1.key }
            .map { " \($0.key)=\(Self.quoted("\($0.value)"))" }.joined()
        text = "\(Self.time) \(level) \(message)\(pairs)\n"
    }

    /// What a station said must not look like another log line, nor move the cursor.
    private static func quoted(_ text: String) -> String {
        let needsQuotes = text.unicodeScalars.contains {
            $0 == " " || $0 == "\"" || $0.isTextControl
        }
        guard needsQuotes else { return text }
        let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return "\"\(escaped.escapingControls())\""
    }

    /// Unix seconds are what the records carry.
    private static var time: String {
        let wall = SystemClock().now.wall.milliseconds
        return "\(wall / 1_000).\(String(1_000 + wall % 1_000).dropFirst())"
    }
}

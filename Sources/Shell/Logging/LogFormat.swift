import Glibc
import JSON
import Logging
import NowPlaying
import Support

/// The format of the log's lines.
public enum LogFormat: String, CaseIterable, Sendable {
    /// For files: with the time in UTC.
    case text
    /// For people: with the local time, and short keys.
    case terminal
    /// For systemd's journal, which notes times itself: with priorities (sd-daemon(3)).
    case journal
    /// For programs: one JSON object a line.
    case json

    /// The format that suits where a descriptor leads.
    public static func suited(to descriptor: Int32) -> LogFormat {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return .text }
        return suited(
            toDevice: UInt64(status.st_dev), inode: UInt64(status.st_ino),
            isTerminal: isatty(descriptor) == 1,
            journal: SystemEnvironment().variable(named: "JOURNAL_STREAM"))
    }

    /// - Parameter journal: The device and inode of the journal's stream, as systemd tells them.
    ///   Programs whose stderr leads elsewhere inherit the variable, too.
    static func suited(
        toDevice device: UInt64, inode: UInt64, isTerminal: Bool, journal: String?
    ) -> LogFormat {
        if journal == "\(device):\(inode)" { return .journal }
        return isTerminal ? .terminal : .text
    }
}

/// A line of the log, before it is written in a format.
struct LogLine {
    let level: Logger.Level
    let message: Logger.Message
    let pairs: Logger.Metadata

    init(_ level: Logger.Level, _ message: Logger.Message, _ pairs: Logger.Metadata) {
        self.level = level
        self.message = message
        self.pairs = pairs
    }

    /// The line with its end.
    ///
    /// - Parameter offset: By how much local time is ahead of UTC.
    func text(_ format: LogFormat, at now: Timestamp, offset: Interval) -> String {
        switch format {
        case .text:
            "\(CivilTime(now).isoWithMilliseconds) \(level) \(message)\(values(short: false))\n"
        case .terminal:
            "\(CivilTime(now + offset).plain) \(level) \(message)\(values(short: true))\n"
        case .journal:
            "<\(level.priority)>\(message)\(values(short: false))\n"
        case .json:
            json(at: now) + "\n"
        }
    }

    private var sortedPairs: [(key: String, value: String)] {
        pairs.sorted { $0.key < $1.key }.map { ($0.key, "\($0.value)") }
    }

    private func values(short: Bool) -> String {
        sortedPairs.map { key, value in
            let isPrefixed = short && key.hasPrefix(Self.prefix)
            let name = isPrefixed ? key.dropFirst(Self.prefix.count) : key[...]
            return " \(name)=\(Self.quoted(value))"
        }.joined()
    }

    /// The prefix of metadata keys, which tells them from those of libraries.
    private static let prefix = "hub-"

    private func json(at now: Timestamp) -> String {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("time", CivilTime(now).isoWithMilliseconds)
        writer.member("level", level.rawValue)
        writer.member("message", message.description)
        for (key, value) in sortedPairs {
            writer.key(named: key)
            writer.string(value.escapingControls())
        }
        writer.endObject()
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// Quotes a value: a station's text must not look like another log line, nor move the cursor.
    private static func quoted(_ text: String) -> String {
        let needsQuotes = text.unicodeScalars.contains {
            $0 == " " || $0 == "\"" || $0.isTextControl
        }
        guard needsQuotes else { return text }
        let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return "\"\(escaped.escapingControls())\""
    }
}

extension Logger.Level {
    /// The journal's number for it (syslog(3)).
    var priority: Int {
        switch self {
        case .trace, .debug: 7
        case .info: 6
        case .notice: 5
        case .warning: 4
        case .error: 3
        case .critical: 2
        }
    }
}

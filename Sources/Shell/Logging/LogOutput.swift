import Logging
import NowPlaying
public import Support

/// The output of log lines. They are written in the background, so that logging never waits.
///
/// A log that is not read, or has no room left on its disk, loses lines. Their number is written as
/// soon as writing works again; a failed write is retried for as long as the program runs.
public final class LogOutput: Sendable {
    /// Bytes that wait to be written: more than a thousand lines.
    private static let capacity = 256 * 1_024
    private static let retryPause = Duration.seconds(1)

    /// Lines that are kept while the terminal shows something else.
    private static let keptMax = 1_000

    /// The receiver of lines in place of stderr.
    private struct Diversion {
        let show: @Sendable (String) -> Void
        var kept: [String] = []
    }

    private let writer: BoundedWriter
    private let format: LogFormat
    private let diversion = Monitor<Diversion?>(nil)

    /// An output to a descriptor, which it does not close.
    public init(to descriptor: Int32, _ format: LogFormat = .text) {
        self.format = format
        writer = BoundedWriter(
            to: descriptor, capacity: Self.capacity, retryPause: Self.retryPause,
            lossNote: { count in
                let line = LogLine(.warning, "log lines were lost", ["hub-count": "\(count)"])
                return Array(line.text(format).utf8)
            },
            tell: { _ in })
    }

    /// Writes a line, soon; or loses it.
    func write(_ line: LogLine) {
        write(line.text(format))
    }

    /// Writes why the program ends; in the journal as errors.
    public func complain(_ text: String) {
        guard format == .journal else { return write(text) }
        let lines = text.split(separator: "\n")
        write(lines.map { "<\(Logger.Level.error.priority)>\($0)\n" }.joined())
    }

    /// Writes a text, soon; or loses it.
    public func write(_ text: String) {
        let show = diversion.withLock { diversion in
            diversion?.kept.append(text)
            if let count = diversion?.kept.count, count > Self.keptMax {
                diversion?.kept.removeFirst()
            }
            return diversion?.show
        }
        if let show { return show(text) }
        _ = writer.offer(Array(text.utf8))
    }

    /// Has another place show the texts while stderr is a terminal that shows something else.
    public func divert(to show: @escaping @Sendable (String) -> Void) {
        diversion.withLock { $0 = Diversion(show: show) }
    }

    /// Writes the newest of the texts that were shown elsewhere, and the next ones as usual.
    public func endDiversion() {
        let kept = diversion.withLock { diversion in
            defer { diversion = nil }
            return diversion?.kept ?? []
        }
        for text in kept { write(text) }
    }

    /// Writes what waits, as far as that is possible in time.
    public func finish(by deadline: Deadline) {
        _ = writer.finish(by: deadline)
    }
}

extension LogLine {
    /// The line as it is now.
    fileprivate func text(_ format: LogFormat) -> String {
        let now = SystemClock().now.wall
        let offset = format == .terminal ? SystemClock.offsetFromUTC(at: now) : .zero
        return text(format, at: now, offset: offset)
    }
}

public import NowPlaying
import Support

/// A note of the wait for a command, on the last line of a terminal: returns the text to write.
///
/// It is shown after a second in which nothing else was written, and taken away before something
/// is.
public struct ProgressLine: Sendable {
    /// The silence after which the line is shown.
    static let delay = Interval.seconds(1)

    /// The work that is waited for.
    public var text: String
    private let began: Instant
    private var quietSince: Instant
    private var isShown = false

    /// A line that is not shown yet.
    public init(_ text: String, at now: Instant) {
        self.text = text
        began = now
        quietSince = now
    }

    /// Returns the text to write now, on a terminal of so many columns.
    public mutating func paint(width: Int, at now: Instant) -> String {
        guard now - quietSince >= Self.delay else { return "" }
        isShown = true
        // The cursor stands behind it: in the last column it could begin another line.
        let time = ", \((now - began).milliseconds / 1_000) s"
        let words = text.fitted(to: max(0, width - 1 - time.columns)) + time
        return "\r" + words.cut(to: max(0, width - 1)) + Self.eraseToEnd
    }

    /// Returns the text to write before something else is written to the terminal.
    public mutating func remove(at now: Instant) -> String {
        quietSince = now
        defer { isShown = false }
        return isShown ? "\r" + Self.eraseToEnd : ""
    }

    /// Erase in line (ECMA-48, section 8.3.41).
    private static let eraseToEnd = "\u{1B}[K"
}

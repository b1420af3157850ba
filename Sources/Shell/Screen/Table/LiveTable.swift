public import NowPlaying
import Support

/// A table of stations on a terminal: says what is to be written, and when it wants to be asked
/// again.
///
/// However much changes, the terminal is written at most every `pause`; what only time moves, once
/// a second, or once a minute where that is enough.
public struct LiveTable: Sendable {
    /// Faster than this nothing can be read.
    static let pause = Interval.milliseconds(50)

    /// The table that is shown.
    public var table = StationTable()
    private var form: ScreenForm
    private var painter: ScreenPainter
    private var painted: Instant?
    /// It has changed since it was painted.
    private var isChanged = false
    private var nextTick: Instant?

    /// A table that was never painted.
    public init(_ form: ScreenForm) {
        self.form = form
        painter = ScreenPainter(isColoured: form.isColoured)
    }

    /// It is drawn on a terminal, and not printed.
    public var isOnTerminal: Bool { form.size != nil }

    /// The time at which it wants `woke`, if nothing happens before; `nil` while nothing moves.
    public var nextDeadline: Instant? {
        guard isOnTerminal else { return nil }
        return isChanged ? painted.map { $0 + Self.pause } : nextTick
    }

    /// The table has changed: what to write for it now.
    public mutating func changed(at now: Moment) -> [UInt8] {
        guard isOnTerminal else { return [] }
        if let painted, now.monotonic < painted + Self.pause {
            isChanged = true
            return []
        }
        return paint(at: now)
    }

    /// The deadline may have passed.
    public mutating func woke(at now: Moment) -> [UInt8] {
        guard let deadline = nextDeadline, deadline <= now.monotonic else { return [] }
        return paint(at: now)
    }

    /// The terminal has another size.
    public mutating func resize(to size: ScreenSize, at now: Moment) -> [UInt8] {
        form.size = size
        return repaint(at: now)
    }

    /// The terminal shows something else.
    public mutating func repaint(at now: Moment) -> [UInt8] {
        painter.forget()
        return paint(at: now)
    }

    /// A key was pressed.
    ///
    /// - Returns: What to write; `nil` where the user has seen enough.
    public mutating func press(_ key: ScreenKey, at now: Moment) -> [UInt8]? {
        let room = renderer(at: now.wall).room(for: table)
        return table.press(key, room: room) ? nil : paint(at: now)
    }

    /// The whole table as lines, where it is printed once.
    public func printed(at now: Timestamp) -> [UInt8] {
        let lines = renderer(at: now).lines(of: table)
        return lines.flatMap { line in
            Array((form.isColoured ? line.coded(isColoured: true) : line.text).utf8)
                + [UInt8(ascii: "\n")]
        }
    }

    private func renderer(at now: Timestamp) -> StationTableRenderer {
        StationTableRenderer(
            width: max(1, form.size?.columns ?? form.printedWidth), height: form.size?.rows,
            now: now)
    }

    private mutating func paint(at now: Moment) -> [UInt8] {
        let renderer = renderer(at: now.wall)
        table.advance(to: now.wall)
        table.settle(room: renderer.room(for: table))
        painted = now.monotonic
        isChanged = false
        nextTick = renderer.rest(in: table).map { now.monotonic + $0 }
        return painter.paint(renderer.lines(of: table))
    }
}

import NowPlaying
import Shell
import Views

/// Prints the whole content of a status bar, whenever a part of it changes.
///
/// While the hub has not told everything, or is gone, the last known content stands.
struct BarPrinter: WatchPrinter {
    /// The program whose status line it is.
    enum Bar {
        case waybar, i3bar
    }

    /// A station with its state.
    private struct Row {
        var state: NowPlaying
        /// The last change of its line: the life of the hub, and the revision in it.
        var rank: (life: Int, revision: Int)
        /// The hub has told of it since it began anew.
        var isConfirmed = true
    }

    private let bar: Bar
    private let text: BarText
    private var alarm: PositionAlarm
    private var stations: [String] = []
    private var rows: [String: Row] = [:]
    private var life = 0
    /// The hub has told everything.
    private var isWhole = false
    private var problem: String?
    private var printed: [UInt8]?

    /// - Parameter pause: The least time between two lines where nothing happens.
    init(_ bar: Bar, _ text: BarText, pause: Interval) {
        self.bar = bar
        self.text = text
        alarm = PositionAlarm(pause: pause)
    }

    var beginning: [UInt8] { bar == .i3bar ? I3barLine.beginning : [] }

    var ending: [UInt8] { bar == .i3bar ? I3barLine.ending : [] }

    var nextDeadline: Instant? { alarm.deadline }

    mutating func subscribed(isAnew: Bool) {
        isWhole = false
        guard isAnew else { return }
        life += 1
        for station in stations { rows[station]?.isConfirmed = false }
    }

    mutating func updated(_ record: WatchedRecord, at now: Moment) -> [UInt8] {
        note(record)
        return isWhole ? show(isTold: true, at: now) : []
    }

    mutating func synced(at now: Moment) -> [UInt8] {
        isWhole = true
        problem = nil
        rows = rows.filter { $0.value.isConfirmed }
        stations.removeAll { rows[$0] == nil }
        return show(isTold: true, at: now)
    }

    mutating func disconnected(_ reason: String, at now: Moment) -> [UInt8] {
        // Of several reasons in a row the first tells what happened.
        problem = problem ?? reason
        return show(isTold: true, at: now)
    }

    mutating func woke(at now: Moment) -> [UInt8] {
        alarm.isDue(at: now) ? show(isTold: false, at: now) : []
    }

    private mutating func note(_ record: WatchedRecord) {
        let station = record.owner
        guard let state = record.state else {
            rows[station] = nil
            return stations.removeAll { $0 == station }
        }
        let before = rows[station]
        if before == nil { stations.append(station) }
        let saysTheSame = before?.state.line(in: .english) == state.line(in: .english)
        let rank = saysTheSame ? before?.rank : nil
        rows[station] = Row(state: state, rank: rank ?? (life, record.revision))
    }

    // MARK: Showing

    private mutating func show(isTold: Bool, at now: Moment) -> [UInt8] {
        let content = content(at: now.wall)
        let timed = timed(content)
        alarm.set(
            for: timed.map { text.showsPosition ? $0.playback : nil },
            scrolls: timed.contains { text.scrolls(for: $0, at: now.wall) }, isTold: isTold,
            at: now)
        let line: [UInt8] =
            switch bar {
            case .waybar: WaybarLine.document(of: content, text)
            case .i3bar: I3barLine.blocks(of: content, text)
            }
        guard line != printed else { return [] }
        let isFirst = printed == nil
        printed = line
        return bar == .i3bar && !isFirst ? I3barLine.separator + line : line
    }

    private func content(at now: Timestamp) -> BarContent {
        let newest = stations.compactMap { rows[$0] }.max { $0.rank < $1.rank }
        let shown = stations.prefix(BarContent.stationsMax).compactMap { rows[$0]?.state }
        return BarContent(
            stations: shown, stationCount: stations.count, newest: newest?.state,
            problem: problem, now: now)
    }

    /// The states of which the bar shows the position.
    private func timed(_ content: BarContent) -> [NowPlaying] {
        switch bar {
        case .waybar: content.newest.map { [$0] } ?? []
        case .i3bar: content.stations
        }
    }
}

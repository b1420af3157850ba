import NowPlaying
import Shell

/// Prints a line of text for each change of a station, and where the text shows the position, with
/// each second of it.
struct TextPrinter: WatchPrinter {
    /// The wording of a line.
    enum Wording {
        /// The hub's line; after the station's id, where there are several.
        case line(namesStation: Bool)
        /// The user's template.
        case template(Template)
    }

    /// A station, and the text that was printed of it.
    private struct Row {
        var state: NowPlaying?
        var text: String?
        var alarm: PositionAlarm
        /// The hub has told of it since it began anew.
        var isConfirmed = true
    }

    private let wording: Wording
    private let pause: Interval
    private var stations: [String] = []
    private var rows: [String: Row] = [:]
    private(set) var nextDeadline: Instant?

    let beginning: [UInt8] = []
    let ending: [UInt8] = []

    /// - Parameter pause: The least time between two lines of a station to which nothing happens.
    init(_ wording: Wording, pause: Interval) {
        self.wording = wording
        self.pause = pause
    }

    mutating func subscribed(isAnew: Bool) {
        guard isAnew else { return }
        for station in stations { rows[station]?.isConfirmed = false }
    }

    mutating func updated(_ record: WatchedRecord, at now: Moment) -> [UInt8] {
        guard let text = text(record.line, record.state, at: now) else {
            return remove([record.owner])
        }
        let station = record.owner
        if rows[station] == nil { stations.append(station) }
        var row = rows[station] ?? Row(alarm: PositionAlarm(pause: pause))
        row.state = record.state
        row.isConfirmed = true
        let isNews = row.text != text
        row.text = text
        set(&row, isTold: true, at: now)
        rows[station] = row
        return isNews ? line(text, of: station) : []
    }

    /// Stations that the hub no longer has are told as those that it removes.
    mutating func synced(at now: Moment) -> [UInt8] {
        remove(stations.filter { rows[$0]?.isConfirmed == false })
    }

    func disconnected(_ reason: String, at now: Moment) -> [UInt8] { [] }

    mutating func woke(at now: Moment) -> [UInt8] {
        guard let deadline = nextDeadline, deadline <= now.monotonic else { return [] }
        nextDeadline = nil
        return stations.flatMap { tick($0, at: now) }
    }

    // MARK: Rows

    private mutating func tick(_ station: String, at now: Moment) -> [UInt8] {
        guard var row = rows[station] else { return [] }
        guard row.alarm.isDue(at: now), let text = text(nil, row.state, at: now) else {
            expect(row.alarm.deadline)
            return []
        }
        let isNews = row.text != text
        row.text = text
        set(&row, isTold: false, at: now)
        rows[station] = row
        return isNews ? line(text, of: station) : []
    }

    private mutating func set(_ row: inout Row, isTold: Bool, at now: Moment) {
        guard case .template(let template) = wording, let state = row.state else { return }
        let playback = template.showsPosition ? state.playback : nil
        row.alarm.set(
            for: CollectionOfOne(playback), scrolls: template.scrolls(for: state, at: now.wall),
            isTold: isTold, at: now)
        expect(row.alarm.deadline)
    }

    private mutating func expect(_ deadline: Instant?) {
        guard let deadline else { return }
        nextDeadline = min(deadline, nextDeadline ?? deadline)
    }

    /// A station that is gone has an empty text: a bar that shows the last line
    /// shows nothing then.
    private mutating func remove(_ gone: [String]) -> [UInt8] {
        let told = gone.filter { rows.removeValue(forKey: $0) != nil }
        stations.removeAll { rows[$0] == nil }
        return told.flatMap { line("", of: $0) }
    }

    // MARK: Texts

    /// The text to print of a record's line or state; `nil` where it has none.
    private func text(_ line: String?, _ state: NowPlaying?, at now: Moment) -> String? {
        switch wording {
        case .line: line
        case .template(let template): state.map { template.text(for: $0, at: now.wall) }
        }
    }

    private func line(_ text: String, of station: String) -> [UInt8] {
        switch wording {
        case .line(namesStation: true): Array("\(station): \(text)\n".utf8)
        case .line(namesStation: false), .template: Array("\(text)\n".utf8)
        }
    }
}

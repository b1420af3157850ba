import NowPlaying
import Support

/// Draws a table of stations as the lines of a terminal.
struct StationTableRenderer {
    /// The greatest width of the lines.
    let width: Int
    /// The number of lines; `nil` for as many as it takes, if nothing scrolls.
    let height: Int?
    /// The time of the drawing.
    let now: Timestamp

    /// Narrower than this a state is its symbol alone.
    private static let wordyWidth = 60
    /// Wider than this a position has a bar beside it.
    private static let barredWidth = 100
    private static let barWidth = 12
    private static let ageWidth = 8
    /// Names have at most this part of a line.
    private static let nameShare = 4
    /// A note has at most so many lines, and on a low terminal all of them have.
    private static let noteLines = 4

    /// The number of rows that have room.
    func room(for table: StationTable) -> Int {
        guard let height else { return table.count }
        return max(0, height - head(of: table).count - foot(of: table, shown: 0).count)
    }

    /// The lines of a table.
    func lines(of table: StationTable) -> [ScreenLine] {
        let shown = table.rows(atMost: room(for: table))
        var body = shown.map { row(of: $0, nameWidth: nameWidth(of: table)) }
        if table.rows(atMost: 1).isEmpty, height != 0 { body = [note(emptyText(of: table))] }
        let foot = foot(of: table, shown: shown.count)
        if let height {
            let blank = max(0, height - head(of: table).count - body.count - foot.count)
            body += Array(repeating: ScreenLine(), count: blank)
        }
        let lines = head(of: table) + body + foot
        return lines.prefix(height ?? lines.count).map { $0.cut(to: width) }
    }

    /// The time until something that is seen changes by time alone: a position each second, an age
    /// each minute. `nil` where nothing does.
    func rest(in table: StationTable) -> Interval? {
        let rows = table.rows(atMost: room(for: table))
        if rows.contains(where: showsPosition) { return rest(of: now.milliseconds, in: .second) }
        let ages = rows.compactMap { row in
            row.titleSince.map { rest(of: (now - $0).milliseconds, in: .minute) }
        }
        return (ages + [table.nextStuck.map { $0 - now }].compactMap(\.self)).min()
    }

    /// The time until the next whole unit.
    private func rest(of milliseconds: Int64, in unit: Interval) -> Interval {
        unit - .milliseconds(milliseconds % unit.milliseconds)
    }

    private func showsPosition(_ row: StationTable.Row) -> Bool {
        row.state.playback?.state == .playing && !position(of: row).text.isEmpty
    }

    private func emptyText(of table: StationTable) -> String {
        if table.count > 0 {
            return "All \(table.count.grouped) stations are live, and none is stuck."
        }
        return table.isWhole ? "The hub has no stations." : "Waiting for the hub …"
    }

    private func note(_ text: String) -> ScreenLine {
        ScreenLine((" " + text).fitted(to: width), .dim)
    }

    private func nameWidth(of table: StationTable) -> Int {
        min(table.nameWidth, max(8, width / Self.nameShare))
    }

    // MARK: Head and foot

    private func head(of table: StationTable) -> [ScreenLine] {
        var title = ScreenLine(" ")
        for (place, part) in summary(of: table).enumerated() {
            if place > 0 { title.append(" · ", .dim) }
            title.append(part.text, part.style)
        }
        return [title] + banner(of: table) + (height == nil ? [] : [rule()])
    }

    /// In as many lines as it takes: a part of an address leads nowhere.
    private func banner(of table: StationTable) -> [ScreenLine] {
        var rest = (table.banner ?? "").cleanedForTerminal
        var lines: [ScreenLine] = []
        while !rest.isEmpty {
            let part = rest.cut(to: max(2, width))
            lines.append(ScreenLine(part, .dim))
            rest.removeFirst(part.count)
        }
        return lines
    }

    private func summary(
        of table: StationTable
    ) -> [(text: String, style: ScreenLine.Style)] {
        let counts = StationStanding.allCases.compactMap { standing in
            let count = table.count(of: standing)
            return count == 0 ? nil : ("\(count.grouped) \(standing.rawValue)", standing.style)
        }
        return counts.isEmpty ? [("nphub", .bold)] : counts
    }

    private func rule(_ text: String = "") -> ScreenLine {
        let end = text.isEmpty ? "" : " \(text) "
        let line = String(repeating: "─", count: max(0, width - end.columns))
        return ScreenLine(line + end, .dim)
    }

    private func foot(of table: StationTable, shown: Int) -> [ScreenLine] {
        let problem = table.problem.map { ScreenLine("! " + $0.fitted(to: width - 2), .wrong) }
        guard height != nil else { return [problem].compactMap(\.self) }
        return notes(of: table) + [
            problem ?? rule(place(in: table, shown: shown)), note(Self.help(table)),
        ]
    }

    /// The newest of what is said beside the table, whole: at the end of a line of the log stands
    /// the reason.
    private func notes(of table: StationTable) -> [ScreenLine] {
        let most = max(Self.noteLines, (height ?? 0) / 4)
        var lines: [ScreenLine] = []
        for text in table.notes.reversed() {
            let parts = wrapped(text)
            guard lines.isEmpty || lines.count + parts.count <= most else { break }
            lines = parts + lines
        }
        return lines
    }

    private func wrapped(_ text: String) -> [ScreenLine] {
        var rest = text.cleanedForTerminal
        var lines: [ScreenLine] = []
        var indent = ""
        while lines.count < Self.noteLines - 1, indent.columns + rest.columns >= width {
            var part = rest.cut(to: max(2, width - 1 - indent.columns))
            rest.removeFirst(part.count)
            // Between words, if a word does not fill most of the line.
            if let space = part.lastIndex(of: " "), part[space...].count < part.count / 2 {
                rest = part[part.index(after: space)...] + rest
                part = String(part[..<space])
            }
            lines.append(note(indent + part))
            indent = "  "
        }
        return lines + [note(indent + rest)]
    }

    /// The range of the rows that are seen, if not all are.
    private func place(in table: StationTable, shown: Int) -> String {
        let count = table.shownCount
        guard shown < count, shown > 0 else { return "" }
        let first = (table.offset + 1).grouped
        return "\(first)–\((table.offset + shown).grouped) of \(count.grouped)"
    }

    private static func help(_ table: StationTable) -> String {
        "↑↓ scroll · f \(table.showsOnlyTrouble ? "all" : "only trouble") · q quit"
    }

    // MARK: Rows

    private func row(of row: StationTable.Row, nameWidth: Int) -> ScreenLine {
        let (state, standing) = (row.state, row.standing)
        var line = ScreenLine(" ")
        line.append(state.station.name, in: nameWidth, .bold)
        line.append("  " + standing.symbol, standing.style)
        if width >= Self.wordyWidth {
            let isOnAir = standing == .live && state.personOnAir != nil
            line.append(" " + (isOnAir ? "on air" : standing.rawValue), in: 11, standing.style)
        }
        line.append(" ")
        let end = end(of: row)
        line.append(text(of: state), in: max(0, width - line.columns - end.columns - 1))
        line.append(end)
        return line
    }

    /// The title that plays; of a station that cannot be read, the reason.
    private func text(of state: NowPlaying) -> String {
        switch state.connection.state {
        case .failing, .stopped: return state.connection.reason?.text ?? ""
        case .connecting, .live, .stale: break
        }
        guard let track = state.track else { return state.programme?.title ?? "" }
        return [track.artist, track.title].compactMap(\.self).joined(separator: " – ")
    }

    /// Position and age, side by side where there is room for both. Elsewhere the age of a title
    /// has the place of a position that is not known, or has long been past its end.
    private func end(of row: StationTable.Row) -> ScreenLine {
        var line = position(of: row)
        guard width >= Self.barredWidth || line.text.isEmpty else { return line }
        let age = row.titleSince.map { (now - $0).minutesText } ?? ""
        guard !age.isEmpty || !line.text.isEmpty else { return line }
        let blank = String(repeating: " ", count: max(1, Self.ageWidth - age.columns))
        line.append(blank + age, row.standing == .stuck ? .wrong : .dim)
        return line
    }

    private func position(of row: StationTable.Row) -> ScreenLine {
        var line = ScreenLine()
        let state = row.state
        guard state.connection.state == .live || state.connection.state == .stale,
            row.standing != .stuck, let elapsed = state.playback?.position(at: now)
        else { return line }
        let duration = state.playback?.duration
        line.append(" ")
        if width >= Self.barredWidth, let duration, duration > .zero {
            let part = min(1, max(0, elapsed.seconds / duration.seconds))
            let filled = Int(part * Double(Self.barWidth))
            line.append(String(repeating: "━", count: filled), .playing)
            line.append(String(repeating: "─", count: Self.barWidth - filled) + " ", .dim)
        }
        let paused = state.playback?.state == .paused ? "‖ " : ""
        let times = [elapsed, duration].compactMap { $0?.clockText }.joined(separator: "/")
        line.append(String(repeating: " ", count: max(0, 9 - times.columns - paused.columns)))
        line.append(paused + times)
        return line
    }
}

extension Interval {
    fileprivate static let second = Interval.seconds(1)
    fileprivate static let minute = Interval.seconds(60)

    /// An age to the minute; empty below one.
    fileprivate var minutesText: String { self < .minute ? "" : ageText }
}

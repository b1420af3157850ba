public import NowPlaying
import Support

/// The plays of stations, read from the file for `nphub history`.
public struct HistoryListing {
    /// The form of the output.
    public enum Format: String, CaseIterable, Sendable {
        /// Columns for people.
        case table
        /// One JSON object a line, for programs.
        case jsonl
        /// RFC 4180, for spreadsheets.
        case csv
        /// The number of plays of each title, the most played first.
        case counts
        /// A cue sheet: the beginnings of tracks in a recording.
        case cue
        /// The same as a playlist.
        case m3u
        /// A report of use for a licence, as SoundExchange takes it.
        case soundexchange

        /// It is about one station's recording.
        public var isOfRecording: Bool { self == .cue || self == .m3u }
    }

    /// The file; `nil` for the usual one.
    public var file: String?
    /// The stations' ids; `nil` for all.
    public var stations: [String]?
    /// Stations that may have played nothing yet, beside those of the file.
    public var configuredStations: [String] = []
    /// The first moment.
    public var since: Timestamp
    /// The last moment; `nil` for now.
    public var until: Timestamp?
    /// The recording that a cue sheet or a playlist is of; it began at `since`.
    public var recording = "recording.mp3"
    /// Tells the user something beside the lines.
    public var say: (String) -> Void = { _ in }
    /// Receives the number of titles that have been read.
    public var progress: (Int) -> Void = { _ in }
    /// The form of the output.
    public var format: Format
    /// The lines are for a terminal that shows colours.
    public var isColoured = false

    /// A listing of all stations in the usual file.
    public init(since: Timestamp, as format: Format) {
        self.since = since
        self.format = format
    }

    /// Hands over the lines, the earliest element first, some at a time: a history can be longer
    /// than memory.
    ///
    /// - Returns: How many damaged rows were left out.
    public func write(_ output: ([UInt8]) throws -> Void) throws -> Int {
        do {
            guard let path = file ?? HistoryPlace.file(in: SystemEnvironment()) else {
                throw HistoryError.nowhere
            }
            let reader = try HistoryReader(path: path)
            try checkStations(of: reader, at: path)
            switch format {
            case .table:
                return try writeTable(of: reader, output)
            case .jsonl:
                return try each(of: reader) { try output($0.flatMap(\.json)) }
            case .csv:
                try output(Array(CSV.heading.utf8))
                return try each(of: reader) { try output($0.flatMap(\.csv)) }
            case .counts:
                return try writeCounts(of: reader, output)
            case .soundexchange:
                var counts = PlayCounts()
                let skipped = try each(of: reader) { $0.forEach { counts.add($0) } }
                try output(SoundExchangeReport.text(of: counts))
                return skipped
            case .cue, .m3u:
                return try writeIndex(of: reader, output)
            }
        } catch let error as HistoryError {
            throw ProgramFailure(error)
        }
    }

    /// Refuses a station that neither the file nor the config has: a slip of the pen looks like a
    /// station that played nothing.
    private func checkStations(of reader: HistoryReader, at path: String) throws {
        guard let stations else { return }
        let known = try reader.stations() + configuredStations
        guard let unknown = stations.first(where: { !known.contains($0) }) else { return }
        let near = suggestion(
            for: unknown, among: Set(known).sorted(),
            listedBy: known.count > 20 ? "`nphub history --format counts` lists stations" : nil)
        throw ProgramFailure(
            .usage, "there is no station \(quote(unknown)) in the history \(path); \(near)")
    }

    private func each(
        of reader: HistoryReader, _ take: ([PlayedElement]) throws -> Void
    ) throws -> Int {
        var count = 0
        return try reader.each(of: stations, since: since, until: until) { page in
            try take(page)
            count += page.count
            progress(count)
        }
    }

    private func writeCounts(
        of reader: HistoryReader, _ output: ([UInt8]) throws -> Void
    ) throws -> Int {
        var counts = PlayCounts()
        let skipped = try each(of: reader) { $0.forEach { counts.add($0) } }
        var table = TextTable(columns: [
            .number("PLAYS"), .text("STATION"), .text("LATEST"), .text("PLAYED"),
        ])
        var times = LocalTimes()
        table.rows = counts.rows.map { row in
            [
                .init(row.count), .init(row.latest.station),
                .init(times.text(of: row.latest.time)), .init(row.latest.names),
            ]
        }
        let lines = table.lines(isColoured: isColoured)
        try output(lines.flatMap { Array($0.utf8) + [UInt8(ascii: "\n")] })
        return skipped
    }

    private func writeIndex(
        of reader: HistoryReader, _ output: ([UInt8]) throws -> Void
    ) throws -> Int {
        var index = RecordingIndex(of: recording, from: since)
        let skipped = try each(of: reader) { $0.forEach { index.add($0) } }
        if format == .cue, index.count > RecordingIndex.tracksMax {
            say(
                "a cue sheet has \(RecordingIndex.tracksMax) tracks at most: "
                    + "\(index.count - RecordingIndex.tracksMax) more are left out")
        }
        try output(format == .cue ? index.cue : index.m3u)
        return skipped
    }

    /// Columns are as wide as what has been in them until then.
    private func writeTable(
        of reader: HistoryReader, _ output: ([UInt8]) throws -> Void
    ) throws -> Int {
        var table = TextTable(columns: [
            .text("TIME"), .text("STATION"), .number("LENGTH"), .text("PLAYED"), .text("PROGRAMME"),
        ])
        func writeRows(withTitles: Bool) throws {
            let lines = table.takeLines(isColoured: isColoured, withTitles: withTitles)
            try output(lines.flatMap { Array($0.utf8) + [UInt8(ascii: "\n")] })
        }
        var times = LocalTimes()
        var isBegun = false
        let skipped = try each(of: reader) { page in
            table.rows = page.map { $0.cells(&times) }
            try writeRows(withTitles: !isBegun)
            isBegun = true
        }
        if !isBegun { try writeRows(withTitles: true) }
        return skipped
    }
}

extension ProgramFailure {
    /// Makes a failure of the reason why there is no listing.
    fileprivate init(_ error: HistoryError) {
        switch error {
        case .missing, .nowhere: self.init(.unavailable, error.description)
        case .forbidden: self.init(.noPermission, error.description)
        default: self.init(.inputOutput, error.description)
        }
    }
}

extension PlayedElement {
    /// `Artist – Title`, or the title.
    fileprivate var names: String {
        [element.track.artist, element.track.title].compactMap(\.self).joined(separator: " – ")
    }

    /// The cells of a line. An element without a known beginning has the time at which the hub
    /// noticed it, with a mark.
    fileprivate func cells(_ times: inout LocalTimes) -> [TextTable.Cell] {
        let mark = element.startedAt == nil ? "~" : ""
        return [
            .init(mark + times.text(of: time)), .init(station),
            .init(element.duration?.clockText ?? "", element.duration == nil ? nil : .good),
            .init(names), .init(programme ?? ""),
        ]
    }
}

/// Local times, `2026-11-21 15:04:05`, one after another.
///
/// The offset from UTC is asked for once for each quarter of an hour: it changes at full quarters
/// only.
struct LocalTimes {
    private var quarter = Int64.min
    private var offset = Interval.zero

    mutating func text(of time: Timestamp) -> String {
        let quarter = time.milliseconds / 900_000
        if quarter != self.quarter {
            self.quarter = quarter
            offset = SystemClock.offsetFromUTC(at: time)
        }
        return CivilTime(time + offset).plain
    }
}

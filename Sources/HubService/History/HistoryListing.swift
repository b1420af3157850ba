import Configuration
internal import History
public import NowPlaying
import Support

/// What stations played, read from the file for `nphub history`.
public struct HistoryListing {
    /// How it is printed.
    public enum Format: String, CaseIterable, Sendable {
        /// Columns for people.
        case table
        /// One JSON object a line, for programs.
        case jsonl
        /// RFC 4180, for spreadsheets.
        case csv
    }

    /// The file; `nil` for the usual one.
    public var file: String?
    /// The stations' ids; `nil` for all.
    public var stations: [String]?
    /// How far back.
    public var since: Interval
    /// How it is printed.
    public var format: Format
    /// The lines are for a terminal that shows colours.
    public var isColoured = false

    /// A listing of all stations in the usual file.
    public init(since: Interval, as format: Format) {
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
            switch format {
            case .table:
                return try writeTable(of: reader, output)
            case .jsonl:
                return try each(of: reader) { try output($0.flatMap(\.json)) }
            case .csv:
                try output(Array(CSV.heading.utf8))
                return try each(of: reader) { try output($0.flatMap(\.csv)) }
            }
        } catch let error as HistoryError {
            throw ProgramFailure(error)
        }
    }

    private func each(
        of reader: HistoryReader, _ take: ([PlayedElement]) throws -> Void
    ) throws -> Int {
        try reader.each(of: stations, since: SystemClock().now.wall - since, take)
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
    /// Why there is no listing.
    fileprivate init(_ error: HistoryError) {
        switch error {
        case .missing, .nowhere: self.init(.unavailable, error.description)
        default: self.init(.inputOutput, error.description)
        }
    }
}

extension PlayedElement {
    /// What is known to have begun at no certain time stands at the time at which it was noticed,
    /// with a mark.
    fileprivate func cells(_ times: inout LocalTimes) -> [TextTable.Cell] {
        let mark = element.startedAt == nil ? "~" : ""
        let track = element.track
        let names = [track.artist, track.title].compactMap { $0 }.joined(separator: " – ")
        return [
            .init(mark + times.text(of: time)), .init(station),
            .init(element.duration?.clockText ?? "", element.duration == nil ? nil : .good),
            .init(names), .init(programme ?? ""),
        ]
    }
}

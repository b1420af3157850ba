internal import NowPlaying

/// Comma-separated values (RFC 4180) that no spreadsheet takes for anything else.
package enum CSV {
    /// A column: its name, and the cell of an element in it.
    struct Column: Sendable {
        let name: String
        let cell: @Sendable (PlayedElement) -> String

        fileprivate init(_ name: String, _ cell: @escaping @Sendable (PlayedElement) -> String) {
            self.name = name
            self.cell = cell
        }

        fileprivate init(_ field: TrackField) {
            self.init(field.name) { word($0.element.track.details[field]?.description) }
        }
    }

    /// The columns in their order, to which programs may count: a new one comes last.
    static let columns =
        earlierColumns
        + TrackField.all.map { Column($0) }.filter { new in
            !earlierColumns.contains { $0.name == new.name }
        }

    private static let earlierColumns =
        [
            Column("startedAt") { $0.element.startedAt.map { CivilTime($0).iso } ?? "" },
            Column("notedAt") { CivilTime($0.notedAt).iso },
            Column("station") { word($0.station) },
            Column("duration") { $0.element.duration.map { "\($0.seconds)" } ?? "" },
            Column("artist") { word($0.element.track.artist) },
            Column("title") { word($0.element.track.title) },
        ] + fields(["album", "genre", "isrc", "kind"])
        + [Column("programme") { word($0.programme) }] + fields(["artworkURL"])
        + [Column("id") { word($0.element.id) }]

    private static func fields(_ names: [String]) -> [Column] {
        TrackField.all.filter { names.contains($0.name) }.map { Column($0) }
    }

    /// The names of the columns.
    package static let heading = line(columns.map(\.name))

    /// A line of fields, quoted where they need it.
    static func line(_ fields: [String]) -> String {
        fields.map(quoted).joined(separator: ",") + "\r\n"
    }

    /// A text from a station. Spreadsheets calculate what begins like a formula: an
    /// apostrophe before it keeps them from that (OWASP, "CSV Injection").
    static func word(_ text: String?) -> String {
        guard let text, let first = text.unicodeScalars.first else { return "" }
        return ["=", "+", "-", "@", "\t", "\r"].contains(first) ? "'" + text : text
    }

    private static func quoted(_ field: String) -> String {
        let needsQuotes = field.unicodeScalars.contains {
            $0 == "," || $0 == "\"" || $0 == "\n" || $0 == "\r"
        }
        guard needsQuotes else { return field }
        return "\"" + field.replacing("\"", with: "\"\"") + "\""
    }
}

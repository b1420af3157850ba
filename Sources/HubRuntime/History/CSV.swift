/// Comma-separated values (RFC 4180) that no spreadsheet takes for anything else.
enum CSV {
    /// The names of the columns.
    static let heading = line([
        "startedAt", "notedAt", "station", "duration", "artist", "title", "album", "genre", "isrc",
        "kind", "programme", "artworkURL", "id",
    ])

    /// A line of fields, quoted where they need it.
    static func line(_ fields: [String]) -> String {
        fields.map(quoted).joined(separator: ",") + "\r\n"
    }

    /// A text that somebody else wrote. Spreadsheets calculate what begins like a formula: an
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

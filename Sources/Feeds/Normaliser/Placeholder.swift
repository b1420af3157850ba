/// What stations write where they know nothing.
enum Placeholder {
    /// Short on purpose: `Untitled`, `None` or `Various Artists` can be meant.
    private static let any: Set<String> = [
        "-", "--", "–", "—", "?", "n/a", "unknown", "unknown artist", "unknown title",
        "unknown album", "unknown track", "<unknown>", "(unknown)", "[unknown]",
    ]
    /// Written by programs, so that capitals mean something else.
    private static let exact: Set<String> = ["null", "undefined"]

    /// The longest of them, in bytes.
    private static let longest = 14
    /// The first byte of each, small and capital.
    private static let firstBytes = any.union(exact).flatMap { text in
        [text, text.uppercased()].compactMap(\.utf8.first)
    }

    /// The text, unless it is one of them or empty.
    static func removed(from text: String) -> String? {
        guard let first = text.utf8.first else { return nil }
        // Most names are longer or begin otherwise, and need not be looked up.
        guard text.utf8.count <= longest, firstBytes.contains(first) else { return text }
        return any.contains(text.lowercased()) || exact.contains(text) ? nil : text
    }
}

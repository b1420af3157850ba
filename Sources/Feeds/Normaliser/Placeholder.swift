/// What stations write where they know nothing.
enum Placeholder {
    /// Short on purpose: `Untitled`, `None` or `Various Artists` can be meant.
    private static let any: Set<String> = [
        "-", "--", "–", "—", "?", "n/a", "unknown", "unknown artist", "unknown title",
        "unknown album", "unknown track", "<unknown>", "(unknown)", "[unknown]",
    ]
    /// Written by programs, so that capitals mean something else.
    private static let exact: Set<String> = ["null", "undefined"]

    /// The longest of them, in bytes: longer texts need not be looked up.
    private static let longest = 14

    /// The text, unless it is one of them or empty.
    static func removed(from text: String) -> String? {
        guard !text.isEmpty else { return nil }
        guard text.utf8.count <= longest else { return text }
        return any.contains(text.lowercased()) || exact.contains(text) ? nil : text
    }
}

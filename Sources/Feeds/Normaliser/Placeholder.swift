/// Texts that stations write for unknown names, or that mean nothing to people.
enum Placeholder {
    /// Placeholders in any case. `Untitled`, `None` or `Various Artists` can be real names.
    private static let any: Set<String> = [
        "-", "--", "–", "—", "?", "n/a", "unknown", "unknown artist", "unknown title",
        "unknown album", "unknown track", "<unknown>", "(unknown)", "[unknown]",
    ]
    /// Placeholders of programs; with other capitals they can be real names.
    private static let exact: Set<String> = ["null", "undefined"]

    /// The longest of them, in bytes.
    private static let longest = 14
    /// The first byte of each, small and capital.
    private static let firstBytes = any.union(exact).flatMap { text in
        [text, text.uppercased()].compactMap(\.utf8.first)
    }

    /// The text; `nil` for a placeholder, an empty text, a template's variable, an address or an
    /// identifier.
    static func removed(from text: String) -> String? {
        guard let first = text.utf8.first else { return nil }
        if isOfVariables(text) || isAddress(text) || isIdentifier(text) { return nil }
        // Most names are longer or begin otherwise, and need no lookup.
        guard text.utf8.count <= longest, firstBytes.contains(first) else { return text }
        return any.contains(text.lowercased()) || exact.contains(text) ? nil : text
    }

    /// `$ARTIST$ - $TITLE$`, `%title%`, `{{song}}`: automation did not fill in its template.
    private static func isOfVariables(_ text: String) -> Bool {
        guard let first = text.utf8.first, "$%{[<#".utf8.contains(first) else { return false }
        return text.parts(between: " - ").allSatisfy(isVariable)
    }

    private static func isVariable(_ text: String) -> Bool {
        let core = text.drop { variableSigns.contains($0) }
        let name = core.prefix { !variableSigns.contains($0) }
        let rest = core[name.endIndex...]
        guard rest.allSatisfy({ variableSigns.contains($0) }) else { return false }
        return variables.contains(name.lowercased().filter { $0 != "_" && $0 != " " })
    }

    private static let variableSigns: Set<Character> = [
        "$", "%", "{", "}", "[", "]", "(", ")", "<", ">", "#",
    ]
    private static let variables: Set<String> = [
        "album", "albumname", "artist", "artistname", "name", "nowplaying", "song", "songname",
        "songtitle", "streamtitle", "text", "title", "track", "trackname", "tracktitle",
    ]

    /// A UUID (RFC 9562), with its hyphens or without, perhaps in braces.
    private static func isIdentifier(_ text: String) -> Bool {
        guard (32...38).contains(text.utf8.count) else { return false }
        let isBraced = text.hasPrefix("{") && text.hasSuffix("}")
        let body = isBraced ? text.dropFirst().dropLast() : text[...]
        let groups = body.split(separator: "-", omittingEmptySubsequences: false)
        guard [[32], [8, 4, 4, 4, 12]].contains(groups.map(\.utf8.count)) else { return false }
        return groups.joined().allSatisfy { $0.isASCII && $0.isHexDigit }
    }

    /// An address of a stream, or of a file with a token, which some players show as a title.
    private static func isAddress(_ text: String) -> Bool {
        guard !text.utf8Span.span.contains(UInt8(ascii: " ")) else { return false }
        if text[...].firstPlace(of: "://") != nil { return true }
        guard let query = text.firstIndex(of: "?") else { return false }
        let name = text[query...].dropFirst().prefix { $0.isASCII && ($0.isLetter || $0 == "_") }
        return !name.isEmpty && text[name.endIndex...].first == "="
    }
}

/// A part of a command's discussion.
enum HelpBlock {
    /// Text that flows.
    case paragraph(String)
    /// Lines that stand as they are, under a title: examples, codes.
    case listing(title: String, [String])

    /// The parts of a discussion: they are set apart by blank lines, and a listing is a line that
    /// ends with a colon, and indented ones.
    static func blocks(of discussion: String) -> [HelpBlock] {
        let lines = discussion.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.split(whereSeparator: \.isEmpty).map(block)
    }

    private static func block(_ lines: ArraySlice<Substring>) -> HelpBlock {
        let rest = lines.dropFirst()
        guard let title = lines.first, title.hasSuffix(":"), !rest.isEmpty,
            rest.allSatisfy({ $0.hasPrefix("  ") })
        else { return .paragraph(lines.joined(separator: " ")) }
        return .listing(title: String(title.dropLast()), rest.map { String($0.dropFirst(2)) })
    }
}

/// The source of a manual page, in the macros of man(7), which groff and mandoc read.
struct Roff {
    /// The source that was written so far.
    private(set) var source = ""

    /// A macro with its arguments.
    mutating func macro(_ name: String, _ arguments: String...) {
        let quoted = arguments.map { " \"" + Self.escaped($0, quotes: "\\(dq") + "\"" }
        source += "." + name + quoted.joined() + "\n"
    }

    /// No hyphen that is not in the text, and no stretched spaces: options are copied from a page.
    mutating func keepWordsWhole() {
        source += ".nr HY 0\n.nh\n.ad l\n"
    }

    /// The heading of a section.
    mutating func section(_ title: String) {
        macro("SH", title)
    }

    /// A line of text.
    mutating func text(_ text: String) {
        source += Self.line(text) + "\n"
    }

    /// A paragraph.
    mutating func paragraph(_ text: String) {
        macro("PP")
        self.text(text)
    }

    /// Lines that stand as they are.
    mutating func listing(_ lines: [String]) {
        macro("PP")
        macro("RS", "4")
        macro("EX")
        for line in lines { text(line) }
        macro("EE")
        macro("RE")
    }

    /// Escapes a point or a quotation mark at the beginning, which makes a line a command.
    private static func line(_ text: String) -> String {
        let escaped = escaped(text, quotes: "\"")
        return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
    }

    /// A hyphen that is a minus sign can be copied into a shell; quotation marks stay as they are.
    private static func escaped(_ text: String, quotes: String) -> String {
        text.reduce(into: "") { escaped, character in
            switch character {
            case "\\": escaped += "\\e"
            case "-": escaped += "\\-"
            case "'": escaped += "\\(aq"
            case "`": escaped += "\\(ga"
            case "^": escaped += "\\(ha"
            case "~": escaped += "\\(ti"
            case "\"": escaped += quotes
            default: escaped.append(character)
            }
        }
    }
}

import Support

/// Text in columns that are as wide as what is in them.
struct TextTable {
    /// How a cell is set off on a terminal.
    enum Emphasis: String {
        /// A heading.
        case heading = "1"
        /// All is well.
        case good = "32"
        /// It may become well, or not.
        case uneasy = "33"
        /// Something is wrong.
        case bad = "31"
    }

    /// A cell's text, and how it is set off.
    struct Cell: ExpressibleByStringInterpolation {
        let text: String
        /// How many characters it has.
        let width: Int
        let emphasis: Emphasis?

        /// Without controls: some of it comes from stations.
        init(_ text: String, _ emphasis: Emphasis? = nil) {
            self.text = text.withoutControls
            self.emphasis = emphasis
            // Most of a long table is ASCII, of which bytes are counted faster than characters.
            width = self.text.utf8.allSatisfy { $0 < 0x80 } ? self.text.utf8.count : self.text.count
        }

        init(stringLiteral text: String) {
            self.init(text)
        }

        init(_ number: Int) {
            self.init(String(number))
        }
    }

    /// Numbers are set to the right, so that their digits stand under each other.
    enum Column {
        case text(String)
        case number(String)

        var title: String {
            switch self {
            case .text(let title), .number(let title): title
            }
        }
    }

    let columns: [Column]
    /// Each as long as `columns`; what is missing is blank.
    var rows: [[Cell]] = []
    /// How wide each column has been until now.
    private var widths: [Int]

    init(columns: [Column]) {
        self.columns = columns
        widths = Array(repeating: 0, count: columns.count)
    }

    /// The lines, the headings first, without space at their ends.
    func lines(isColoured: Bool) -> [String] {
        var table = self
        return table.takeLines(isColoured: isColoured, withTitles: true)
    }

    /// Takes the rows as lines: a table that is longer than memory goes a part at a time. A column
    /// is as wide as what has been in it until then.
    mutating func takeLines(isColoured: Bool, withTitles: Bool) -> [String] {
        let titles = withTitles ? [columns.map { Cell($0.title, .heading) }] : []
        let all = titles + rows
        rows = []
        for row in all {
            for (index, cell) in zip(columns.indices, row) {
                widths[index] = max(widths[index], cell.width)
            }
        }
        return all.map { line(of: $0, isColoured: isColoured) }
    }

    private func line(of row: [Cell], isColoured: Bool) -> String {
        let last = row.lastIndex { !$0.text.isEmpty } ?? -1
        return zip(columns.indices, row).prefix(last + 1).map { index, cell in
            let space = String(repeating: " ", count: widths[index] - cell.width)
            let text = isColoured ? cell.coloured : cell.text
            switch columns[index] {
            case .text: return index == last ? text : text + space
            case .number: return space + text
            }
        }
        .joined(separator: "  ")
    }
}

extension TextTable.Cell {
    /// The text between the codes that set it off (ECMA-48, section 8.3.117).
    fileprivate var coloured: String {
        guard let emphasis else { return text }
        return "\u{1B}[\(emphasis.rawValue)m\(text)\u{1B}[0m"
    }
}

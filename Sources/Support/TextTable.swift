/// Text in columns that are as wide as their widest cells.
public struct TextTable {
    /// The style of a cell on a terminal.
    public enum Emphasis: String {
        /// A heading.
        case heading = "1"
        /// All is well.
        case good = "32"
        /// It may become good, or bad. Yellow is not readable on white.
        case uneasy = "35"
        /// A state of failure.
        case bad = "31"
    }

    /// A cell's text and style.
    public struct Cell: ExpressibleByStringInterpolation {
        let text: String
        /// The number of terminal columns that it takes.
        let width: Int
        let emphasis: Emphasis?

        /// A cell without controls: some texts come from stations.
        public init(_ text: String, _ emphasis: Emphasis? = nil) {
            self.text = text.withoutControls
            self.emphasis = emphasis
            width = self.text.columns
        }

        fileprivate func shortened(to width: Int) -> Self {
            self.width <= width ? self : Self(text.shortened(to: width), emphasis)
        }

        /// A text in the source.
        public init(stringLiteral text: String) {
            self.init(text)
        }

        /// A number.
        public init(_ number: Int) {
            self.init(String(number))
        }
    }

    /// Numbers are set to the right, so that their digits stand under each other.
    public enum Column {
        case text(String)
        /// A column of numbers.
        case number(String)

        var title: String {
            switch self {
            case .text(let title), .number(let title): title
            }
        }
    }

    let columns: [Column]
    /// Each row is as long as `columns`; missing cells are blank.
    public var rows: [[Cell]] = []
    /// The width that each column has had until now.
    private var widths: [Int]

    /// A table without rows.
    public init(columns: [Column]) {
        self.columns = columns
        widths = Array(repeating: 0, count: columns.count)
    }

    /// The lines, the headings first, without space at their ends.
    ///
    /// - Parameter maximumWidth: The number of terminal columns for each row: long cells are cut,
    ///   those of the last column first; `nil` to leave them uncut.
    public func lines(isColoured: Bool, maximumWidth: Int? = nil) -> [String] {
        var table = self
        if let maximumWidth { table.narrow(to: maximumWidth) }
        return table.takeLines(isColoured: isColoured, withTitles: true)
    }

    /// The terminal columns that a column keeps before others get them.
    private static let leastWidth = 16

    private mutating func narrow(to maximumWidth: Int) {
        var widths = columns.indices.map { index in
            rows.map { $0[index].width }.reduce(columns[index].title.count, max)
        }
        guard let last = widths.indices.last else { return }
        var excess = widths.reduce(2 * last, +) - maximumWidth
        for index in [last] + widths.indices.dropLast().sorted(by: { widths[$0] > widths[$1] }) {
            let least = min(widths[index], max(Self.leastWidth, columns[index].title.count))
            let cut = max(0, min(excess, widths[index] - least))
            widths[index] -= cut
            excess -= cut
        }
        // The remaining excess is cut from the last column, as long as its title has room.
        widths[last] -= max(0, min(excess, widths[last] - (columns.last?.title.count ?? 0)))
        for row in rows.indices {
            rows[row] = zip(rows[row], widths).map { $0.shortened(to: $1) }
        }
    }

    /// Takes the rows as lines. A table that is larger than memory is printed in parts; a column is
    /// as wide as its widest cell until then.
    public mutating func takeLines(isColoured: Bool, withTitles: Bool) -> [String] {
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
            let space = String(repeating: " ", count: max(0, widths[index] - cell.width))
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
    /// The text between the codes of its style (ECMA-48, section 8.3.117).
    fileprivate var coloured: String {
        guard let emphasis else { return text }
        return "\u{1B}[\(emphasis.rawValue)m\(text)\u{1B}[0m"
    }
}

/// The surface on which a screen is drawn.
public struct ScreenForm: Hashable, Sendable {
    /// The terminal's size; `nil` where each picture is printed below the one before.
    public var size: ScreenSize?
    /// Colours can be shown.
    public var isColoured = false

    /// The width of pictures that are printed below each other.
    public var printedWidth = 72

    /// Pictures as plain text, one below the other.
    public init() {}
}

/// A size in characters.
public struct ScreenSize: Hashable, Sendable {
    /// From left to right.
    public var columns: Int
    /// From top to bottom.
    public var rows: Int

    /// A size with both.
    public init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }
}

/// Brings lines onto a terminal's screen, and again only those that changed.
public struct ScreenPainter: Sendable {
    /// The lines may be coloured.
    let isColoured: Bool
    private var painted: [ScreenLine]?

    /// A painter of a screen of which nothing is known.
    public init(isColoured: Bool) {
        self.isColoured = isColoured
    }

    /// Returns the codes that make the screen show these lines and nothing else (ECMA-48: CUP, EL,
    /// ED).
    public mutating func paint(_ lines: [ScreenLine]) -> [UInt8] {
        var codes = painted == nil ? "\u{1B}[0m\u{1B}[2J" : ""
        let before = painted ?? []
        for (row, line) in lines.enumerated() where row >= before.count || before[row] != line {
            // Erased first: behind a full line, what would be erased is its last character.
            codes += "\u{1B}[\(row + 1);1H\u{1B}[K\(line.coded(isColoured: isColoured))"
        }
        if before.count > lines.count { codes += "\u{1B}[\(lines.count + 1);1H\u{1B}[J" }
        painted = lines
        return Array(codes.utf8)
    }

    /// The screen no longer shows what was painted.
    public mutating func forget() {
        painted = nil
    }
}

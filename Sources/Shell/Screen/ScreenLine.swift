import Support

/// A line of a terminal: pieces of text, each in a style.
public struct ScreenLine: Equatable, Sendable {
    /// The emphasis of a piece.
    struct Style: OptionSet, Sendable {
        let rawValue: Int

        static let bold = Style(rawValue: 1)
        static let dim = Style(rawValue: 2)
        static let reverse = Style(rawValue: 4)
        /// In the colour of what plays.
        static let playing = Style(rawValue: 8)
        /// In the colour of what is wrong.
        static let wrong = Style(rawValue: 16)
        /// In the colour of what does not work.
        static let bad = Style(rawValue: 32)
    }

    private struct Piece: Equatable, Sendable {
        let text: String
        let style: Style
    }

    private var pieces: [Piece] = []
    /// The number of columns that it takes.
    private(set) var columns = 0

    /// A line with nothing in it, or with one piece.
    init(_ text: String = "", _ style: Style = []) {
        append(text, style)
    }

    /// Adds a piece at the end.
    mutating func append(_ text: String, _ style: Style = []) {
        guard !text.isEmpty else { return }
        columns += text.columns
        if let last = pieces.last, last.style == style {
            pieces[pieces.count - 1] = Piece(text: last.text + text, style: style)
        } else {
            pieces.append(Piece(text: text, style: style))
        }
    }

    /// Adds a text from outside in exactly so many columns.
    mutating func append(_ text: String, in width: Int, _ style: Style = []) {
        guard width > 0 else { return }
        let fitted = text.fitted(to: width)
        append(fitted, style)
        append(String(repeating: " ", count: max(0, width - fitted.columns)), style)
    }

    /// Fills it with spaces up to a column.
    mutating func pad(to width: Int) {
        append(String(repeating: " ", count: max(0, width - columns)))
    }

    /// Adds another line's pieces at the end.
    mutating func append(_ line: ScreenLine) {
        for piece in line.pieces { append(piece.text, piece.style) }
    }

    /// As much of it as fits into so many columns.
    func cut(to width: Int) -> ScreenLine {
        guard columns > width else { return self }
        var cut = ScreenLine()
        for piece in pieces where cut.columns < width {
            cut.append(piece.text.cut(to: width - cut.columns), piece.style)
        }
        return cut
    }

    /// The bare text, without space at its end.
    public var text: String {
        let whole = pieces.map(\.text).joined()
        return String(whole.prefix(whole.lastIndex { $0 != " " }.map { whole[...$0].count } ?? 0))
    }

    /// The text with the codes that set it off (ECMA-48, section 8.3.117).
    func coded(isColoured: Bool) -> String {
        pieces.map { piece in
            let codes = piece.style.codes(isColoured: isColoured)
            return codes.isEmpty
                ? piece.text
                : "\u{1B}[\(codes.joined(separator: ";"))m\(piece.text)\u{1B}[0m"
        }
        .joined()
    }
}

extension ScreenLine.Style {
    fileprivate func codes(isColoured: Bool) -> [String] {
        let codes: [(ScreenLine.Style, String)] = [(.bold, "1"), (.dim, "2"), (.reverse, "7")]
        // Of the 16 colours, those that can be read on white and on black: yellow cannot.
        let colours: [(ScreenLine.Style, String)] = [
            (.playing, "32"), (.wrong, "35"), (.bad, "31"),
        ]
        return (isColoured ? codes + colours : codes).filter { contains($0.0) }.map(\.1)
    }
}

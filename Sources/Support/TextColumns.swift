/// The width of texts in the columns of a terminal.
extension String {
    /// The text without characters that move the cursor or change the direction of the text after
    /// them.
    ///
    /// Control characters and ends of lines become spaces. Of the invisible characters only those
    /// stay that join or part letters.
    public var cleanedForTerminal: String {
        var cleaned = withoutControls.unicodeScalars
        cleaned.removeAll { $0.properties.generalCategory == .format && !$0.joinsOrParts }
        return String(cleaned)
    }

    /// The number of columns that it takes.
    public var columns: Int {
        // Most texts are ASCII, where counting bytes is faster than counting characters.
        if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return utf8.count }
        return reduce(0) { $0 + $1.columns }
    }

    /// The text in at most this many columns, with an ellipsis if it is cut.
    public func shortened(to width: Int) -> String {
        columns <= width ? self : cut(to: width - 1) + (width > 0 ? "…" : "")
    }

    /// The text of ``shortened(to:)``, cleaned, for use among texts of other directions.
    ///
    /// Text from right to left is put between marks, so that it does not turn its neighbours.
    public func fitted(to width: Int) -> String {
        let text = cleanedForTerminal.shortened(to: width)
        let mark = "\u{200E}"
        return text.unicodeScalars.contains(where: \.isFromRightToLeft) ? mark + text + mark : text
    }

    /// The longest beginning that fits into this many columns.
    public func cut(to width: Int) -> String {
        var rest = width
        return String(
            prefix {
                rest -= $0.columns
                return rest >= 0
            })
    }
}

extension Character {
    /// The number of columns that a terminal gives it.
    public var columns: Int {
        isShownAsEmoji ? 2 : unicodeScalars.reduce(0) { $0 + $1.columns }
    }

    /// True if it is drawn as a picture: by itself, or because of the variation selector 16 (UTS
    /// #51).
    private var isShownAsEmoji: Bool {
        guard let first = unicodeScalars.first, !first.isASCII || unicodeScalars.count > 1 else {
            return false
        }
        return first.properties.isEmojiPresentation
            || first.properties.isEmoji && unicodeScalars.contains("\u{FE0F}")
    }
}

extension Unicode.Scalar {
    /// East Asian scalars that take two columns (UAX #11, classes W and F), emoji aside.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF,
        0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F,
        0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF,
        0x1F200...0x1F2FF, 0x20000...0x3FFFD,
    ]
    /// Scripts that are written from right to left.
    private static let fromRightToLeft: [ClosedRange<UInt32>] = [
        0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x10800...0x10FFF, 0x1E800...0x1EFFF,
    ]
    /// The vowels and finals of Korean syllables that are written letter by letter.
    private static let joiningJamo: ClosedRange<UInt32> = 0x1160...0x11FF

    fileprivate var columns: Int {
        if isASCII { return 1 }
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        if Self.joiningJamo.contains(value) { return 0 }
        return Self.wide.contains { $0.contains(value) } ? 2 : 1
    }

    fileprivate var isFromRightToLeft: Bool {
        Self.fromRightToLeft.contains { $0.contains(value) }
    }

    /// The zero-width joiner and non-joiner, which shape letters and emoji.
    fileprivate var joinsOrParts: Bool { self == "\u{200C}" || self == "\u{200D}" }
}

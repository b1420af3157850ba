/// Texts of unknown origin, and the controls in them that spoil a log, a terminal or a document.
///
/// Texts of servers, clients and programs are cleaned on entry (`quotable`). Remaining controls are
/// escaped for a terminal or a log (`escapingControls`).
extension Unicode.Scalar {
    /// True if it is invisible, but moves a terminal's cursor, breaks a line, or turns the
    /// direction of the text after it.
    ///
    /// Joiners and directional marks are none: emoji, Persian and Indic scripts need them, and they
    /// change only their neighbours.
    public var isTextControl: Bool {
        switch value {
        // C0, DEL and C1 (ECMA-48).
        case 0..<0x20, 0x7F..<0xA0: true
        // Line and paragraph separator; embeddings and overrides; isolates, and the deprecated.
        case 0x2028...0x202E, 0x2066...0x206F: true
        // Zero-width space, byte order mark, interlinear annotations.
        case 0x200B, 0xFEFF, 0xFFF9...0xFFFB: true
        default: false
        }
    }

    /// True for a control without a width: if it is dropped, nothing is missing.
    fileprivate var isInvisible: Bool {
        isTextControl && value > 0xA0 && !properties.isWhitespace
    }
}

extension StringProtocol {
    /// The text without controls: a space stands for each, or nothing for those without a width.
    public var withoutControls: String {
        guard containsControls else { return String(self) }
        var scalars = String.UnicodeScalarView()
        for scalar in unicodeScalars where !scalar.isInvisible {
            scalars.append(scalar.isTextControl ? " " : scalar)
        }
        return String(scalars)
    }

    /// The text for use in a message of this program: without controls, and short.
    public var quotable: String { quotable(Self.quotableLength) }

    /// The default length of a quoted text in Unicode scalars.
    static var quotableLength: Int { 120 }

    /// The text for use in a message of this program: without controls, and cut to this many
    /// characters (Unicode scalars) and an ellipsis.
    public func quotable(_ length: Int) -> String {
        let beginning = String.UnicodeScalarView(unicodeScalars.prefix(length))
        let isWhole = unicodeScalars.dropFirst(length).isEmpty
        return String(beginning).withoutControls + (isWhole ? "" : "…")
    }

    /// The text with its controls as JSON escapes, such as `\u009b`.
    ///
    /// - Parameter kept: Controls that stay as they are.
    public func escapingControls(keeping kept: String = "") -> String {
        guard containsControls else { return String(self) }
        var escaped = ""
        for scalar in unicodeScalars {
            let stays = !scalar.isTextControl || kept.unicodeScalars.contains(scalar)
            stays ? escaped.unicodeScalars.append(scalar) : escaped.append(scalar.jsonEscape)
        }
        return escaped
    }

    private var containsControls: Bool {
        // The range of ASCII without the controls.
        if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return false }
        return unicodeScalars.contains(where: \.isTextControl)
    }
}

extension [UInt8] {
    /// Lines of text or JSON for a terminal: with their controls as JSON escapes, except ends of
    /// lines and tabs.
    public var escapedForTerminal: [UInt8] {
        Array(String(decoding: self, as: UTF8.self).escapingControls(keeping: "\n\t").utf8)
    }
}

extension Unicode.Scalar {
    /// RFC 8259, section 7. Every control is in the plane that four digits name.
    fileprivate var jsonEscape: String {
        switch self {
        case "\n": return "\\n"
        case "\r": return "\\r"
        case "\t": return "\\t"
        default:
            let digits = String(value, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
        }
    }
}

import Support

/// Lines of text or JSON for a terminal, which would obey the controls in them.
public enum TerminalText {
    /// The lines with their controls as JSON escapes them, but for ends of lines and tabs.
    public static func escaped(_ lines: [UInt8]) -> [UInt8] {
        Array(String(decoding: lines, as: UTF8.self).escapingControls(keeping: "\n\t").utf8)
    }
}

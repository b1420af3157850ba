import Support

/// The status line and the fields of an HTTP answer (RFC 9112).
struct ResponseHead {
    /// The version, `1.1` for example.
    let version: String
    /// 101, for example.
    let status: Int
    /// The server's words for the status; may be empty.
    let reason: String
    /// All fields.
    let fields: HeaderFields

    /// Parses the lines, which come without their line ends and without the empty last one.
    init(lines: [[UInt8]]) throws(WebSocketFailure) {
        let statusBytes = lines.first ?? []
        let statusLine = Self.text(statusBytes)
        // RFC 9112 section 4: HTTP-version SP 3DIGIT SP [ reason-phrase ]; the second space is
        // left out by some servers that have no reason.
        let parts = statusLine.split(
            separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count >= 2, parts[0].hasPrefix("HTTP/"), parts[1].utf8.count == 3,
            parts[1].utf8.allSatisfy(\.isDigit), let status = Int(parts[1]),
            !statusBytes.contains(where: Self.isControl)
        else { throw .malformedHeader(line: statusLine) }
        version = String(parts[0].dropFirst(5))
        self.status = status
        reason = parts.count == 3 ? String(parts[2].trimmingBlanks) : ""
        var fields: [HeaderField] = []
        for line in lines.dropFirst() { fields.append(try Self.field(line)) }
        self.fields = HeaderFields(fields)
    }

    /// RFC 9112 section 5: no white space before the colon, none at the line's beginning (that
    /// was obs-fold, which a server must not send, section 5.2); no control character in a value.
    private static func field(_ line: [UInt8]) throws(WebSocketFailure) -> HeaderField {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > 0,
            line[..<colon].allSatisfy(\.isTokenCharacter),
            !line[colon...].contains(where: isControl)
        else { throw .malformedHeader(line: text(line)) }
        let value = line[(colon + 1)...].readable[...].trimmingBlanks
        return HeaderField(name: line[..<colon].readable, value: String(value))
    }

    private static func isControl(_ byte: UInt8) -> Bool {
        (byte < 0x20 && byte != 0x09) || byte == 0x7F
    }

    private static func text(_ line: [UInt8]) -> String { line.readable }
}

/// HTML character references, as stations leave them in titles that they took from web pages.
enum HTMLEntities {
    /// `&`, a name or number, `;`: no name that is known is longer.
    private static let longestReference = 12

    /// The text with each reference replaced by what it stands for. What is not a reference, or one
    /// to no character, stays.
    ///
    /// What gives a reference again was encoded twice on its way, as in `Oak &amp;amp; Ash`,
    /// and is decoded twice.
    static func decoded(_ text: String) -> String {
        let once = decodedOnce(text)
        return once == text ? text : decodedOnce(once)
    }

    private static func decodedOnce(_ text: String) -> String {
        guard text.utf8Span.span.contains(UInt8(ascii: "&")) else { return text }
        var decoded = String.UnicodeScalarView()
        var rest = text.unicodeScalars[...]
        while let ampersand = rest.firstIndex(of: "&") {
            decoded.append(contentsOf: rest[..<ampersand])
            rest = rest[ampersand...]
            let end = rest.prefix(longestReference).firstIndex(of: ";")
            if let end, let scalar = scalar(for: rest[..<end].dropFirst()) {
                decoded.append(scalar)
                rest = rest[rest.index(after: end)...]
            } else {
                decoded.append("&")
                rest = rest.dropFirst()
            }
        }
        decoded.append(contentsOf: rest)
        return String(decoded)
    }

    private static func scalar(
        for reference: Substring.UnicodeScalarView
    ) -> Unicode.Scalar? {
        guard reference.first == "#" else { return named[Substring(reference)] }
        let body = Substring(reference.dropFirst())
        let isHexadecimal = body.first == "x" || body.first == "X"
        let digits = isHexadecimal ? body.dropFirst() : body
        // The standard library would take a sign, too.
        guard digits.first?.isHexDigit == true else { return nil }
        return UInt32(digits, radix: isHexadecimal ? 16 : 10).flatMap(scalar(numbered:))
    }

    /// Numbers from 128 to 159 mean Windows-1252, as in every browser (HTML, section 13.2.5.80).
    private static func scalar(numbered number: UInt32) -> Unicode.Scalar? {
        guard number > 0 else { return nil }
        guard (0x80..<0xA0).contains(number) else { return Unicode.Scalar(number) }
        return Unicode.Scalar(Mojibake.windows1252[Int(number) - 0x80])
    }
}

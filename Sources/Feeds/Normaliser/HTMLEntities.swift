/// HTML character references, as stations leave them in titles that they took from web pages.
enum HTMLEntities {
    /// Decodes each reference in a text. Other texts, and references to no character, stay.
    ///
    /// If the result contains references again, the text was encoded twice, as in
    /// `Oak &amp;amp; Ash`, and is decoded twice.
    static func decoded(_ text: String) -> String {
        guard let once = decodedOnce(text) else { return text }
        return decodedOnce(once) ?? once
    }

    /// The decoded text; `nil` if there is nothing to decode.
    private static func decodedOnce(_ text: String) -> String? {
        let bytes = text.utf8Span.span
        guard bytes.contains(UInt8(ascii: "&")) else { return nil }
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var place = 0
        var isChanged = false
        while place < bytes.count {
            if bytes[place] == UInt8(ascii: "&"),
                let reference = CharacterReference(in: bytes, behind: place)
            {
                decoded.append(contentsOf: String(reference.scalar).utf8)
                place = reference.end
                isChanged = true
            } else {
                decoded.append(bytes[place])
                place += 1
            }
        }
        return isChanged ? String(decoding: decoded, as: UTF8.self) : nil
    }
}

/// A reference by name or number.
///
/// Its semicolon may be missing where HTML allows that, unless a letter, a digit or `=` follows
/// (HTML, section 13.2.5.73): then it is part of a word or of an address.
private struct CharacterReference {
    /// The length of the longest known name or number of a character.
    private static let longest = 10

    let scalar: Unicode.Scalar
    /// The place behind it.
    private(set) var end: Int

    init?(in bytes: Span<UInt8>, behind ampersand: Int) {
        let isNumber = bytes.byte(at: ampersand + 1) == UInt8(ascii: "#")
        let start = ampersand + (isNumber ? 2 : 1)
        let isHexadecimal = isNumber && bytes.byte(at: start).map { $0 | 0x20 } == UInt8(ascii: "x")
        end = start + (isHexadecimal ? 1 : 0)
        let isPart = isNumber && !isHexadecimal ? Self.isDigit : Self.isAlphanumeric
        var body = ""
        while let byte = bytes.byte(at: end), isPart(byte) {
            guard body.utf8.count < Self.longest else { return nil }
            body.unicodeScalars.append(Unicode.Scalar(byte))
            end += 1
        }
        let named = isNumber ? nil : HTMLEntities.named[body]
        let number = isNumber ? UInt32(body, radix: isHexadecimal ? 16 : 10) : nil
        guard let scalar = named ?? number.flatMap(Self.scalar(numbered:)) else { return nil }
        self.scalar = scalar
        if bytes.byte(at: end) == UInt8(ascii: ";") {
            end += 1
        } else {
            let isOpen = isNumber || Self.mayBeOpen(body, scalar)
            guard isOpen, bytes.byte(at: end).map(Self.continues) != true else { return nil }
        }
    }

    /// Numbers from 128 to 159 mean Windows-1252, as in every browser (HTML, section 13.2.5.80).
    private static func scalar(numbered number: UInt32) -> Unicode.Scalar? {
        guard number > 0 else { return nil }
        guard (0x80..<0xA0).contains(number) else { return Unicode.Scalar(number) }
        return Unicode.Scalar(Mojibake.windows1252[Int(number) - 0x80])
    }

    /// The names of HTML 3.2 and before, all of Latin-1; XML's `apos` came later.
    private static func mayBeOpen(_ name: String, _ scalar: Unicode.Scalar) -> Bool {
        scalar.value <= 0xFF && name != "apos"
    }

    private static func continues(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "=") || isAlphanumeric(byte)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
}

extension Span<UInt8> {
    fileprivate func byte(at place: Int) -> UInt8? { place < count ? self[place] : nil }
}

/// UTF-8 that was taken on the way for Windows-1252 or Latin-1, so that `ö` became `Ã¶`.
enum Mojibake {
    /// Repairs a text, if it certainly is such a text: every character stands for one byte, and the
    /// bytes are UTF-8 with the characters of titles. If the result is such a text again, it was
    /// broken twice.
    static func repaired(_ text: String) -> String? {
        guard let once = repairedOnce(text) else { return nil }
        return repairedOnce(once) ?? once
    }

    private static func repairedOnce(_ text: String) -> String? {
        guard text.unicodeScalars.contains(where: { $0.value >= 0xC2 }) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            guard let byte = byte(for: scalar) else { return nil }
            bytes.append(byte)
        }
        guard bytes.allSatisfy(isLikely) else { return nil }
        return String(validating: bytes, as: UTF8.self)
            ?? withLostSpaces(bytes).flatMap { String(validating: $0, as: UTF8.self) }
    }

    /// `à` is `Ã` and a no-break space, which programs that fold or trim white space lose. It is
    /// put back at its only possible places, if other characters show that all of it is such a
    /// text.
    private static func withLostSpaces(_ bytes: [UInt8]) -> [UInt8]? {
        var whole: [UInt8] = []
        var others = 0
        for (place, byte) in bytes.enumerated() {
            whole.append(byte)
            let following = place + 1 < bytes.count ? bytes[place + 1] : UInt8(ascii: " ")
            if byte == 0xC3, following == UInt8(ascii: " ") {
                whole.append(0xA0)
            } else if byte >= 0xC2 {
                others += 1
            }
        }
        return others > 0 ? whole : nil
    }

    /// False for first bytes of letters of no usual script. In `CAFÉ™` the accented capital and the
    /// sign after it form such a letter.
    private static func isLikely(_ byte: UInt8) -> Bool {
        switch byte {
        case 0xC7...0xCD, 0xD4...0xD6, 0xDC...0xDF: false
        default: true
        }
    }

    static func byte(for scalar: Unicode.Scalar) -> UInt8? {
        if let byte = UInt8(exactly: scalar.value) { return byte }
        return windows1252.firstIndex(of: scalar.value).map { 0x80 + UInt8($0) }
    }

    /// The characters of Windows-1252 for the bytes from 0x80 to 0x9F. Unassigned bytes have the
    /// control characters of Latin-1 (https://encoding.spec.whatwg.org/#windows-1252).
    static let windows1252: [UInt32] = [
        0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
        0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x008D, 0x017D, 0x008F,
        0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
        0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178,
    ]
}

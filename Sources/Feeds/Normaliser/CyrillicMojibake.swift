extension Mojibake {
    /// Repairs a Cyrillic text in Windows-1251 that was taken for Windows-1252 or Latin-1, so that
    /// `Кино` became `Êèíî`; `nil` if it may be another text.
    ///
    /// Nothing marks such a text, so all of it must look like one. Words are Cyrillic or Latin,
    /// never both, which no language of Latin-1 has. Most letters are Cyrillic. The share of vowels
    /// is that of speech. No capital follows a small letter in a word. The last two rules exclude
    /// Greek, Hebrew and Arabic, which look alike when they are misread in this way.
    static func repairedCyrillic(_ text: String) -> String? {
        guard mayBeCyrillic(text) else { return nil }
        var repaired = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            guard let meant = cyrillic(scalar) else { return nil }
            repaired.append(meant)
        }
        let result = String(repaired)
        return isLikely(result) ? result : nil
    }

    private static let fewestLetters = 4
    private static let vowels: Set<Character> = [
        "а", "е", "ё", "и", "о", "у", "ы", "э", "ю", "я", "і", "ї", "є",
    ]
    /// The share of vowels, in per cent.
    private static let vowelShare = 30...70

    /// True if there are enough characters beyond ASCII for the required number of Cyrillic
    /// letters.
    private static func mayBeCyrillic(_ text: String) -> Bool {
        var letters = 0
        var others = 0
        for byte in text.utf8 where !UTF8.isContinuation(byte) {
            if byte >= 0x80 { letters += 1 }
            if byte < 0x80, byte | 0x20 >= UInt8(ascii: "a"), byte | 0x20 <= UInt8(ascii: "z") {
                others += 1
            }
        }
        return letters >= max(fewestLetters, 2 * others)
    }

    private static func isLikely(_ text: String) -> Bool {
        let words = text.split { !$0.isLetter }
        let cyrillic = words.filter { !($0.first?.isASCII ?? true) }
        guard words.allSatisfy({ $0.isOfOneScript && $0.hasUsualCapitals }) else { return false }
        let letters = cyrillic.joined().map { Character($0.lowercased()) }
        let others = words.joined().count - letters.count
        guard letters.count >= fewestLetters, letters.count >= 2 * others else { return false }
        let vowelCount = letters.count { vowels.contains($0) }
        return vowelShare.contains(vowelCount * 100 / letters.count)
    }

    /// The character of Windows-1251 for a character's byte; `nil` for a rare one.
    private static func cyrillic(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        guard let byte = byte(for: scalar) else { return nil }
        switch byte {
        case 0xC0...0xFF: return Unicode.Scalar(0x410 + UInt32(byte - 0xC0))
        case 0x80, 0x81, 0x83, 0x88, 0x8A, 0x8C...0x90, 0x98, 0x9A, 0x9C...0x9F, 0xA3, 0xBC...0xBE:
            return nil
        case 0x80..<0xA0: return Unicode.Scalar(windows1252[Int(byte) - 0x80])
        default: return otherLetters[byte] ?? scalar
        }
    }

    /// Russian, Ukrainian and Belarusian.
    private static let otherLetters: [UInt8: Unicode.Scalar] = [
        0xA1: "Ў", 0xA2: "ў", 0xA5: "Ґ", 0xA8: "Ё", 0xAA: "Є", 0xAF: "Ї", 0xB2: "І", 0xB3: "і",
        0xB4: "ґ", 0xB8: "ё", 0xB9: "№", 0xBA: "є", 0xBF: "ї",
    ]
}

extension Substring {
    /// Its letters are all ASCII or none is.
    fileprivate var isOfOneScript: Bool {
        allSatisfy(\.isASCII) || !contains(where: \.isASCII)
    }

    /// No capital follows a small letter, unless it is all Latin.
    fileprivate var hasUsualCapitals: Bool {
        first?.isASCII ?? true
            || !zip(self, dropFirst()).contains { $0.isLowercase && $1.isUppercase }
    }
}

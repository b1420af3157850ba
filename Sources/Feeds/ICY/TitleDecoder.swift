/// The encoding of the titles in a stream, of which nothing tells: decided by the bytes.
///
/// Bytes that are UTF-8 are UTF-8, since no other text of several letters looks so. Others are
/// Cyrillic or Greek if all of the text looks like that and like nothing else, and Western
/// European if not. A short title that may be either goes with the one before it.
package struct TitleDecoder: Sendable {
    /// The words for the encodings, in a config.
    static let words = ["auto"] + TextEncoding.allCases.map(\.rawValue)

    /// The encoding that the config names.
    private let given: TextEncoding?
    /// The encoding of the last title that was certainly in it.
    private var known: TextEncoding?

    /// A decoder for a stream.
    ///
    /// - Parameter word: The encoding, as the config names it; `nil` if nothing is known.
    package init(_ word: String? = nil) {
        given = word.flatMap { TextEncoding(rawValue: $0) }
    }

    /// The text of a title's bytes.
    package mutating func text(of bytes: [UInt8]) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        if let given { return given.text(of: bytes) }
        for encoding in [TextEncoding.windows1251, .koi8r, .windows1253] {
            let text = encoding.text(of: bytes)
            guard encoding.isLikely(text) else { continue }
            known = encoding
            return text
        }
        return (goesWithKnown(bytes) ? known ?? .windows1252 : .windows1252).text(of: bytes)
    }

    /// True if nothing speaks against the encoding of an earlier title: its words are in one script
    /// each.
    private func goesWithKnown(_ bytes: [UInt8]) -> Bool {
        guard let text = known?.text(of: bytes) else { return false }
        return ScriptEvidence(text, vowels: []).hasWholeWords
    }
}

extension TextEncoding {
    private static let cyrillicVowels = Set("аеёиоуыэюяіїє")
    private static let greekVowels = Set("αεηιουωάέήίόύώϊϋΐΰ")

    /// True if a text that was decoded so is surely one of its language.
    fileprivate func isLikely(_ text: String) -> Bool {
        let vowels = self == .windows1253 ? Self.greekVowels : Self.cyrillicVowels
        let evidence = ScriptEvidence(text, vowels: vowels)
        // Small letters and capitals have each other's places in other encodings.
        return evidence.isConvincing && (self != .koi8r || evidence.hasCapitalisedWord)
    }
}

/// The signs that a text in another script than the Latin one is what it looks like.
private struct ScriptEvidence {
    private static let fewestLetters = 4
    /// The share of vowels in speech, in per cent.
    private static let vowelShare = 30...70

    private let words: [Substring]
    private let vowels: Set<Character>
    private let isComplete: Bool

    init(_ text: String, vowels: Set<Character>) {
        words = text.split { !$0.isLetter }
        self.vowels = vowels
        isComplete = !text.unicodeScalars.contains("\u{FFFD}")
    }

    /// Capitals stand at the beginnings of words.
    var hasCapitalisedWord: Bool {
        words.contains { !$0.allSatisfy(\.isASCII) && $0.isCapitalised }
    }

    /// Each word is in one script, with capitals as usual.
    var hasWholeWords: Bool {
        isComplete
            && words.allSatisfy { word in
                word.allSatisfy(\.isASCII)
                    || (!word.contains(where: \.isASCII) && word.hasUsualCapitals)
            }
    }

    /// Most letters are of the other script, with the share of vowels that speech has.
    var isConvincing: Bool {
        guard hasWholeWords else { return false }
        let letters = words.joined().filter { !$0.isASCII }.map { Character($0.lowercased()) }
        let others = words.joined().count - letters.count
        guard letters.count >= Self.fewestLetters, letters.count >= 2 * others else { return false }
        return Self.vowelShare.contains(letters.count { vowels.contains($0) } * 100 / letters.count)
    }
}

extension Substring {
    /// After the first letter all are small, or all of them are capitals.
    fileprivate var hasUsualCapitals: Bool {
        isCapitalised || allSatisfy { !$0.isUppercase } || allSatisfy { !$0.isLowercase }
    }

    /// A capital, and then small letters.
    fileprivate var isCapitalised: Bool {
        first?.isUppercase == true && count > 1 && dropFirst().allSatisfy(\.isLowercase)
    }
}

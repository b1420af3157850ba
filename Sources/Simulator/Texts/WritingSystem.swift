/// A writing system in which a simulated station names its music.
public enum WritingSystem: String, CaseIterable, Hashable, Sendable {
    /// Latin letters with the diacritics of a dozen languages.
    case latin
    /// Cyrillic letters.
    case cyrillic
    /// Greek letters with tonos.
    case greek
    /// Kana and kanji.
    case japanese
    /// Hangul.
    case korean
    /// Arabic, written from right to left.
    case arabic
    /// Hebrew, written from right to left.
    case hebrew
    /// Devanagari, with conjuncts and vowel signs.
    case devanagari
    /// Emoji, among them joined ones and flags.
    case emoji

    /// The names of bands and pieces in this writing system.
    var phrases: Phrases {
        switch self {
        case .latin: .latin
        case .cyrillic: .cyrillic
        case .greek: .greek
        case .japanese: .japanese
        case .korean: .korean
        case .arabic: .arabic
        case .hebrew: .hebrew
        case .devanagari: .devanagari
        case .emoji: .emoji
        }
    }
}

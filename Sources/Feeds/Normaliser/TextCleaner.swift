import Support

/// Makes a station's texts fit to be shown.
///
/// In this order: HTML entities are decoded, HTML's tags are taken away, mojibake is repaired,
/// control characters are dropped, white space is folded and trimmed, the rest is composed (NFC)
/// and cut to size.
struct TextCleaner: Sendable {
    /// More than any title, and a page full of it still fits the largest record.
    private static let maximumScalars = 1_000
    private static let maximumBytes = 4 << 10

    let decodesEntities: Bool

    /// The text, cleaned; `nil` where nothing is left.
    func text(_ raw: String?) -> String? {
        guard let raw, !raw.isEmpty else { return nil }
        if isClean(raw) { return raw }
        var text = decodesEntities ? HTMLEntities.decoded(raw) : raw
        text = Markup.removed(from: text)
        text = Mojibake.repaired(text) ?? Mojibake.repairedCyrillic(text) ?? text
        text = Self.folded(text)
        text = text.composed
        text = Self.cut(text)
        return text.isEmpty ? nil : text
    }

    /// The text of something's name, cleaned; `nil` where nothing or only a placeholder is left.
    func name(_ raw: String?) -> String? {
        line(raw).flatMap { Placeholder.removed(from: $0) }.map(Self.single)
    }

    /// A line that may hold several names, cleaned; `nil` where it is not for people.
    func line(_ raw: String?) -> String? {
        text(raw).flatMap { Markup.isForMachines($0) ? nil : $0 }
    }

    /// Some automation writes a name twice, `Title;Title`.
    private static func single(_ name: String) -> String {
        let semicolon = UInt8(ascii: ";")
        guard name.utf8Span.span.contains(semicolon),
            let middle = name.utf8.firstIndex(of: semicolon)
        else { return name }
        let first = name[..<middle]
        let second = name[name.index(after: middle)...]
        let isDouble = !first.isEmpty && second.trimmingPrefix(" ") == first
        return isDouble ? String(first) : name
    }

    /// Nothing would change: printable ASCII without an entity or a tag, with single spaces inside.
    private func isClean(_ text: String) -> Bool {
        let bytes = text.utf8Span.span
        guard bytes.count <= Self.maximumScalars else { return false }
        var previous = UInt8(ascii: " ")
        for index in bytes.indices {
            let byte = bytes[index]
            let isDoubleSpace = byte == UInt8(ascii: " ") && previous == byte
            let mayBeEntity = byte == UInt8(ascii: "&") && decodesEntities
            let mayBeTag = byte == UInt8(ascii: "<")
            guard (0x20..<0x7F).contains(byte), !isDoubleSpace, !mayBeEntity, !mayBeTag else {
                return false
            }
            previous = byte
        }
        return previous != UInt8(ascii: " ")
    }

    /// Without control characters, and with a single space for each run of white space inside.
    private static func folded(_ text: String) -> String {
        var folded = String.UnicodeScalarView()
        var needsSpace = false
        for scalar in text.unicodeScalars {
            if scalar.properties.isWhitespace {
                needsSpace = true
            } else if !scalar.isTextControl {
                if needsSpace, !folded.isEmpty { folded.append(" ") }
                folded.append(scalar)
                needsSpace = false
            }
        }
        return String(folded)
    }

    /// The longest beginning that keeps both bounds and ends between two characters.
    private static func cut(_ text: String) -> String {
        guard text.utf8.count > maximumScalars else { return text }
        var scalars = 0
        var bytes = 0
        var end = text.startIndex
        for index in text.indices {
            scalars += text[index].unicodeScalars.count
            bytes += text[index].utf8.count
            guard scalars <= maximumScalars, bytes <= maximumBytes else { break }
            if text[index] != " " { end = text.index(after: index) }
        }
        return String(text[..<end])
    }
}

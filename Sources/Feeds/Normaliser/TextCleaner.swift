import Support

/// Makes a station's texts fit to be shown.
///
/// In this order: the beginning is taken, HTML entities are decoded, HTML's tags are taken away,
/// mojibake is repaired, control characters and what is not seen are dropped, white space is folded
/// and trimmed, the rest is composed (NFC) and cut to size. Each step takes linear time: whatever
/// may have made a long run of combining marks is followed by `streamSafe`.
struct TextCleaner: Sendable {
    /// More than any title, and a page full of it still fits the largest record.
    private static let maximumScalars = 1_000
    private static let maximumBytes = 4 << 10

    let decodesEntities: Bool

    /// The text, cleaned; `nil` where nothing is left.
    func text(_ raw: String?) -> String? {
        guard let raw, !raw.isEmpty else { return nil }
        if isClean(raw) { return raw }
        var text = raw.readable
        if decodesEntities { text = HTMLEntities.decoded(text).streamSafe }
        text = Markup.removed(from: text)
        text = Mojibake.repaired(text) ?? Mojibake.repairedCyrillic(text) ?? text
        text = Self.folded(text).streamSafe.composed
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

    /// True if cleaning changes nothing: printable ASCII without an entity or a tag, with single
    /// spaces inside, and among it single accented letters, of which two side by side may be
    /// mojibake.
    private func isClean(_ text: String) -> Bool {
        let bytes = text.utf8Span.span
        guard bytes.count <= Self.maximumScalars else { return false }
        var previous = UInt8(ascii: " ")
        for index in bytes.indices {
            let byte = bytes[index]
            let next = index + 1 < bytes.count ? bytes[index + 1] : 0
            let isClean =
                switch byte {
                case UInt8(ascii: " "): previous != byte
                case UInt8(ascii: "&"): !decodesEntities || !next.beginsEntity
                case UInt8(ascii: "<"): false
                case 0x21..<0x7F: true
                // The letters from À to ſ have two bytes.
                case 0xC3...0xC5: previous < 0x80
                case 0x80..<0xC0: (0xC3...0xC5).contains(previous) && next < 0x80
                default: false
                }
            guard isClean else { return false }
            previous = byte
        }
        return previous != UInt8(ascii: " ")
    }

    /// Without control characters and what is not seen, and with a single space for each run of
    /// white space inside.
    private static func folded(_ text: String) -> String {
        guard needsFolding(text) else { return text }
        var folded = String.UnicodeScalarView()
        var needsSpace = false
        var flag = FlagTags()
        for scalar in text.unicodeScalars {
            if scalar.properties.isWhitespace {
                needsSpace = true
            } else if scalar.isTag {
                if let tags = flag.take(scalar) { folded.append(contentsOf: tags) }
                continue
            } else if !scalar.isTextControl, scalar != "\u{AD}" {
                if needsSpace, !folded.isEmpty { folded.append(" ") }
                folded.append(scalar)
                needsSpace = false
            }
            flag = FlagTags(behind: scalar)
        }
        return String(folded)
    }

    private static func needsFolding(_ text: String) -> Bool {
        var previous: Unicode.Scalar = " "
        for scalar in text.unicodeScalars {
            if scalar == " " ? previous == " " : scalar.isFolded { return true }
            previous = scalar
        }
        return previous == " "
    }

    /// The longest beginning that keeps both bounds and ends between two characters.
    private static func cut(_ text: String) -> String {
        guard text.utf8.count > maximumScalars else { return text }
        let scalars = text.unicodeScalars
        var bytes = 0
        let bound = scalars.indices.enumerated().first { place, index in
            bytes += UTF8.width(scalars[index])
            return place == maximumScalars || bytes > maximumBytes
        }
        guard let bound = bound?.element else { return text }
        // The scalar at the bound tells whether a character ends before it.
        let head = text[...bound]
        let end = head.indices.last { $0 <= bound } ?? text.startIndex
        let whole = text[..<end]
        return String(whole.last == " " ? whole.dropLast() : whole)
    }
}

/// The tags behind a black flag, as in the flag of Wales: others are not seen, and are dropped.
private struct FlagTags {
    /// More than the longest code of a region has.
    private static let longest = 8

    private var tags: [Unicode.Scalar] = []
    private var isOpen = false

    init() {}

    init(behind scalar: Unicode.Scalar) {
        isOpen = scalar == "\u{1F3F4}"
    }

    /// The whole sequence, when a tag ends one.
    mutating func take(_ tag: Unicode.Scalar) -> [Unicode.Scalar]? {
        guard isOpen else { return nil }
        tags.append(tag)
        isOpen = tag != "\u{E007F}" && tags.count < Self.longest
        return tag == "\u{E007F}" ? tags : nil
    }
}

extension UInt8 {
    /// It may follow the sign with which an entity begins.
    fileprivate var beginsEntity: Bool {
        self == UInt8(ascii: "#") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
    }
}

extension Unicode.Scalar {
    fileprivate var isTag: Bool { (0xE0000...0xE007F).contains(value) }

    /// A space that is not the usual one, or a character that is not seen.
    fileprivate var isFolded: Bool {
        switch value {
        case 0x20..<0x7F, 0xC0..<0x1680: false
        default: properties.isWhitespace || isTag || isTextControl || self == "\u{AD}"
        }
    }
}

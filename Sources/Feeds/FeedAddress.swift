import NowPlaying

/// An address with placeholders: `{rand3}` (three digits) and `{uuid}` are filled in anew for each
/// connection, any other is the name of a setting and is filled in when the config is read.
public enum FeedAddress {
    /// The setting of this name does not exist, or has no value.
    public struct UnknownPlaceholder: Error, Equatable, Sendable {
        /// The name between the braces.
        public let name: String
        /// The names that are allowed there.
        public let known: [String]
    }

    private static let random = ["rand3", "uuid"]

    /// The address with a feed's settings in their places, percent-encoded.
    public static func settled(
        _ address: String, for feed: Feed
    ) throws(UnknownPlaceholder) -> String {
        let settings = feed.placeholders
        let hosts = (FeedType.named(feed.type)?.settings ?? []).filter { $0.kind == .host }
        var text = ""
        for part in Placeholders.parts(of: address) {
            switch part {
            case .literal(let literal): text += literal
            case .placeholder(let name) where random.contains(name): text += "{\(name)}"
            case .placeholder(let name):
                guard let value = settings[name]?.plainText else {
                    throw UnknownPlaceholder(name: name, known: settings.keys.sorted() + random)
                }
                // The value of a host is checked: an IPv6 address stands in brackets.
                let kept = hosts.contains { $0.name == name } ? "[]:" : ""
                text += PercentEncoding.encoded(value, keeping: kept)
            }
        }
        return text
    }

    /// The address for one connection.
    public static func dialled(
        _ address: String, using generator: inout some RandomNumberGenerator
    ) -> String {
        filled(address) { generator.next() }
    }

    /// The address that stands for all connections' in messages.
    public static func shown(_ address: String) -> String {
        filled(address) { 0 }
    }

    private static func filled(_ address: String, by chance: () -> UInt64) -> String {
        guard address.utf8.contains(UInt8(ascii: "{")) else { return address }
        return Placeholders.filled(address) { name in
            switch name {
            case "rand3": threeDigits(of: chance() % 1_000)
            case "uuid": uuid(chance(), chance())
            default: nil
            }
        }
    }

    /// True if the host itself differs from connection to connection.
    public static func hasRandomHost(_ address: String) -> Bool {
        guard let scheme = address[...].firstPlace(of: "://") else { return false }
        let authority = address[scheme.upperBound...].prefix { $0 != "/" && $0 != "?" }
        return Placeholders.parts(of: String(authority)).contains { part in
            if case .placeholder = part { true } else { false }
        }
    }

    private static func threeDigits(of number: UInt64) -> String {
        String(String(number + 1_000).suffix(3))
    }

    /// RFC 9562, version 4.
    private static func uuid(_ high: UInt64, _ low: UInt64) -> String {
        let high = (high & ~0xF000) | 0x4000
        let low = (low & ~(0b11 << 62)) | (0b10 << 62)
        let digits = high.hexadecimal + low.hexadecimal
        var text = ""
        for (place, digit) in digits.enumerated() {
            if [8, 12, 16, 20].contains(place) { text += "-" }
            text.append(digit)
        }
        return text
    }
}

/// Texts with names in braces.
enum Placeholders {
    enum Part: Hashable, Sendable {
        case literal(String)
        case placeholder(String)
    }

    /// The parts of a text. Braces around anything but a name or a pointer are just braces, so
    /// that JSON may stand in it.
    static func parts(of text: String) -> [Part] {
        var parts: [Part] = []
        var literal = ""
        var rest = text[...]
        while let brace = rest.utf8.firstIndex(of: UInt8(ascii: "{")) {
            literal += rest[..<brace]
            rest = rest[text.utf8.index(after: brace)...]
            guard let end = rest.utf8.firstIndex(of: UInt8(ascii: "}")), isName(rest[..<end])
            else {
                literal += "{"
                continue
            }
            if !literal.isEmpty { parts.append(.literal(literal)) }
            literal = ""
            parts.append(.placeholder(String(rest[..<end])))
            rest = rest[text.utf8.index(after: end)...]
        }
        literal += rest
        if !literal.isEmpty { parts.append(.literal(literal)) }
        return parts
    }

    /// A text with its placeholders filled in. A placeholder without a value stays.
    static func filled(_ text: String, _ fill: (String) -> String?) -> String {
        parts(of: text).map { part in
            switch part {
            case .literal(let literal): literal
            case .placeholder(let name): fill(name) ?? "{\(name)}"
            }
        }.joined()
    }

    /// The parts of a text at the places of a template's placeholders; `nil` if the text does not
    /// have that form. A part with several possible ends takes the first.
    static func values(in text: String, as template: String) -> [String: String]? {
        var values: [String: String] = [:]
        var rest = text[...]
        var open: String?
        for part in parts(of: template) {
            switch part {
            case .placeholder(let name): open = name
            case .literal(let literal):
                guard let place = rest.firstPlace(of: literal),
                    open != nil || place.lowerBound == rest.startIndex
                else { return nil }
                if let name = open { values[name] = String(rest[..<place.lowerBound]) }
                open = nil
                rest = rest[place.upperBound...]
            }
        }
        if let name = open { values[name] = String(rest) }
        guard open != nil || rest.isEmpty, values.values.allSatisfy(isOnePart) else { return nil }
        return values.filter { !["rand3", "uuid"].contains($0.key) }
    }

    /// True if a text is a single part of an address.
    private static func isOnePart(_ text: String) -> Bool {
        !text.isEmpty && !text.contains { "/?#&:".contains($0) }
    }

    private static func isName(_ text: Substring) -> Bool {
        guard let first = text.unicodeScalars.first else { return false }
        if first == "/" { return !text.contains("{") && !text.contains("\"") }
        return ("a"..."z").contains(first)
            && text.unicodeScalars.allSatisfy {
                ("a"..."z").contains($0) || ("A"..."Z").contains($0) || ("0"..."9").contains($0)
            }
    }
}

/// Percent-encoding (RFC 3986, section 2.1).
enum PercentEncoding {
    /// A text that is a single part of an address.
    ///
    /// - Parameter kept: ASCII that stays besides the unreserved characters.
    static func encoded(_ text: String, keeping kept: String = "") -> String {
        encoded(text) { isUnreserved($0) || kept.utf8.contains($0) }
    }

    /// Encodes all bytes but those that may stay.
    static func encoded(_ text: String, except mayStay: (UInt8) -> Bool) -> String {
        var encoded: [UInt8] = []
        encoded.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            if mayStay(byte) {
                encoded.append(byte)
            } else {
                encoded.append(UInt8(ascii: "%"))
                encoded.append(digit(byte >> 4))
                encoded.append(digit(byte & 0xF))
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "_"), UInt8(ascii: "~"):
            true
        default: false
        }
    }
}

/// An http or https address (RFC 3986), for pictures and sites.
///
/// Characters that are not ASCII, or not allowed in an address, are percent-encoded in the path and
/// after it. An address with a user's name, or with a host's that is not ASCII, is refused.
struct WebAddress: Hashable, Sendable {
    /// Longer ones are refused; no server need accept them (RFC 9110, section 4.1, asks for 8,000
    /// bytes, but pictures' addresses that long are pictures).
    private static let maximumLength = 2_048

    /// `http` or `https`.
    private let scheme: String
    /// Host and port.
    private let authority: String
    /// Path, query and fragment; starts with a slash if it is not empty.
    private let rest: String

    /// The whole address.
    var text: String { "\(scheme)://\(authority)\(rest)" }

    /// The address that a station gives, in its standard form; `nil` if it is none.
    static func text(_ raw: String, relativeTo base: WebAddress?) -> String? {
        isPlain(raw) ? raw : WebAddress(raw, relativeTo: base)?.text
    }

    /// True if it is whole and in its standard form, as nearly all are.
    private static func isPlain(_ raw: String) -> Bool {
        let bytes = raw.utf8Span.span
        guard bytes.count <= maximumLength,
            let beginning = beginnings.first(where: { bytes.starts(with: $0) })
        else { return false }
        let authority = beginning.count
        var end = authority
        while end < bytes.count, isOfPlainHost(bytes[end]) { end += 1 }
        guard end > authority, end < bytes.count, bytes[end] == UInt8(ascii: "/") else {
            return false
        }
        for index in end..<bytes.count where !isAllowed(bytes[index]) { return false }
        return true
    }

    private static let beginnings = [Array("https://".utf8), Array("http://".utf8)]

    /// The address that a station gives; `nil` if it is none.
    init?(_ raw: String, relativeTo base: WebAddress?) {
        let text = raw.unicodeScalars.trimmed
        guard !text.isEmpty, text.utf8.count <= Self.maximumLength,
            !text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F })
        else { return nil }
        if let (scheme, rest) = Self.scheme(of: text) {
            self.init(scheme: scheme.lowercased(), afterScheme: rest)
        } else if text.hasPrefix("//") {
            self.init(scheme: base?.scheme ?? "https", afterScheme: text)
        } else if let base {
            self.init(scheme: base.scheme, authority: base.authority, rest: base.path(to: text))
        } else {
            return nil
        }
    }

    /// The base of relative addresses. The address of a WebSocket stands for its site.
    init?(base: String) {
        var text = base[...]
        if let (scheme, rest) = Self.scheme(of: text), scheme.lowercased().hasPrefix("ws") {
            text = (scheme.lowercased() == "wss" ? "https:" : "http:") + rest
        }
        self.init(String(text), relativeTo: nil)
    }

    private init?(scheme: String, afterScheme: Substring) {
        guard scheme == "http" || scheme == "https", afterScheme.hasPrefix("//") else { return nil }
        let text = afterScheme.dropFirst(2)
        let end = text.firstIndex { "/?#\\".contains($0) } ?? text.endIndex
        let tail = text[end...]
        let needsSlash = !tail.isEmpty && tail.first != "/"
        self.init(
            scheme: scheme, authority: String(text[..<end]), rest: (needsSlash ? "/" : "") + tail)
    }

    private init?(scheme: String, authority: String, rest: String) {
        guard Self.isAuthority(authority) else { return nil }
        self.scheme = scheme
        self.authority = authority.lowercased()
        self.rest = Self.encoded(rest)
        guard text.utf8.count <= Self.maximumLength else { return nil }
    }

    /// The part before the first colon, if it can be a scheme, and the part after it.
    private static func scheme(of text: Substring) -> (scheme: Substring, rest: Substring)? {
        guard let colon = text.firstIndex(of: ":"), colon != text.startIndex,
            text[..<colon].utf8.allSatisfy({ isLetterOrDigit($0) || "+-.".utf8.contains($0) })
        else { return nil }
        return (text[..<colon], text[text.index(after: colon)...])
    }

    private static func isAuthority(_ text: String) -> Bool {
        guard let first = text.utf8.first, first != UInt8(ascii: ":") else { return false }
        return text.utf8.allSatisfy { isLetterOrDigit($0) || "-._~:[]".utf8.contains($0) }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isOfPlainHost(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "."):
            true
        default: false
        }
    }

    /// True if a byte is allowed in a path, a query or a fragment (RFC 3986, section 2; `%` begins
    /// an encoding).
    private static func isAllowed(_ byte: UInt8) -> Bool {
        if isLetterOrDigit(byte) { return true }
        switch byte {
        case UInt8(ascii: "!"), UInt8(ascii: "#")...UInt8(ascii: "/"), UInt8(ascii: ":"),
            UInt8(ascii: ";"), UInt8(ascii: "="), UInt8(ascii: "?"), UInt8(ascii: "@"),
            UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "_"), UInt8(ascii: "~"):
            return true
        default: return false
        }
    }

    private static func encoded(_ text: String) -> String {
        if text.utf8.allSatisfy(isAllowed) { return text }
        return PercentEncoding.encoded(text, except: isAllowed)
    }

    /// RFC 3986, section 5.2: a path, query or fragment relative to this address.
    private func path(to reference: Substring) -> String {
        let ownPath = rest.prefix { $0 != "?" && $0 != "#" }
        switch reference.first {
        case "#": return String(rest.prefix { $0 != "#" } + reference)
        case "?": return String(ownPath + reference)
        case "/": return Self.withoutDots(reference)
        default:
            let folder = ownPath.lastIndex(of: "/").map { ownPath[...$0] } ?? "/"
            return Self.withoutDots(folder + reference)
        }
    }

    /// RFC 3986, section 5.2.4, for paths that begin with a slash.
    private static func withoutDots(_ text: Substring) -> String {
        let path = text.prefix { $0 != "?" && $0 != "#" }
        var kept: [Substring] = []
        let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        for segment in segments {
            if segment == ".." {
                _ = kept.popLast()
            } else if segment != "." {
                kept.append(segment)
            }
        }
        if segments.last == "." || segments.last == ".." { kept.append("") }
        return "/" + kept.joined(separator: "/") + text[path.endIndex...]
    }
}

extension String.UnicodeScalarView {
    /// The text without white space at either end.
    fileprivate var trimmed: Substring {
        let start = drop { $0.properties.isWhitespace }
        guard let last = start.lastIndex(where: { !$0.properties.isWhitespace }) else { return "" }
        return Substring(start[...last])
    }
}

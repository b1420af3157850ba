import NowPlaying
import Support

extension ConfigurationValue {
    /// A number within bounds.
    func number(in bounds: ClosedRange<Double>, _ expected: String) -> Double? {
        guard let number, bounds.contains(number) else { return refuse(mustBe: expected) }
        return number
    }

    /// Any number.
    func number(_ expected: String = "a number, without quotes") -> Double? {
        number ?? refuse(mustBe: expected)
    }

    /// The number that it is, without quotes; `nil` where it is none.
    var number: Double? {
        guard case .plain(let raw) = node.content else { return nil }
        return Double(decimal: raw)
    }

    /// `true` or `false`.
    func flag() -> Bool? {
        plainFlag ?? refuse(mustBe: "`true` or `false`, without quotes")
    }

    /// The flag that it is, without quotes; `nil` where it is none.
    var plainFlag: Bool? {
        switch node.content {
        case .plain("true"), .plain("True"), .plain("TRUE"): true
        case .plain("false"), .plain("False"), .plain("FALSE"): false
        default: nil
        }
    }

    /// A length of time within bounds: a number of seconds, or a text like `500ms`.
    func duration(in bounds: ClosedRange<Interval>) -> Interval? {
        let expected = """
            a number of seconds or a text like `500ms`, `2s`, `5m`, `5h`, `30d`, \
            from \(bounds.lowerBound.inUnits) to \(bounds.upperBound.inUnits)
            """
        guard let text = text(expected) else { return nil }
        guard let length = Interval(inUnits: text), bounds.contains(length) else {
            return refuse(mustBe: expected)
        }
        return length
    }

    /// An id: it names things in paths, keys and on command lines.
    func id() -> String? {
        guard let text = text(Self.idExpectation) else { return nil }
        return text.isIdentifier ? text : refuse(mustBe: Self.idExpectation)
    }

    /// The rule for ids, in words.
    static let idExpectation =
        "1 to \(ConfigurationLimits.idLength) of the characters `A-Za-z0-9._-`"

    /// Permission bits, in octal digits as `chmod` takes them, whatever YAML thinks of a leading 0.
    func mode() -> UInt32? {
        let expected = "three octal digits such as `0600`"
        guard let raw = rawText else { return refuse(mustBe: expected) }
        let digits = raw.hasPrefix("0o") ? raw.dropFirst(2) : raw[...]
        let isOctal = digits.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "7") ~= $0 }
        guard isOctal, (3...4).contains(digits.utf8.count), let mode = UInt32(digits, radix: 8),
            mode <= ConfigurationLimits.mode
        else { return refuse(mustBe: expected) }
        return mode
    }

    /// A text on one line.
    func line() -> String? {
        let expected = "a text on one line, without control characters"
        guard let text = text(expected)?.trimmingWhitespace() else { return nil }
        let isLine = !text.isEmpty && !text.unicodeScalars.contains(where: \.isControl)
        return isLine ? text : refuse(mustBe: expected)
    }

    /// The address of something on the web.
    func webURL() -> String? {
        let expected = """
            an `http://` or `https://` address without spaces, \
            of at most \(ConfigurationLimits.urlBytes) bytes
            """
        guard let text = secret(expected) else { return nil }
        if isWebURL(text) { return text }
        note(
            "`\(name)` is \(quote(publicPart(ofAddress: rawText ?? "")))",
            remedy: "it must be \(expected)")
        return nil
    }
}

/// An address as a message may show it: a user's name, a password and a query can be secret.
private func publicPart(ofAddress text: String) -> String {
    let address = text.prefix { $0 != "?" }
    guard let at = address.lastIndex(of: "@") else { return String(address) }
    return "…" + address[at...]
}

private func isWebURL(_ text: String) -> Bool {
    guard text.utf8.count <= ConfigurationLimits.urlBytes,
        let scheme = ["http://", "https://"].first(where: { begins(text, with: $0) }),
        let host = text.utf8.dropFirst(scheme.utf8.count).first, !"/?#".utf8.contains(host)
    else { return false }
    return !text.unicodeScalars.contains {
        // Properties are looked up in tables, which takes long for 100,000 addresses.
        $0.isControl || $0 == " " || (!$0.isASCII && $0.properties.isWhitespace)
    }
}

/// True if a text begins with these ASCII letters, in upper or lower case.
private func begins(_ text: String, with letters: String) -> Bool {
    let beginning = text.utf8.prefix(letters.utf8.count)
    // A large letter lacks one bit of the small one; colon and slash have it.
    return beginning.map { $0 | 0x20 }.elementsEqual(letters.utf8)
}

import NowPlaying

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

    private var number: Double? {
        guard case .plain(let raw) = node.content else { return nil }
        return decimal(raw)
    }

    /// `true` or `false`.
    func flag() -> Bool? {
        switch node.content {
        case .plain("true"), .plain("True"), .plain("TRUE"): true
        case .plain("false"), .plain("False"), .plain("FALSE"): false
        default: refuse(mustBe: "`true` or `false`, without quotes")
        }
    }

    /// A length of time within bounds: a number of seconds, or a text like `500ms`.
    func duration(in bounds: ClosedRange<Interval>) -> Interval? {
        let expected = """
            a number of seconds or a text like `500ms`, `2s`, `5m`, `5h`, `30d`, \
            from \(bounds.lowerBound.inUnits) to \(bounds.upperBound.inUnits)
            """
        guard let text = text(expected) else { return nil }
        guard let length = Interval(configured: text), bounds.contains(length) else {
            return refuse(mustBe: expected)
        }
        return length
    }

    /// An id: it names things in paths, keys and on command lines.
    func id() -> String? {
        guard let text = text(Self.idExpectation) else { return nil }
        return isID(text) ? text : refuse(mustBe: Self.idExpectation)
    }

    /// What an id must be.
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

/// Whether a text can be an id.
func isID(_ text: String) -> Bool {
    (1...ConfigurationLimits.idLength).contains(text.utf8.count)
        && text.unicodeScalars.allSatisfy {
            switch $0 {
            case "A"..."Z", "a"..."z", "0"..."9", ".", "_", "-": true
            default: false
            }
        }
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

/// Whether a text begins with letters of ASCII, be they large or small.
private func begins(_ text: String, with letters: String) -> Bool {
    let beginning = text.utf8.prefix(letters.utf8.count)
    // A large letter lacks one bit of the small one; colon and slash have it.
    return beginning.map { $0 | 0x20 }.elementsEqual(letters.utf8)
}

/// A number in decimal digits; `nil` for the other things that Swift takes for one, such as `0x1p3`
/// and `nan`.
private func decimal(_ text: some StringProtocol) -> Double? {
    let isDecimal = text.unicodeScalars.allSatisfy {
        switch $0 {
        case "0"..."9", "+", "-", ".", "e", "E": true
        default: false
        }
    }
    guard isDecimal, let number = Double(text), number.isFinite else { return nil }
    return number
}

extension Interval {
    private static let units: [(name: String, length: Interval)] = [
        // `ms` before the others: it ends with one of them.
        ("ms", .milliseconds(1)), ("s", .seconds(1)), ("m", .seconds(60)),
        ("h", .seconds(3_600)), ("d", .seconds(86_400)),
    ]

    /// A length of time as a config gives it: `2`, `0.5`, `500ms`, `5h`.
    fileprivate init?(configured text: String) {
        let unit = Self.units.first { text.hasSuffix($0.name) }
        let digits = text.dropLast(unit?.name.count ?? 0)
        guard let count = decimal(digits) else { return nil }
        self.init(seconds: count * (unit?.length ?? .seconds(1)).seconds)
    }

    /// As a config would give it, in the largest unit of which it has whole ones.
    fileprivate var inUnits: String {
        let unit = Self.units.last { milliseconds % $0.length.milliseconds == 0 }
        guard let unit, milliseconds != 0 else { return "0" }
        return "\(milliseconds / unit.length.milliseconds)\(unit.name)"
    }
}

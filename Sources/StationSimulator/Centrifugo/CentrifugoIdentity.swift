/// The names that a server makes up for one connection.
struct CentrifugoIdentity: Hashable, Sendable {
    let client: String
    let session: String

    /// New names, in the form of random UUIDs.
    init(using generator: inout SeededGenerator) {
        client = Self.makeUUID(using: &generator)
        session = Self.makeUUID(using: &generator)
    }

    private static func makeUUID(using generator: inout SeededGenerator) -> String {
        // Version 4 and variant 1, where RFC 9562, section 5.4, has them.
        let high = generator.next() & ~0xF000 | 0x4000
        let low = generator.next() & ~(0b11 << 62) | 0b10 << 62
        let digits = hexadecimal(high) + hexadecimal(low)
        var uuid = ""
        for (position, digit) in digits.enumerated() {
            if [8, 12, 16, 20].contains(position) { uuid.append("-") }
            uuid.append(digit)
        }
        return uuid
    }
}

/// Sixteen hexadecimal digits.
func hexadecimal(_ value: UInt64) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
}

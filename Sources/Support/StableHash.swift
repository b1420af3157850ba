/// A hash that is the same in every run and on every machine: FNV-1a, 64 bits.
///
/// For identifiers that are published. It does not resist attacks by collisions: a station that
/// makes some confuses only its own tracks.
public struct StableHash {
    private var state = Self.basis

    private static let basis: UInt64 = 0xCBF2_9CE4_8422_2325
    private static let prime: UInt64 = 0x0000_0100_0000_01B3

    /// A hash of nothing yet.
    public init() {}

    private mutating func combine(byte: UInt8) {
        state = (state ^ UInt64(byte)) &* Self.prime
    }

    /// Adds a text.
    public mutating func combine(_ text: String) {
        let bytes = text.utf8.span
        for place in bytes.indices { combine(byte: bytes[place]) }
        // Ends each text, so that ("ab", "c") and ("a", "bc") differ; 0xFF is in no UTF-8 text.
        combine(byte: 0xFF)
    }

    /// Adds a number.
    public mutating func combine(_ number: Int64) {
        var rest = UInt64(bitPattern: number)
        for _ in 0..<8 {
            combine(byte: UInt8(truncatingIfNeeded: rest))
            rest >>= 8
        }
    }

    /// The hash of one text alone, as a number.
    public static func number(of text: some StringProtocol) -> UInt64 {
        text.utf8.reduce(basis) { ($0 ^ UInt64($1)) &* prime }
    }

    /// Sixteen hexadecimal digits.
    public var text: String {
        // Written in place: an array of digits costs another allocation for each id.
        String(unsafeUninitializedCapacity: 16) { digits in
            var rest = state
            for place in digits.indices.reversed() {
                let digit = UInt8(truncatingIfNeeded: rest & 0xF)
                digits[place] = (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10) + digit
                rest >>= 4
            }
            return 16
        }
    }
}

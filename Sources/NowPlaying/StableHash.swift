/// A hash that is the same in every run and on every machine: FNV-1a, 64 bits.
///
/// For identifiers that are published. It does not resist somebody who looks for collisions: a
/// station that does so only confuses its own tracks.
public struct StableHash {
    private var state: UInt64 = 0xCBF2_9CE4_8422_2325

    /// A hash of nothing yet.
    public init() {}

    private mutating func combine(byte: UInt8) {
        state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
    }

    /// Adds a text.
    public mutating func combine(_ text: String) {
        for byte in text.utf8 { combine(byte: byte) }
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

    /// Sixteen hexadecimal digits.
    public var text: String {
        let digits = String(state, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

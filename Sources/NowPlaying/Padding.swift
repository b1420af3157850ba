extension BinaryInteger {
    /// The number with zeros before it, so that it has at least so many digits; for numbers from 0
    /// on.
    public func padded(to digits: Int) -> String {
        let text = String(self)
        return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    }
}

extension UInt64 {
    /// Sixteen hexadecimal digits.
    public var hexadecimal: String {
        let digits = String(self, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
}

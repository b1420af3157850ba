extension Int {
    /// The number with a comma before each group of three digits: `1,998`.
    public var grouped: String {
        let digits = String(magnitude)
        let groups = stride(from: digits.utf8.count, to: 0, by: -3).map { end in
            String(digits.prefix(end).suffix(3))
        }
        return (self < 0 ? "-" : "") + groups.reversed().joined(separator: ",")
    }

    /// The number with a noun, which is in the plural unless the number is 1: `1 station`.
    public func counted(_ noun: String) -> String {
        "\(grouped) \(noun)\(self == 1 ? "" : "s")"
    }
}

extension Int {
    /// The number with a comma before each group of three digits: `1,998`.
    public var grouped: String {
        let digits = String(magnitude)
        let groups = stride(from: digits.utf8.count, to: 0, by: -3).map { end in
            String(digits.prefix(end).suffix(3))
        }
        return (self < 0 ? "-" : "") + groups.reversed().joined(separator: ",")
    }
}

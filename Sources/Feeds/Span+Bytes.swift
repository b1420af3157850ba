extension Span<UInt8> {
    /// Whether these bytes come first.
    func starts(with beginning: [UInt8]) -> Bool { starts(with: beginning.span) }

    /// Whether these bytes come first.
    func starts(with beginning: Span<UInt8>) -> Bool {
        guard count >= beginning.count else { return false }
        for index in beginning.indices where self[index] != beginning[index] { return false }
        return true
    }

    /// Whether the byte is among these.
    func contains(_ byte: UInt8) -> Bool {
        for index in indices where self[index] == byte { return true }
        return false
    }
}

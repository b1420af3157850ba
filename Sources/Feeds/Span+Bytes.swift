extension Span<UInt8> {
    /// True if these bytes come first.
    func starts(with beginning: [UInt8]) -> Bool { starts(with: beginning.span) }

    /// True if these bytes come first.
    func starts(with beginning: Span<UInt8>) -> Bool {
        guard count >= beginning.count else { return false }
        for index in beginning.indices where self[index] != beginning[index] { return false }
        return true
    }

    /// The first place of these bytes at or after `start`.
    func firstOffset(of part: Span<UInt8>, from start: Int = 0) -> Int? {
        guard let first = part.isEmpty ? nil : part[0] else { return start }
        var place = start
        while place + part.count <= count {
            if self[place] == first, extracting(droppingFirst: place).starts(with: part) {
                return place
            }
            place += 1
        }
        return nil
    }

    /// True if the byte is among these.
    func contains(_ byte: UInt8) -> Bool {
        for index in indices where self[index] == byte { return true }
        return false
    }
}

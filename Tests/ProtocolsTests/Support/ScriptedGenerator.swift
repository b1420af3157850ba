import Support

/// Random numbers that are the same for the same seed, after some that are given.
struct ScriptedGenerator: RandomNumberGenerator {
    private var given: ArraySlice<UInt64>
    private var others: SeededGenerator

    init(seed: UInt64, after given: [UInt64] = []) {
        self.given = given[...]
        others = SeededGenerator(seed: seed)
    }

    mutating func next() -> UInt64 { given.popFirst() ?? others.next() }

    /// The bytes cut into pieces of random sizes.
    mutating func pieces(of bytes: [UInt8], sizeMax: Int) -> [[UInt8]] {
        var pieces: [[UInt8]] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = rest.prefix(Int.random(in: 1...sizeMax, using: &self))
            pieces.append(Array(piece))
            rest = rest.dropFirst(piece.count)
        }
        return pieces
    }
}

/// Random numbers that are the same for the same seed (SplitMix64), after some that are given.
struct SeededGenerator: RandomNumberGenerator {
    private var given: ArraySlice<UInt64>
    private var state: UInt64

    init(seed: UInt64, after given: [UInt64] = []) {
        self.given = given[...]
        state = seed
    }

    mutating func next() -> UInt64 {
        if let number = given.popFirst() { return number }
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

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

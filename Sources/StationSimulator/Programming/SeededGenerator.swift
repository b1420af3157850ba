/// Randomness that is the same for the same seed: SplitMix64.
struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// The sequence of `seed`.
    init(seed: UInt64) {
        state = seed
    }

    /// A sequence for one purpose among many that share a seed.
    init(seed: UInt64, stream: UInt64) {
        var outer = SeededGenerator(seed: seed)
        state = outer.next() ^ (stream &* 0x9E37_79B9_7F4A_7C15)
        _ = next()
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// FNV-1a: a hash that is the same in every run, unlike `Hasher`.
func stableHash(_ text: some StringProtocol) -> UInt64 {
    text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
}

/// Random numbers that a seed repeats: SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
///
/// Not for secrets. The hub uses it for jitter and for the masks of frames, which protect
/// proxies from content that browsers send on behalf of others (RFC 6455, section 10.3); the
/// simulator and the tests for what is to be the same in every run.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// The sequence that belongs to this seed.
    public init(seed: UInt64) {
        state = seed
    }

    /// A sequence for one purpose among many that share a seed.
    public init(seed: UInt64, stream: UInt64) {
        var outer = SeededGenerator(seed: seed)
        state = outer.next() ^ (stream &* 0x9E37_79B9_7F4A_7C15)
        _ = next()
    }

    /// The next 64 bits of the sequence.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// Damages inputs as storms, truncation and attackers do: bytes change, go, come twice, and parts
/// of one input end in another.
struct InputDamage {
    private var generator: SplitMix

    init(seed: UInt64) {
        generator = SplitMix(state: seed)
    }

    /// A damaged copy of one of these.
    mutating func copy(from inputs: [[UInt8]]) -> [UInt8] {
        guard var bytes = inputs.randomElement(using: &generator) else { return [] }
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
            damage(&bytes, with: inputs.randomElement(using: &generator) ?? [])
        }
        return bytes
    }

    private mutating func damage(_ bytes: inout [UInt8], with other: [UInt8]) {
        guard !bytes.isEmpty else { return bytes = other }
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        let end = Int.random(in: place..<min(bytes.count, place + 16), using: &generator)
        switch Int.random(in: 0..<6, using: &generator) {
        case 0: bytes[place] = .random(in: 0...255, using: &generator)
        case 1: bytes[place] = .random(in: 0x20...0x7E, using: &generator)
        case 2: bytes.removeSubrange(place...end)
        case 3: bytes.insert(contentsOf: bytes[place...end], at: place)
        case 4: bytes.removeSubrange(place...)
        default:
            let from = Int.random(in: 0...other.count, using: &generator)
            bytes.insert(contentsOf: other[from...].prefix(32), at: place)
        }
    }
}

/// Random numbers that are the same for the same seed.
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}

/// A whole frame to the server (RFC 6455 section 5.2); this client never fragments.
struct OutgoingFrame {
    let opcode: Opcode
    let payload: [UInt8]

    /// The bytes, masked with a fresh key, as section 5.3 asks of every frame of a client.
    func bytes(using generator: inout some RandomNumberGenerator) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(14 + payload.count)
        bytes.append(0x80 | opcode.rawValue)
        appendLength(to: &bytes)
        let key: UInt32 = generator.next()
        let mask = SIMD4<UInt8>(
            UInt8(key >> 24), UInt8(key >> 16 & 0xFF), UInt8(key >> 8 & 0xFF), UInt8(key & 0xFF))
        for index in 0..<4 { bytes.append(mask[index]) }
        for (index, byte) in payload.enumerated() { bytes.append(byte ^ mask[index & 3]) }
        return bytes
    }

    private func appendLength(to bytes: inout [UInt8]) {
        switch payload.count {
        case ...125:
            bytes.append(0x80 | UInt8(payload.count))
        case ...0xFFFF:
            bytes.append(0x80 | 126)
            appendBigEndian(byteCount: 2, to: &bytes)
        default:
            bytes.append(0x80 | 127)
            appendBigEndian(byteCount: 8, to: &bytes)
        }
    }

    private func appendBigEndian(byteCount: Int, to bytes: inout [UInt8]) {
        for shift in stride(from: (byteCount - 1) * 8, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: payload.count >> shift))
        }
    }
}

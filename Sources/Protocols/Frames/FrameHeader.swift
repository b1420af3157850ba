/// The beginning of a frame from the server (RFC 6455 section 5.2).
struct FrameHeader {
    /// The last frame of its message.
    let isFinal: Bool
    let opcode: Opcode
    /// Of the payload, in bytes; anything that 63 bits can hold.
    let length: UInt64

    /// Takes a header from the buffer as soon as it is whole there.
    static func read(from buffer: inout ReceiveBuffer) throws(WebSocketFailure) -> FrameHeader? {
        guard buffer.count >= 2 else { return nil }
        let (first, second) = (buffer[0], buffer[1])
        // Section 5.2: reserved bits are for extensions, and none was negotiated.
        guard first & 0x70 == 0 else { throw .reservedBits }
        guard let opcode = Opcode(rawValue: first & 0x0F) else {
            throw .reservedOpcode(first & 0x0F)
        }
        // Section 5.1: a client must close the connection upon a masked frame.
        guard second & 0x80 == 0 else { throw .maskedFrame }
        let isFinal = first & 0x80 != 0
        if opcode.isControl {
            // Section 5.5: not fragmented, and a payload of 125 bytes at most.
            guard isFinal else { throw .fragmentedControl }
            guard second <= 125 else { throw .longControl }
        }
        guard let length = try readLength(second, from: &buffer) else { return nil }
        return FrameHeader(isFinal: isFinal, opcode: opcode, length: length)
    }

    private static func readLength(
        _ short: UInt8, from buffer: inout ReceiveBuffer
    ) throws(WebSocketFailure) -> UInt64? {
        let extra = short == 127 ? 8 : short == 126 ? 2 : 0
        guard buffer.count >= 2 + extra else { return nil }
        var length = UInt64(short)
        if extra > 0 {
            length = 0
            for offset in 2..<(2 + extra) { length = length << 8 | UInt64(buffer[offset]) }
        }
        buffer.skip(2 + extra)
        // Section 5.2: the most significant bit of a 64-bit length must be 0, and the minimal
        // number of bytes must be used: a length has one spelling.
        guard length >> 63 == 0 else { throw .lengthTopBit }
        let least: UInt64 = extra == 8 ? 1 << 16 : extra == 2 ? 126 : 0
        guard length >= least else { throw .lengthNotMinimal }
        return length
    }
}

/// The kind of a frame (RFC 6455 section 5.2).
enum Opcode: UInt8 {
    case continuation = 0x0
    case text = 0x1
    case binary = 0x2
    case close = 0x8
    case ping = 0x9
    case pong = 0xA

    var isControl: Bool { rawValue >= 0x8 }
}
